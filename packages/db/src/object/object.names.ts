import type { ObjectDefinition } from "@rewards/domain";
import type { Sql } from "../client.ts";
import { columnName } from "./object.table.ts";

/** What logs name a record of a staged class by. */
export interface RecordNames {
  /** Its UUID. */
  readonly id: string;
  /** Its business key; null if its class has none. */
  readonly externalId: string | null;
  /** The ID of the request that created it; null if it had none. */
  readonly requestId: string | null;
}

/** Undefined if there is no record with this UUID. */
export async function readNames(
  sql: Sql,
  { key, noun }: ObjectDefinition,
  id: string,
): Promise<RecordNames | undefined> {
  const externalId = key ? sql`${sql(columnName(key.field))}` : sql`null`;
  const [row] = await sql<RecordNames[]>`
    select id, ${externalId} as "externalId", request_id as "requestId" from ${sql(noun)} where id = ${id}`;
  return row;
}
