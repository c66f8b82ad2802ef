import {
  amountOf,
  type Programme,
  type RedeemableReward,
  type RedeemedCounts,
  type RedemptionDesk,
  type RedemptionLine,
  type RedemptionToDecide,
  redemption,
} from "@rewards/domain";
import { isHolder } from "../awaiting/awaiting.hold.ts";
import type { Sql, Tx } from "../client.ts";
import { lockSkipping, type RowLocks, skipLocked } from "../lock.ts";
import { heldKey } from "../member.key.ts";
import { dropSettled, isLive, StatusMovedError } from "../object/object.settle.ts";
import { loadMembers } from "../sale/sale.load.ts";
import { type WaitingRecord, type WaitingRow, waitingColumns, waitingOf } from "../settlement.ts";

export const redemptionOpenStatuses: readonly string[] = redemption.transitions.complete.from;

export interface LoadedRedemption extends RedemptionToDecide, WaitingRecord {
  /** The UUID of the member that has the key now; null if no member has it. */
  readonly memberId: string | null;
  /** Returns hold points of that member. */
  readonly isHeld: boolean;
}

interface RedemptionRow extends WaitingRow {
  readonly id: string;
  readonly member_external_id: string;
  readonly redemption_items: RedemptionLine[];
  readonly member: string | null;
  readonly is_of_erased: boolean;
  readonly is_held: boolean;
}

/** The undecided redemptions of these IDs, in order of ID. If locks are skipped: only those that it could lock. */
export async function loadOpenRedemptions(
  sql: Sql | Tx,
  ids: readonly string[],
  locks: RowLocks = "wait",
): Promise<LoadedRedemption[]> {
  const rows = await sql<RedemptionRow[]>`
    select r.id, r.member_external_id, r.redemption_items, m.id as member, not ${heldKey(sql, "r")} as is_of_erased, ${isHolder(sql)} as is_held,
      ${waitingColumns(sql, redemption, "r")}
    from redemption r left join member m on m.external_id = r.member_external_id
    where r.id = any(${[...ids]}::uuid[]) and r.status = any(${[...redemptionOpenStatuses]}::text[]) order by r.id${lockSkipping(sql, locks, "r")}`;
  return rows.map((row) => ({
    id: row.id,
    memberExternalId: row.member_external_id,
    lines: row.redemption_items,
    memberId: row.member,
    isOfErased: row.is_of_erased,
    isHeld: row.is_held,
    ...waitingOf(row),
  }));
}

/** Removes settled redemptions from `pending` and `failing`. For batches with fewer open redemptions than IDs. */
export async function dropSettledRedemptions(sql: Sql, ids: readonly string[]): Promise<void> {
  await dropSettled(sql, { class: redemption.class, noun: redemption.noun, from: redemptionOpenStatuses }, ids);
}

/**
 * The members of these redemptions with their programmes, by ExternalID; unknown members are absent.
 * @throws StatusMovedError for a programme that is not in the catalogue yet: the next attempt reads a newer catalogue.
 */
export async function loadRedeemers(
  sql: Sql,
  redemptions: readonly RedemptionToDecide[],
  programmes: ReadonlyMap<string, Programme>,
): Promise<RedemptionDesk["members"]> {
  const loaded = await loadMembers(
    sql,
    redemptions.map((one) => one.memberExternalId),
  );
  const members = new Map<string, { id: string; programme: Programme }>();
  for (const [externalId, { id, programBusinessId }] of loaded) {
    const programme = programmes.get(programBusinessId);
    if (!programme) throw new StatusMovedError(`programme ${programBusinessId} is newer than the catalogue`);
    members.set(externalId, { id, programme });
  }
  return members;
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

/**
 * Locks the stock of these rewards, in the order of their IDs, and reads the rewards. Deleted rewards are left out; if
 * locks are skipped, so are rewards whose stock another session holds.
 */
export async function lockRewards(
  tx: Tx,
  externalIds: readonly string[],
  locks: RowLocks,
): Promise<Map<string, RedeemableReward>> {
  const rows = await tx<RewardRow[]>`
    select r.id, r.external_id, r.name, r.reward_type, r.reward_cost, r.days_available, r.reward_expiration, s.available
    from reward r join stock s on s.reward_id = r.id
    where r.external_id = any(${[...new Set(externalIds)]}::text[]) and ${isLive(tx, "r")}
    order by r.id for update of s${skipLocked(tx, locks)}`;
  return new Map(rows.map((row) => [row.external_id, rewardOf(row)]));
}

/** The ExternalIDs of the rewards that exist, even if another session holds their stock. */
export async function findRewards(tx: Tx, externalIds: readonly string[]): Promise<Set<string>> {
  if (externalIds.length === 0) return new Set();
  const rows = await tx<{ external_id: string }[]>`
    select r.external_id from reward r
    where r.external_id = any(${[...new Set(externalIds)]}::text[]) and ${isLive(tx, "r")}`;
  return new Set(rows.map((row) => row.external_id));
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

/**
 * The completed redemptions of these members within an hour and within a day, by ExternalID. A completed redemption has
 * items. The balances of the members must be locked: then no other batch completes one meanwhile.
 */
export async function readRedeemed(tx: Tx, memberExternalIds: readonly string[]): Promise<Map<string, RedeemedCounts>> {
  const rows = await tx<(RedeemedCounts & { member: string })[]>`
    select member_external_id as member, count(distinct redemption)::int as day,
      (count(distinct redemption) filter (where create_date_time > clock_timestamp() - interval '1 hour'))::int as hour
    from redemption_item
    where member_external_id = any(${[...new Set(memberExternalIds)]}::text[])
      and create_date_time > clock_timestamp() - interval '1 day'
    group by member_external_id`;
  return new Map(rows.map(({ member, hour, day }) => [member, { hour, day }]));
}
