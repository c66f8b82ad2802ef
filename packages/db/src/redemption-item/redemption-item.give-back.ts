import {
  type Amount,
  AppError,
  amountOf,
  type Balance,
  type Book,
  balanceName,
  cancellationType,
  changeOf,
  type ExpiredAwards,
  type FieldChange,
  fitsCancellations,
  formatAmount,
  isStockCounted,
  openBook,
  type Posting,
  postCancellation,
  redemptionItem,
  showAmount,
} from "@rewards/domain";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../client.ts";
import { readGone } from "../expiry/expiry.gone.ts";
import { lockBalances, readClock } from "../ledger/ledger.lock.ts";
import { writeBook } from "../ledger/ledger.write.ts";
import { type RowLocks, skipLocked } from "../lock.ts";
import { keysOf, type Paid, readPaid } from "./redemption-item.paid.ts";

/** A locked item that can be cancelled. */
export interface CancelledItem {
  readonly id: string;
  readonly redemptionId: string;
  readonly rewardId: string;
  readonly quantity: Amount;
  readonly cost: Amount;
}

/** The changes of the balance that an item gave points back to. Undefined: another session holds a row that it needs. */
export type GivenBack = readonly FieldChange[] | AppError | undefined;

/**
 * Gives back the points and the counted stock of items, and takes them off the list of those that expire. The items of a
 * group are given back together or not at all.
 * @returns by the ID of each item.
 */
export async function giveBack(
  tx: Tx,
  groups: readonly (readonly CancelledItem[])[],
  locks: RowLocks,
): Promise<ReadonlyMap<string, GivenBack>> {
  const items = groups.flat();
  const paid = await readPaid(
    tx,
    items.map(({ redemptionId }) => redemptionId),
  );
  const balances = await lockBalances(tx, [...paid.values()].flatMap(keysOf), locks);
  const [stock, clockMs] = await Promise.all([lockStockOf(tx, items, locks), readClock(tx)]);
  const gone = await readGone(tx, expiring(balances, [...paid.values()]), clockMs);
  const book = openBook({ balances, clockMs, newId: uuidv7 });
  const given = new Map<string, GivenBack>();
  for (const group of groups) {
    const isBlocked = group.some((one) => !isFree(one, { paid, stock, book }));
    const refusal = isBlocked ? undefined : refuse(group, paid, book);
    for (const one of group)
      given.set(one.id, isBlocked || refusal ? refusal : postOne(one, paid.get(one.redemptionId), book, gone));
  }
  const done = items.filter(({ id }) => Array.isArray(given.get(id)));
  await Promise.all([
    writeBook(tx, book),
    putBack(
      tx,
      done.filter(({ rewardId }) => stock.counted.has(rewardId)),
    ),
    tx`delete from expiring where item_id = any(${done.map(({ id }) => id)}::uuid[])`,
  ]);
  return given;
}

function expiring(balances: readonly Balance[], paid: readonly Paid[]) {
  const rulesOf = new Map(paid.map((one) => [one.currencyId, one.rules]));
  return balances.flatMap((balance) => {
    const rules = rulesOf.get(balance.currencyId);
    return rules ? [{ balance, rules }] : [];
  });
}

interface Stock {
  /** The rewards whose stock is counted. */
  readonly counted: ReadonlySet<string>;
  /** Those of them whose row is locked. */
  readonly locked: ReadonlySet<string>;
}

async function lockStockOf(tx: Tx, items: readonly CancelledItem[], locks: RowLocks): Promise<Stock> {
  const ids = [...new Set(items.map(({ rewardId }) => rewardId))];
  const rewards = await tx<{ id: string; type: string }[]>`
    select id, reward_type as type from reward where id = any(${ids}::uuid[])`;
  const counted = rewards.flatMap(({ id, type }) => (isStockCounted(type) ? [id] : []));
  const rows = await tx<{ id: string }[]>`
    select reward_id as id from stock where reward_id = any(${counted}::uuid[]) order by reward_id for update${skipLocked(tx, locks)}`;
  return { counted: new Set(counted), locked: new Set(rows.map(({ id }) => id)) };
}

interface Locked {
  readonly paid: ReadonlyMap<string, Paid>;
  readonly stock: Stock;
  readonly book: Book;
}

function isFree({ redemptionId, rewardId }: CancelledItem, { paid, stock, book }: Locked): boolean {
  const balance = paid.get(redemptionId);
  const isBalanceFree =
    !balance || keysOf(balance).every((key) => book.stateOf(key.memberId, key.currencyId) !== undefined);
  return isBalanceFree && (!stock.counted.has(rewardId) || stock.locked.has(rewardId));
}

function postingOf({ id, cost }: CancelledItem, paid: Paid | undefined): Posting[] {
  if (!paid || cost === 0n) return [];
  const { memberId, currencyId } = paid;
  const source = { sourceClass: redemptionItem.class, sourceId: id };
  return [{ memberId, currencyId, type: cancellationType, amount: cost, ...source }];
}

/** The items of a group are of one redemption. */
function refuse(group: readonly CancelledItem[], paid: Locked["paid"], book: Book): AppError | undefined {
  const postings = group.flatMap((one) => postingOf(one, paid.get(one.redemptionId)));
  const mergedInto = paid.get(group[0]?.redemptionId ?? "")?.mergedInto ?? null;
  return fitsCancellations(book, postings, mergedInto) ? undefined : new AppError("Error_Balance_OutOfRange");
}

function postOne(
  one: CancelledItem,
  paid: Paid | undefined,
  book: Book,
  gone: ReadonlyMap<string, ExpiredAwards>,
): readonly FieldChange[] {
  const [posting] = postingOf(one, paid);
  if (!posting || !paid) return [];
  const holder = paid.mergedInto ?? paid.memberId;
  const before = book.balanceOf(holder, paid.currencyId);
  postCancellation(book, posting, paid.mergedInto, gone.get(balanceName(paid)));
  const after = book.balanceOf(holder, paid.currencyId);
  return changeOf(`Balance.${paid.name}`, showAmount(before), showAmount(after));
}

async function putBack(tx: Tx, items: readonly CancelledItem[]): Promise<void> {
  const back = new Map<string, Amount>();
  for (const { rewardId, quantity } of items) back.set(rewardId, (back.get(rewardId) ?? 0n) + quantity);
  const ids = [...back.keys()];
  if (ids.length === 0) return;
  await tx`
    update stock s set available = s.available + r.quantity, issued = s.issued - r.quantity
    from unnest(${ids}::uuid[], ${[...back.values()].map(formatAmount)}::numeric[]) as r(id, quantity)
    where s.reward_id = any(${ids}::uuid[]) and s.reward_id = r.id`;
}

interface ItemValues {
  readonly id: string;
  readonly redemption: string;
  readonly reward: string;
  readonly quantity: string;
  readonly cost: string;
}

/** The item of a row. */
export const itemOf = ({ id, redemption, reward, quantity, cost }: ItemValues): CancelledItem => ({
  ...{ id, redemptionId: redemption, rewardId: reward },
  ...{ quantity: amountOf(quantity), cost: amountOf(cost) },
});
