import {
  amountOf,
  type RedeemableReward,
  type RedemptionLine,
  type RedemptionToDecide,
  redemption,
} from "@rewards/domain";
import type { Sql, Tx } from "../client.ts";
import { isLive } from "../object/object.live.ts";

export const redemptionOpenStatuses: readonly string[] = redemption.transitions.complete.from;

/** The redemptions of these IDs that are still to be decided, in order of ID. */
export async function loadOpenRedemptions(sql: Sql | Tx, ids: readonly string[]): Promise<RedemptionToDecide[]> {
  const rows = await sql<{ id: string; member_external_id: string; redemption_items: RedemptionLine[] }[]>`
    select id, member_external_id, redemption_items from redemption
    where id = any(${[...ids]}::uuid[]) and status = any(${[...redemptionOpenStatuses]}::text[]) order by id`;
  return rows.map((row) => ({ id: row.id, memberExternalId: row.member_external_id, lines: row.redemption_items }));
}

interface RewardRow {
  readonly id: string;
  readonly external_id: string;
  readonly name: string;
  readonly reward_type: string;
  readonly reward_cost: string;
  readonly days_available: string;
  readonly reward_expiration: Date | null;
  readonly available: string;
}

/** Locks the stock of these rewards, in the order of their IDs, and reads them. Deleted ones are passed over. */
export async function lockRewards(tx: Tx, externalIds: readonly string[]): Promise<Map<string, RedeemableReward>> {
  const rows = await tx<RewardRow[]>`
    select r.id, r.external_id, r.name, r.reward_type, r.reward_cost, r.days_available, r.reward_expiration, s.available
    from reward r join stock s on s.reward_id = r.id
    where r.external_id = any(${[...new Set(externalIds)]}::text[]) and ${isLive(tx, "r")}
    order by r.id for update of s`;
  return new Map(rows.map((row) => [row.external_id, rewardOf(row)]));
}

function rewardOf(row: RewardRow): RedeemableReward {
  return {
    id: row.id,
    name: row.name,
    type: row.reward_type,
    cost: row.reward_cost,
    daysAvailable: row.days_available,
    expiresAtMs: row.reward_expiration?.getTime() ?? null,
    available: amountOf(row.available),
  };
}
