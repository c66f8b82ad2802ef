import { member, redemption, reward } from "@rewards/domain";
import {
  freshKey,
  keyOf,
  type LineOptions,
  newMember,
  newRedemption,
  newReward,
  times,
} from "../../../../test/src/records.ts";
import { loadProgrammes } from "../catalogue/catalogue.programmes.ts";
import type { Sql } from "../client.ts";
import { fulfilRedemptions, type RedemptionDeps } from "../redemption/redemption.process.ts";
import { insertAll } from "./database.ts";

/** What a worker passes to `fulfilRedemptions`, with voucher codes that are easy to recognise. */
export async function redemptionDeps(sql: Sql): Promise<RedemptionDeps> {
  return { programmes: await loadProgrammes(sql), mintCode: () => freshKey("MINTED") };
}

/** Mints vouchers with one redemption, for a new member and a new free reward. They are in their first status. */
export async function mintItems(sql: Sql, count: number, daysAvailable = "30"): Promise<string[]> {
  const of = newMember();
  const free = newReward(freshKey("free"), { RewardType: "digital", RewardCost: "", DaysAvailable: daysAvailable });
  const line: LineOptions = { reward: keyOf(free, "ExternalID") };
  const asked = newRedemption(
    keyOf(of, "ExternalID"),
    times(count, () => line),
  );
  await insertAll(sql, member, [of]);
  await insertAll(sql, reward, [free]);
  await insertAll(sql, redemption, [asked]);
  await fulfilRedemptions(sql, [asked.id], await redemptionDeps(sql));
  const rows = await sql<{ id: string }[]>`select id from redemption_item where redemption = ${asked.id} order by id`;
  if (rows.length !== count) throw new Error(`${rows.length} items were minted instead of ${count}`);
  return rows.map(({ id }) => id);
}

/** The redemption of an item. */
export async function redemptionOf(sql: Sql, itemId: string): Promise<string> {
  const [row] = await sql<{ redemption: string }[]>`select redemption from redemption_item where id = ${itemId}`;
  return row?.redemption ?? "";
}

/** Changes vouchers as if minted at another time: they expire in `inMs` milliseconds, or have expired if negative. */
export async function expireByHand(sql: Sql, ids: readonly string[], inMs = -1): Promise<void> {
  await sql`
    with moved as (
      update redemption_item i set expiration_date_time = n.at, create_date_time = create_date_time - (expiration_date_time - n.at)
      from (select clock_timestamp() + ${inMs} * interval '1 millisecond' as at) n
      where i.id = any(${[...ids]}::uuid[]) returning i.id, n.at
    )
    update expiring e set at = m.at from moved m where e.item_id = m.id`;
}

/** Ends the lock of a voucher now, as if it had been locked so many minutes ago. */
export async function endLockByHand(sql: Sql, id: string): Promise<void> {
  const [row] = await sql<{ until: Date }[]>`
    update redemption_item set locked_until_date_time = clock_timestamp() where id = ${id}
    returning locked_until_date_time as until`;
  const until = row?.until.toISOString() ?? "";
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      update history h set changes = (
        select jsonb_agg(case when c ->> 'field' = 'LockedUntilDateTime' then jsonb_set(c, '{to}', to_jsonb(${until}::text)) else c end)
        from jsonb_array_elements(h.changes) c)
      where record_id = ${id} and version = (select max(version) from history where record_id = ${id} and action = 'Lock')`;
  });
}
