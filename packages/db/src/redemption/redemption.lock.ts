import {
  type Amount,
  amountOf,
  isStockCounted,
  type RedeemableReward,
  type RedeemedCounts,
  redemption,
} from "@rewards/domain";
import { isHolder } from "../awaiting/awaiting.hold.ts";
import type { Tx } from "../client.ts";
import { lockSkipping, type RowLocks, skipLocked } from "../lock.ts";
import { heldKey, isBlocked, memberByKey } from "../member.key.ts";
import { type WaitingRecord, type WaitingRow, waitingColumns, waitingOf } from "../settlement.ts";
import { type Offer, redemptionOpenStatuses } from "./redemption.load.ts";

/** A redemption that is still open under the locks. */
interface OpenRedemption extends WaitingRecord {
  /** The UUID of the member that has the key now; null if no member has it. */
  readonly memberId: string | null;
  /** It was sent for an erased person, whoever has the ExternalID by now. */
  readonly isOfErased: boolean;
  /** That member is blocked. */
  readonly isBlocked: boolean;
  /** Returns hold points of that member. */
  readonly isHeld: boolean;
}

interface OpenRow extends WaitingRow {
  readonly id: string;
  readonly member: string | null;
  readonly is_of_erased: boolean;
  readonly is_blocked: boolean;
  readonly is_held: boolean;
}

/** Those of these redemptions that are still open, by ID. If locks are skipped: only those that it could lock. */
export async function readOpenRedemptions(
  tx: Tx,
  ids: readonly string[],
  locks: RowLocks,
): Promise<Map<string, OpenRedemption>> {
  const rows = await tx<OpenRow[]>`
    select r.id, m.id as member, not ${heldKey(tx, "r")} as is_of_erased, ${isBlocked(tx)} as is_blocked, ${isHolder(tx)} as is_held,
      ${waitingColumns(tx, redemption, "r")}
    from redemption r left join ${tx.unsafe(memberByKey("r.member_external_id"))} m on true
    where r.id = any(${[...ids]}::uuid[]) and r.status = any(${[...redemptionOpenStatuses]}::text[])${lockSkipping(tx, locks, "r")}`;
  return new Map(
    rows.map((row) => {
      const { member: memberId, is_of_erased: isOfErased, is_blocked: isBlocked, is_held: isHeld } = row;
      return [row.id, { memberId, isOfErased, isBlocked, isHeld, ...waitingOf(row) }];
    }),
  );
}

/**
 * Locks the stock of those of these rewards whose stock is counted, in the order of their IDs. The others have no limit,
 * so their redemptions do not wait for each other.
 * @returns the rewards with what is left, by ExternalID; if locks are skipped, without those whose stock another session holds.
 */
export async function lockStock(
  tx: Tx,
  offers: ReadonlyMap<string, Offer>,
  locks: RowLocks,
): Promise<Map<string, RedeemableReward>> {
  const counted = [...offers.values()].flatMap(({ id, type }) => (isStockCounted(type) ? [id] : []));
  const available = counted.length > 0 ? await readAvailable(tx, counted, locks) : new Map<string, Amount>();
  const rewards = new Map<string, RedeemableReward>();
  for (const [externalId, offer] of offers) {
    const left = isStockCounted(offer.type) ? available.get(offer.id) : 0n;
    if (left !== undefined) rewards.set(externalId, { ...offer, available: left });
  }
  return rewards;
}

async function readAvailable(tx: Tx, rewardIds: readonly string[], locks: RowLocks): Promise<Map<string, Amount>> {
  const rows = await tx<{ id: string; available: string }[]>`
    select reward_id as id, available from stock where reward_id = any(${[...rewardIds]}::uuid[])
    order by reward_id for update${skipLocked(tx, locks)}`;
  return new Map(rows.map(({ id, available }) => [id, amountOf(available)]));
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
