import {
  type Amount,
  type BalanceKey,
  balanceName,
  decideRedemption,
  formatAmount,
  normaliseVoucherCode,
  openBook,
  type RedemptionDesk,
  type RedemptionLimits,
  type RedemptionToDecide,
  redemption,
} from "@rewards/domain";
import { uuidv7 } from "uuidv7";
import { readHeld } from "../awaiting/awaiting.hold.ts";
import type { Sql, Tx } from "../client.ts";
import { preparePoints, spentBalance } from "../expiry/expiry.waiting.ts";
import { lockBalances, readClock } from "../ledger/ledger.lock.ts";
import { writeBook } from "../ledger/ledger.write.ts";
import type { RowLocks } from "../lock.ts";
import { eraseRejected } from "../member.key.ts";
import { settle } from "../object/object.settle.ts";
import { insertItems, readTakenVoucherKeys, VoucherTakenError } from "../redemption-item/redemption-item.insert.ts";
import { type Settlement, settlementOf } from "../settlement.ts";
import { type LoadedRedemptions, redemptionOpenStatuses } from "./redemption.load.ts";
import { lockStock, readOpenRedemptions, readRedeemed } from "./redemption.lock.ts";

const settling = { class: redemption.class, noun: redemption.noun, from: redemptionOpenStatuses };
const voucherAttemptsMax = 10;

/** Redemptions as loaded before the locks, with the other data that `decideRedemption` needs. */
export interface RedemptionBatch extends LoadedRedemptions {
  readonly mintCode: () => string;
  /** Undefined if members may redeem as often as they like. */
  readonly limits: RedemptionLimits | undefined;
}

/**
 * Fulfils a batch of redemptions in one transaction: it locks balances and stock in their order, reads the redemptions
 * again under the locks, lets `decideRedemption` take from balances and stock for one redemption after the other, and
 * writes everything with a constant number of statements. If another transaction took a voucher code meanwhile, it
 * rolls back and decides the batch again. If locks are skipped, it leaves out redemptions whose balance, stock or row
 * another session holds.
 * @throws StatusMovedError if a redemption moved after all; then nothing is written.
 */
export async function commitRedemptions(sql: Sql, batch: RedemptionBatch, locks: RowLocks): Promise<Settlement> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sql.begin((tx) => commitOnce(tx, batch, locks));
    } catch (error) {
      if (!(error instanceof VoucherTakenError) || attempt === voucherAttemptsMax) throw error;
    }
  }
}

async function commitOnce(tx: Tx, batch: RedemptionBatch, locks: RowLocks): Promise<Settlement> {
  const { redemptions, members, offers, mintCode, limits } = batch;
  const ids = redemptions.map(({ id }) => id);
  const keys = [...members.values()].map(spentBalance);
  const balances = await lockBalances(tx, keys, locks);
  // Pipelined: Postgres runs them in order, so the redemptions and the clock are read under the locks of stock.
  const [rewards, opened, takenVoucherKeys, clockMs, redeemed] = await Promise.all([
    lockStock(tx, offers, locks),
    readOpenRedemptions(tx, ids, locks),
    readTakenVoucherKeys(tx, givenKeys(redemptions)),
    readClock(tx),
    limits &&
      readRedeemed(
        tx,
        [...members.values()].map(({ externalId }) => externalId),
      ),
  ]);
  // An erasure may have replaced the member's key since the members were loaded. The redemption stays pending then.
  const open = redemptions.flatMap((one) => {
    const now = opened.get(one.id);
    return now && now.memberId === memberIdOf(one, members)
      ? [{ ...one, isOfErased: now.isOfErased, isBlocked: now.isBlocked }]
      : [];
  });
  const book = openBook({ balances, clockMs, newId: uuidv7 });
  const waiting = await preparePoints(tx, book, [...members.values()], balances, clockMs);
  const velocity = limits && redeemed && { limits, redeemed };
  const taken = { takenVoucherKeys, stockTaken: new Map<string, Amount>() };
  const held = [...opened.values()].some(({ isHeld }) => isHeld) ? await readHeld(tx, keys) : undefined;
  const desk: RedemptionDesk = { book, clockMs, members, rewards, ...taken, mintCode, velocity, waiting, held };
  const free = locks === "skip" ? withoutBlocked(open, offers, desk, balances) : open;
  const outcomes = free.map((one) => decideRedemption(one, desk));
  const items = outcomes.flatMap((outcome) => outcome.items);
  await Promise.all([
    insertItems(tx, items),
    writeBook(tx, book),
    takeStock(tx, desk.stockTaken),
    settle(tx, settling, outcomes),
  ]);
  await eraseRejected(
    tx,
    free.filter((one) => one.isOfErased || memberIdOf(one, members) === null),
  );
  const rejectedStatus = redemption.transitions.reject.to;
  const counted = { entries: book.entries(), vouchers: items.length };
  return settlementOf({ ids, outcomes, waiting: opened, rejectedStatus, locks, ...counted });
}

const memberIdOf = ({ memberExternalId }: RedemptionToDecide, members: RedemptionBatch["members"]) =>
  members.get(memberExternalId)?.id ?? null;

/** The normalised voucher codes that callers gave. */
const givenKeys = (redemptions: readonly RedemptionToDecide[]) =>
  redemptions.flatMap(({ lines }) =>
    lines.flatMap(({ VoucherCode: code }) => (code === "" ? [] : [normaliseVoucherCode(code)])),
  );

/** Leaves out redemptions whose balance or stock another session holds: `decideRedemption` would find it missing. */
function withoutBlocked<One extends RedemptionToDecide>(
  redemptions: readonly One[],
  offers: RedemptionBatch["offers"],
  { members, rewards }: Pick<RedemptionDesk, "members" | "rewards">,
  balances: readonly BalanceKey[],
): One[] {
  const locked = new Set(balances.map(balanceName));
  const isStockFree = (externalId: string) => rewards.has(externalId) || !offers.has(externalId);
  return redemptions.filter(({ memberExternalId, lines }) => {
    const member = members.get(memberExternalId);
    const isBalanceFree = !member || locked.has(balanceName(spentBalance(member)));
    return isBalanceFree && lines.every((line) => isStockFree(line.RewardExternalID));
  });
}

async function takeStock(tx: Tx, taken: ReadonlyMap<string, Amount>): Promise<void> {
  if (taken.size === 0) return;
  const ids = [...taken.keys()];
  await tx`
    update stock s set available = s.available - r.quantity, issued = s.issued + r.quantity
    from unnest(${ids}::uuid[], ${[...taken.values()].map(formatAmount)}::numeric[]) as r(id, quantity)
    where s.reward_id = any(${ids}::uuid[]) and s.reward_id = r.id`;
}
