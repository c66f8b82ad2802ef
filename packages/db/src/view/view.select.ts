import type { Selection } from "@rewards/domain";
import { type SQL, sql } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type { Expression, RecordSource } from "./record-source.ts";
import { viewField } from "./view.field.ts";
import { idAlias, versionAlias } from "./view.show.ts";

/** The columns of a statement over records: ID and version, and the fields selected, or all of them. */
export function columnsOf(
  views: PostgresJsDatabase,
  source: RecordSource,
  select: Selection | undefined,
): Record<string, Expression> {
  const names = Object.keys(source.record.fields).filter((name) => !select || select.names.has(name));
  const paths = (select?.paths ?? []).map((field) => [
    field.path,
    sql`${viewField(views, source, field).value}`.as(field.path),
  ]);
  return {
    ...Object.fromEntries(names.flatMap((name) => expressionOf(source, name))),
    ...Object.fromEntries(paths),
    [idAlias]: source.id,
    [versionAlias]: sql<string>`${source.version}`.as("record_version"),
  };
}

function expressionOf(source: RecordSource, name: string): [string, Expression][] {
  const expression = source.fields[name]?.expression;
  // An unnamed expression in a selection needs an alias of its own.
  return expression
    ? [[name, "getSQL" in expression && !("table" in expression) ? (expression as SQL).as(name) : expression]]
    : [];
}

/** Whether a statement over all of these columns reads from the joined table. */
export function isJoinSelected(source: RecordSource, select: Selection | undefined): boolean {
  return Object.entries(source.fields).some(([name, { isJoined }]) => isJoined && (!select || select.names.has(name)));
}
