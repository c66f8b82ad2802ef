import {
  type Amount,
  decideRedemption,
  formatAmount,
  normaliseVoucherCode,
  openBook,
  type Programme,
  type RedemptionDesk,
  type RedemptionToDecide,
  redemption,
} from "@rewards/domain";
import { uuidv7 } from "uuidv7";
import type { Sql, Tx } from "../client.ts";
import { type BalanceKey, balanceName, lockBalances, readClock } from "../ledger/ledger.lock.ts";
import { writeBook } from "../ledger/ledger.write.ts";
import { loadMembers } from "../member/member.load.ts";
import { StatusMovedError, settle } from "../object/object.settle.ts";
import { dropSettled } from "../pending/pending.settled.ts";
import { insertItems, readTakenVoucherKeys, VoucherTakenError } from "../redemption-item/redemption-item.insert.ts";
import { type RowLocks, type Settlement, settlementOf } from "../row-lock.ts";
import { findRewards, loadOpenRedemptions, lockRewards, redemptionOpenStatuses } from "./redemption.load.ts";

const settling = { class: redemption.class, noun: redemption.noun, from: redemptionOpenStatuses };
const voucherAttemptsMax = 10;

export interface RedemptionDeps {
  readonly programmes: ReadonlyMap<string, Programme>;
  readonly mintCode: () => string;
}

/**
 * Fulfils a batch of redemptions in one transaction: balances and stock are locked in their order, `decideRedemption` takes from
 * them one redemption after the other, and all is written with a constant number of statements. A voucher code that
 * another transaction took meanwhile rolls back, and the batch is decided again. Where locks are skipped, redemptions are
 * passed over whose balance, stock or own row another session holds.
 */
export async function fulfilRedemptions(
  sql: Sql,
  ids: readonly string[],
  deps: RedemptionDeps,
  locks: RowLocks = "wait",
): Promise<Settlement> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sql.begin((tx) => fulfilOnce(tx, ids, deps, locks));
    } catch (error) {
      if (!(error instanceof VoucherTakenError) || attempt === voucherAttemptsMax) throw error;
    }
  }
}

async function fulfilOnce(
  tx: Tx,
  ids: readonly string[],
  { programmes, mintCode }: RedemptionDeps,
  locks: RowLocks,
): Promise<Settlement> {
  const candidates = await loadOpenRedemptions(tx, ids);
  if (candidates.length < ids.length) await dropSettled(tx, settling, ids);
  if (candidates.length === 0) return { settled: 0, blocked: [] };
  const members = await membersOf(tx, candidates, programmes);
  const balances = await lockBalances(tx, [...members.values()].map(balanceKeyOf), locks);
  const lines = candidates.flatMap((one) => one.lines);
  const rewards = await lockRewards(
    tx,
    lines.map((line) => line.RewardExternalID),
    locks,
  );
  const givenKeys = lines.flatMap((line) => (line.VoucherCode === "" ? [] : [normaliseVoucherCode(line.VoucherCode)]));
  const [open, takenVoucherKeys, clockMs] = await Promise.all([
    loadOpenRedemptions(tx, ids, locks),
    readTakenVoucherKeys(tx, givenKeys),
    readClock(tx),
  ]);
  const desk: RedemptionDesk = {
    book: openBook({ balances, clockMs, newId: uuidv7 }),
    clockMs,
    members,
    rewards,
    takenVoucherKeys,
    stockTaken: new Map(),
    mintCode,
  };
  const free = locks === "skip" ? await withoutBlocked(tx, open, desk, balances) : open;
  const outcomes = free.map((one) => decideRedemption(one, desk));
  await insertItems(
    tx,
    outcomes.flatMap((outcome) => outcome.items),
  );
  await Promise.all([writeBook(tx, desk.book), takeStock(tx, desk.stockTaken), settle(tx, settling, outcomes)]);
  return settlementOf(
    candidates.map(({ id }) => id),
    outcomes,
    locks,
  );
}

function balanceKeyOf({ id, programme }: { readonly id: string; readonly programme: Programme }): BalanceKey {
  return { memberId: id, currencyId: programme.currencies[0].id };
}

/** Those that need no balance or stock which another session holds: it would be taken for one that is not there. */
async function withoutBlocked(
  tx: Tx,
  redemptions: readonly RedemptionToDecide[],
  { members, rewards }: Pick<RedemptionDesk, "members" | "rewards">,
  balances: readonly BalanceKey[],
): Promise<RedemptionToDecide[]> {
  const locked = new Set(balances.map(balanceName));
  const asked = redemptions.flatMap(({ lines }) => lines.map((line) => line.RewardExternalID));
  const held = await findRewards(
    tx,
    asked.filter((externalId) => !rewards.has(externalId)),
  );
  return redemptions.filter(({ memberExternalId, lines }) => {
    const member = members.get(memberExternalId);
    const isBalanceFree = !member || locked.has(balanceName(balanceKeyOf(member)));
    return isBalanceFree && lines.every((line) => !held.has(line.RewardExternalID));
  });
}

async function membersOf(
  tx: Tx,
  redemptions: readonly RedemptionToDecide[],
  programmes: ReadonlyMap<string, Programme>,
) {
  const loaded = await loadMembers(
    tx,
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

async function takeStock(tx: Tx, taken: ReadonlyMap<string, Amount>): Promise<void> {
  if (taken.size === 0) return;
  const rows = [...taken].map(([id, quantity]) => ({ id, quantity: formatAmount(quantity) }));
  await tx`
    update stock s set available = s.available - r.quantity, issued = s.issued + r.quantity
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(id uuid, quantity numeric)
    where s.reward_id = any(${[...taken.keys()]}::uuid[]) and s.reward_id = r.id`;
}
