import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type { Expression, RecordSource } from "./record-source.ts";

/** A statement over a source, with the table that it is joined to only where something of it is asked for. */
export function selectFrom(
  views: PostgresJsDatabase,
  source: RecordSource,
  columns: Record<string, Expression>,
  isJoined: boolean,
) {
  const from = views
    .select(columns as never)
    .from(source.table as never)
    .$dynamic();
  return isJoined && source.join ? from.innerJoin(source.join.table, source.join.on) : from;
}
