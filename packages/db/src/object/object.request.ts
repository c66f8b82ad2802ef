import type { ObjectDefinition } from "@rewards/domain";
import type { Sql } from "../client.ts";

/** The time in the ID of a request that the service made, and that of its record's ID, differ by less, ms. */
const apartMsMax = 60_000;
/** The most records that a search reads. */
export const requestRowsMax = 50_000;
const matchesMax = 20;

/** The form of the IDs that the service makes: a UUIDv7, which begins with its time in ms. */
const timed = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * The UUIDs of up to 20 records of a staged class that a request with this ID created. Request IDs have no index, since
 * every sale would pay for it. An ID that the service made has a time: then it reads the records of the following minute,
 * whose IDs come from the same clock. Otherwise it reads the latest records. It reads at most `requestRowsMax` records.
 */
export async function findByRequestId(sql: Sql, { noun }: ObjectDefinition, requestId: string): Promise<string[]> {
  const [, high = "", low = ""] = timed.exec(requestId) ?? [];
  const near =
    high === ""
      ? sql`order by id desc`
      : sql`where id >= ${requestId}::uuid and id < ${timeAfter(high, low)}::uuid order by id`;
  const rows = await sql<{ id: string }[]>`
    select id from (select id, request_id from ${sql(noun)} ${near} limit ${requestRowsMax}) near
    where request_id = ${requestId} limit ${matchesMax}`;
  return rows.map(({ id }) => id);
}

/** The lowest UUID whose time is `apartMsMax` later. */
function timeAfter(high: string, low: string): string {
  const ms = (BigInt(`0x${high}${low}`) + BigInt(apartMsMax)).toString(16).padStart(12, "0").slice(-12);
  return `${ms.slice(0, 8)}-${ms.slice(8)}-0000-0000-000000000000`;
}
