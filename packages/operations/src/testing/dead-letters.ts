import { type DeadLetterReason, type ObjectDefinition, redemption, segment } from "@rewards/domain";
import { newRedemption, newSegment, type TestRecord } from "../../../../test/src/records.ts";
import type { Sql } from "../../../db/src/client.ts";
import { type Failure, recordFailing } from "../../../db/src/pending/pending.failing.ts";
import { insertAll } from "../../../db/src/testing/database.ts";
import type { Shop } from "../../../db/src/testing/shop.ts";

export const failure: Failure = {
  reason: "Error_Record_Refused",
  error: "a check was violated",
  job: "17",
  trace: "0af7651916cd43dd8448eb211c80319c",
};

/** Inserts records and makes dead letters of them, as a worker does after their last attempt. */
export async function plantDeadLetters(
  sql: Sql,
  definition: ObjectDefinition,
  records: readonly TestRecord[],
  reason: DeadLetterReason = failure.reason,
): Promise<string[]> {
  const ids = await insertAll(sql, definition, records);
  const dead = await recordFailing(sql, definition.class, ids, { ...failure, reason }, 1);
  if (dead.length !== ids.length) throw new Error(`${dead.length} of ${ids.length} records became dead letters`);
  return ids;
}

/** A record of each class that a worker settles, by class. */
export const stagedRecords: Readonly<Record<string, (shop: Shop) => TestRecord>> = {
  SaleCase: (shop) => shop.newSale(0),
  [redemption.class]: (shop) => newRedemption(shop.members[0] as string, [{ reward: "none" }]),
  [segment.class]: () => newSegment(),
};

/** How many of the records are in each of the four tables, and how many ledger entries they have. */
export async function placesOf(sql: Sql, ids: readonly string[]): Promise<Record<string, number>> {
  const given = [...ids];
  const [row] = await sql<Record<string, number>[]>`
    select (select count(*) from pending where id = any(${given}::uuid[]))::int as pending,
      (select count(*) from failing where id = any(${given}::uuid[]))::int as failing,
      (select count(*) from awaiting where sale_id = any(${given}::uuid[]))::int as awaiting,
      (select count(*) from dead_letter where id = any(${given}::uuid[]))::int as dead,
      (select count(*) from ledger_entry where source_id = any(${given}::uuid[]))::int as entries`;
  return { ...row };
}
