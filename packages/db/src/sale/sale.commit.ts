import {
  type Balance,
  type Book,
  balanceName,
  decideSale,
  type OriginalSale,
  openBook,
  openTally,
  type Returned,
  type SaleOutcome,
  type SalePlan,
  sale,
} from "@rewards/domain";
import { uuidv7 } from "uuidv7";
import { endAwaiting } from "../awaiting/awaiting.write.ts";
import type { Sql, Tx } from "../client.ts";
import { expireFirst } from "../expiry/expiry.first.ts";
import { findExpired } from "../expiry/expiry.original.ts";
import { type LockedBalance, lockBalances, readClock } from "../ledger/ledger.lock.ts";
import { readSums, writeSums } from "../ledger/ledger.tally.ts";
import { writeBook } from "../ledger/ledger.write.ts";
import { lockSkipping, type RowLocks } from "../lock.ts";
import { memberByKey } from "../member.key.ts";
import { amongIds, settle } from "../object/object.settle.ts";
import type { Lane } from "../sale-return/sale-return.goods.ts";
import { readRepriced } from "../sale-return/sale-return.reprice.ts";
import { readReturnedLines, writeReturns } from "../sale-return/sale-return.write.ts";
import {
  nothingSettled,
  type Settlement,
  settlementOf,
  type WaitingRecord,
  type WaitingRow,
  waitingColumns,
  waitingOf,
} from "../settlement.ts";
import { saleOpenStatuses } from "./sale.load.ts";

const settling = { class: sale.class, noun: sale.noun, from: saleOpenStatuses };

/**
 * Posts a batch of planned sales in one transaction: it locks the balances, reads Status again under the locks (another
 * worker may have been faster), lets `decideSale` post each plan to the book, and writes everything with a constant
 * number of statements. If locks are skipped, it leaves out sales whose balance or row another session holds.
 * @param lane rests before it decides, and before it writes: each takes long for large returns.
 * @throws StatusMovedError if a sale moved after all; then nothing is written.
 */
export async function postSales(
  sql: Sql,
  plans: readonly SalePlan[],
  locks: RowLocks = "wait",
  lane?: Lane,
): Promise<Settlement> {
  if (plans.length === 0) return nothingSettled;
  return sql.begin(async (tx) => {
    // Pipelined: Postgres runs them in order, each with its own snapshot, so status and clock are read under the locks.
    // The first balance of a member is locked only after them: the write compares the status, the book the time.
    const [balances, open, clockMs] = await Promise.all([
      lockBalances(tx, plans.flatMap(balancesOf), locks),
      readOpen(tx, plans, locks),
      readClock(tx),
    ]);
    const book = openBook({ balances, clockMs, newId: uuidv7, tiers: plans[0]?.tiers });
    const current = unmerged(await plansOfMembers(tx, plans, balances), balances);
    const free = locks === "skip" ? plansWithin(balances, current) : current;
    const [returned, sums] = await Promise.all([readReturned(tx, free, book, balances), readSums(tx, free)]);
    await lane?.rest();
    const tally = openTally(sums);
    const outcomes = free.filter((plan) => open.has(plan.id)).map((plan) => decideSale(plan, book, returned, tally));
    await lane?.rest();
    // A return whose status was read before another worker parked it has waited too: no lock keeps the two apart.
    const waited = free.filter(({ id, linked }) => open.get(id)?.isWoken || (open.has(id) && linked.length > 0));
    await Promise.all([
      writeBook(tx, book),
      settle(tx, settling, outcomes),
      endAwaiting(
        tx,
        waited.map(({ id }) => id),
      ),
      writeReturns(tx, outcomes),
      writeSums(tx, tally.changed()),
    ]);
    const ids = plans.map((plan) => plan.id);
    const rejectedStatus = sale.transitions.reject.to;
    const tillFaults = countTillFaults(outcomes);
    return settlementOf({ ids, outcomes, waiting: open, rejectedStatus, locks, entries: book.entries(), tillFaults });
  });
}

/** The sales of tills that do something wrong, by fault and store. */
function countTillFaults(outcomes: readonly SaleOutcome[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { tillFaults = [] } of outcomes) for (const key of tillFaults) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** The plans whose balance is among these. */
function plansWithin(balances: readonly Balance[], plans: readonly SalePlan[]): SalePlan[] {
  const names = new Set(balances.map(balanceName));
  return plans.filter((plan) => balancesOf(plan).every((balance) => names.has(balanceName(balance))));
}

/**
 * The plans that know of every merge. One after the planning moved points that they post or take: their sales stay pending
 * until the next attempt.
 */
function unmerged(plans: readonly SalePlan[], balances: readonly LockedBalance[]): readonly SalePlan[] {
  const merged = new Map(
    balances.flatMap((one) => (one.mergedInto ? [[balanceName(one), one.mergedInto] as const] : [])),
  );
  if (merged.size === 0) return plans;
  return plans.filter(
    (plan) =>
      !merged.has(balanceName(plan.balance)) &&
      originalsOf(plan).every((original) => merged.get(balanceName(original)) === original.merged?.into),
  );
}

const originalsOf = ({ linked }: SalePlan): OriginalSale[] => linked.map(({ original }) => original);

/** The balance of the sale's member, those that have the points of merged members, and those of the members whose points it takes back. */
export const balancesOf = (plan: SalePlan): SalePlan["balance"][] => [
  plan.balance,
  ...originalsOf(plan),
  ...originalsOf(plan).flatMap(({ merged, currencyId }) => (merged ? [{ memberId: merged.into, currencyId }] : [])),
];

/**
 * What was returned of the originals that these plans name, read under the locks, in statements after them. It posts what
 * has expired of their balances to the book first. Undefined if no plan names an original.
 */
export async function readReturned(
  tx: Tx,
  plans: readonly SalePlan[],
  book: Book,
  balances: readonly LockedBalance[],
): Promise<Returned | undefined> {
  const loaded = new Map(plans.flatMap(originalsOf).map((original) => [original.id, original]));
  if (loaded.size === 0) return undefined;
  const [lines, repriced] = await Promise.all([
    readReturnedLines(tx, [...loaded.keys()]),
    readRepriced(tx, [...loaded.values()]),
  ]);
  const originals = [...loaded.values()].map((one) => repriced.get(one.id) ?? one);
  const rules = new Map(originals.flatMap((one) => (one.expiry ? [[balanceName(one), one.expiry]] : [])));
  if (rules.size === 0) return { lines, repriced, expired: new Set() };
  const expired = await findExpired(tx, originals, balances, book.clockMs);
  const expiring = balances.flatMap((balance) => {
    const found = rules.get(balanceName(balance));
    return found ? [{ balance, rules: found }] : [];
  });
  await expireFirst(tx, book, expiring, book.clockMs);
  return { lines, repriced, expired };
}

interface OpenSale extends WaitingRecord {
  /** It waited for its member or store. */
  readonly isWoken: boolean;
}

/** The sales that are still open. If locks are skipped: only sales that it could lock. */
async function readOpen(tx: Tx, plans: readonly SalePlan[], locks: RowLocks): Promise<Map<string, OpenSale>> {
  const ids = plans.map((plan) => plan.id);
  const rows = await tx<(WaitingRow & { id: string; status: string })[]>`
    select id, status, ${waitingColumns(tx, sale, "sale")} from sale where ${amongIds(tx, "id", ids)} and status = any(${[...saleOpenStatuses]}::text[])${lockSkipping(tx, locks)}`;
  const open = new Map<string, OpenSale>();
  for (const row of rows) {
    const { externalId, requestId, lagMs } = waitingOf(row);
    const isWoken = row.status === sale.transitions.await.to;
    open.set(row.id, { externalId, requestId, isWoken, lagMs: isWoken ? undefined : lagMs });
  }
  return open;
}

/**
 * The plans whose sales still have the key of the planned member. An erasure after the planning replaced the member's
 * key, but the sale's only if the sale was committed before. Sales with another key stay pending until the next attempt.
 */
async function plansOfMembers(
  tx: Tx,
  plans: readonly SalePlan[],
  balances: readonly LockedBalance[],
): Promise<readonly SalePlan[]> {
  const erased = new Set(balances.filter(({ isErased }) => isErased).map(balanceName));
  if (erased.size === 0) return plans;
  const isDoubtful = (plan: SalePlan) => erased.has(balanceName(plan.balance));
  const doubtful = plans.filter(isDoubtful).map(({ id }) => id);
  const rows = await tx<{ id: string; member: string }[]>`
    select s.id, m.id as member from sale s cross join ${tx.unsafe(memberByKey("s.member_external_id"))} m
    where s.id = any(${doubtful}::uuid[])`;
  const members = new Map(rows.map((row) => [row.id, row.member]));
  return plans.filter((plan) => !isDoubtful(plan) || members.get(plan.id) === plan.balance.memberId);
}
