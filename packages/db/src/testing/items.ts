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
