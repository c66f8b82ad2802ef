import type { ObjectDefinition } from "@rewards/domain";
import type { Sql } from "../client.ts";
import type { SettledRecord } from "../settlement.ts";
import { columnName } from "./object.table.ts";

export type RecordNames = Pick<SettledRecord, "id" | "externalId" | "requestId">;

/** What logs name a record of a staged class by; undefined if there is none with this UUID. */
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
