import { hash } from "node:crypto";
import { type Amount, fitsAmount, formatAmount, type Product } from "../amount.ts";
import { moveTiers, type TierBooks, type TierChange } from "../tier/tier.sums.ts";
import { type Balance, type BalanceKey, type Entry, isAward, type Posting } from "./ledger.entry.ts";
import { whyText } from "./ledger.why.ts";

/** A name for a balance, unique by member and currency. */
export const balanceName = ({ memberId, currencyId }: BalanceKey) => `${memberId}/${currencyId}`;

/**
 * The balances of one transaction, opened after they were locked. Decisions read and post here one after the other, so
 * that a batch sees its own effects. All postings are written together at the end.
 */
export interface Book {
  /** Postgres' clock, read after the locks. */
  readonly clockMs: number;
  /** The current balance, including this book's postings; 0 if the member has none in this currency. */
  balanceOf(memberId: string, currencyId: string): Amount;
  /** The current state of a balance, including this book's postings; undefined if it is not locked. */
  stateOf(memberId: string, currencyId: string): Balance | undefined;
  /** Whether the postings, applied together, keep the balance within what an amount can hold. */
  fits(postings: readonly Posting[]): boolean;
  /** Adds to the running sum of returns without a sale. */
  addReturns(key: BalanceKey, value: Product): void;
  /** @returns their entries. */
  post(postings: readonly Posting[]): readonly Entry[];
  entries(): readonly Entry[];
  /** In order. */
  tierChanges(): readonly TierChange[];
  changedBalances(): readonly Balance[];
}

export interface BookInput {
  /** The locked balances. Posting to any other balance is a programming error. */
  readonly balances: readonly Balance[];
  /** Postgres' clock, read after the locks. */
  readonly clockMs: number;
  readonly newId: () => string;
  /** How postings count for tiers now; absent if no programme has any. */
  readonly tiers?: TierBooks | undefined;
}

export function openBook({ balances, clockMs, newId, tiers }: BookInput): Book {
  const current = new Map(balances.map((balance) => [balanceName(balance), balance]));
  const changed = new Map<string, Balance>();
  const entries: Entry[] = [];
  const tierChanges: TierChange[] = [];

  /** The balance with its tier sums after the posting. */
  function counted(after: Balance, posting: Posting, sequence: number): Balance {
    const { counted: moves, memberId, currencyId, type, sourceId } = posting;
    const rules = moves && tiers?.get(currencyId);
    if (!rules) return after;
    const moved = moveTiers(after.tiers, rules, moves, { sequence, nowMs: after.lastAtMs });
    const [from, to] = [after.tiers?.tier ?? null, moved.tier];
    const saleId = type === "Sale" || type === "Return" ? sourceId : null;
    if (from !== to) tierChanges.push({ id: newId(), memberId, currencyId, from, to, atMs: after.lastAtMs, saleId });
    return { ...after, tiers: moved };
  }

  function postOne(posting: Posting): Entry {
    const key = balanceName(posting);
    const before = current.get(key);
    if (!before) throw new Error("posting to a balance that is not locked");
    const { entry, after: posted } = applyPosting(before, posting, clockMs, newId());
    const after = counted(posted, posting, before.sequence);
    current.set(key, after);
    changed.set(key, after);
    entries.push(entry);
    return entry;
  }

  return {
    clockMs,
    balanceOf: (memberId, currencyId) => current.get(balanceName({ memberId, currencyId }))?.balance ?? 0n,
    stateOf: (memberId, currencyId) => current.get(balanceName({ memberId, currencyId })),
    fits(postings) {
      const sums = new Map<string, Amount>();
      return postings.every((posting) => {
        const key = balanceName(posting);
        const sum = (sums.get(key) ?? current.get(key)?.balance ?? 0n) + posting.amount;
        sums.set(key, sum);
        return fitsAmount(posting.amount) && fitsAmount(sum);
      });
    },
    addReturns(key, value) {
      const name = balanceName(key);
      const state = current.get(name);
      if (state) current.set(name, { ...state, returnsSum: state.returnsSum + value });
    },
    post: (postings) => postings.map(postOne),
    entries: () => entries,
    tierChanges: () => tierChanges,
    changedBalances: () => [...changed.values()],
  };
}

/** One step of the ledger: the entry, and the balance after it. Time never runs back within a balance. */
export function applyPosting(
  before: Balance,
  posting: Posting,
  clockMs: number,
  id: string,
): { entry: Entry; after: Balance } {
  const balanceAfter = before.balance + posting.amount;
  const awardedAfter = isAward(posting) ? before.awarded + posting.amount : before.awarded;
  const sequence = before.sequence + 1;
  const postedAtMs = Math.max(before.lastAtMs, clockMs);
  const { memberId, currencyId, type, amount, sourceClass, sourceId } = posting;
  // Written out, not spread: this runs for every sale, and spreading an object into a larger one costs microseconds.
  const unhashed = {
    memberId,
    currencyId,
    type,
    amount,
    sourceClass,
    sourceId,
    sequence,
    balanceAfter,
    awardedAfter,
    postedAtMs,
    rules: posting.rules ?? null,
    why: posting.why ?? whyText({ base: amount }),
    id,
    hash: "",
  };
  const hash = hashEntry(unhashed, before.lastHash);
  return {
    entry: { ...unhashed, hash },
    after: {
      id: before.id,
      memberId,
      currencyId,
      balance: balanceAfter,
      awarded: awardedAfter,
      returned: before.returned,
      returnsSum: before.returnsSum,
      sequence,
      lastAtMs: postedAtMs,
      lastHash: hash,
      tiers: before.tiers,
    },
  };
}

/**
 * The hash of an entry, which covers the previous entry's hash. It covers no name and no external key, so that erasing a
 * person's data keeps the chain intact. It begins with the version of its form.
 */
export function hashEntry(entry: Omit<Entry, "hash" | "id">, previousHash: string): string {
  const { memberId, currencyId, sequence, type, sourceId, amount, balanceAfter, postedAtMs, rules, why } = entry;
  const what = `${memberId}|${currencyId}|${sequence}|${type}|${sourceId}`;
  const state = `${formatAmount(amount)}|${formatAmount(balanceAfter)}|${postedAtMs}|${previousHash}`;
  return hash("sha256", `v1|${what}|${state}|${rules ?? ""}|${why}`);
}
