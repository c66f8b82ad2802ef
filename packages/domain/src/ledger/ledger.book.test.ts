import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountMax } from "../amount.ts";
import { emptyBalance } from "../testing/balance.ts";
import { applyPosting, hashEntry, openBook } from "./ledger.book.ts";
import { type Balance, type Entry, entryTypes, isAward, type Posting } from "./ledger.entry.ts";

const posting = (amount: bigint, memberId = "m1", currencyId = "c1"): Posting => ({
  memberId,
  currencyId,
  type: "Adjustment",
  amount,
  sourceClass: "Adjustment",
  sourceId: "s",
});
function open(balances: readonly Balance[], clockMs = 1_000) {
  let count = 0;
  return openBook({ balances, clockMs, newId: () => `e${++count}` });
}

const members = ["m1", "m2", "m3"];
const currencies = ["c1", "c2"];
const allBalances = members.flatMap((member) => currencies.map((currency) => emptyBalance(member, currency)));
const postings = fc.array(
  fc.record({
    memberId: fc.constantFrom(...members),
    currencyId: fc.constantFrom(...currencies),
    type: fc.constantFrom(...entryTypes),
    amount: fc.bigInt({ min: -1_000_000n, max: 1_000_000n }).filter((amount) => amount !== 0n),
    sourceClass: fc.constant("SaleCase"),
    sourceId: fc.uuid(),
  }),
  { maxLength: 30 },
);

/** Walks the chain of one member and currency, like an auditor. */
function expectChain(entries: readonly Entry[], from: Balance): Balance {
  let head = from;
  for (const entry of entries) {
    expect(entry.sequence).toBe(head.sequence + 1);
    expect(entry.balanceAfter).toBe(head.balance + entry.amount);
    expect(entry.awardedAfter).toBe(head.awarded + (isAward(entry) ? entry.amount : 0n));
    expect(entry.postedAtMs).toBeGreaterThanOrEqual(head.lastAtMs);
    expect(entry.hash).toBe(hashEntry(entry, head.lastHash));
    head = {
      ...head,
      balance: entry.balanceAfter,
      awarded: entry.awardedAfter,
      sequence: entry.sequence,
      lastAtMs: entry.postedAtMs,
      lastHash: entry.hash,
    };
  }
  return head;
}

describe("openBook", () => {
  test("every member and currency has its own gapless chain with running balances, linked hashes and head", () => {
    fc.assert(
      fc.property(postings, fc.integer({ min: 0, max: 10_000 }), (all, clockMs) => {
        const book = open(allBalances, clockMs);
        for (const one of all) book.post([one]);
        expect(book.entries().map(({ amount, memberId }) => [memberId, amount])).toEqual(
          all.map(({ amount, memberId }) => [memberId, amount]),
        );
        for (const balance of allBalances) {
          const isOf = (one: { memberId: string; currencyId: string }) =>
            one.memberId === balance.memberId && one.currencyId === balance.currencyId;
          const head = expectChain(book.entries().filter(isOf), balance);
          expect(book.balanceOf(balance.memberId, balance.currencyId)).toBe(head.balance);
          expect(book.changedBalances().find(isOf)).toEqual(head.sequence === 0 ? undefined : head);
        }
      }),
    );
  });

  test("posting one by one and posting together write the same", () => {
    fc.assert(
      fc.property(postings, (all) => {
        const [together, single] = [open(allBalances), open(allBalances)];
        together.post(all);
        for (const one of all) single.post([one]);
        expect(together.entries()).toEqual(single.entries());
        expect(together.changedBalances()).toEqual(single.changedBalances());
      }),
    );
  });

  test("a chain continues where an earlier book ended, and its time never runs back even if the clock does", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 10 }), (clocks) => {
        let head = emptyBalance("m1", "c1");
        const written: Entry[] = [];
        for (const clockMs of clocks) {
          const book = open([head], clockMs);
          book.post([posting(5n), posting(-3n)]);
          written.push(...book.entries());
          head = book.changedBalances()[0] as Balance;
        }
        expect(expectChain(written, emptyBalance("m1", "c1"))).toEqual(head);
        expect(written.map((entry) => entry.postedAtMs)).toEqual(
          clocks.flatMap((_, index) => Array(2).fill(Math.max(...clocks.slice(0, index + 1)))),
        );
      }),
    );
  });

  test("the time of an entry is the clock's if the clock has moved on", () => {
    const { entry } = applyPosting({ ...emptyBalance("m1", "c1"), lastAtMs: 900 }, posting(1n), 1_000, "e");
    expect(entry.postedAtMs).toBe(1_000);
  });

  test("an entry keeps its posting and has its own ID", () => {
    const book = open([emptyBalance("m1", "c1")]);
    book.post([posting(5n), posting(-5n)]);
    expect(book.entries()[0]).toMatchObject({ ...posting(5n), id: "e1" });
    expect(book.entries()[1]).toMatchObject({ ...posting(-5n), id: "e2", balanceAfter: 0n, awardedAfter: 5n });
  });

  test("posting to a balance that is not locked throws, and posts nothing", () => {
    const book = open([emptyBalance("m1", "c1")]);
    expect(() => book.post([posting(5n, "m2")])).toThrow("not locked");
    expect(() => book.post([posting(5n, "m1", "c2")])).toThrow("not locked");
    expect([book.entries(), book.changedBalances()]).toEqual([[], []]);
  });

  test("a book without postings has no entry and no changed balance", () => {
    const book = open([{ ...emptyBalance("m1", "c1"), balance: 7n }]);
    book.post([]);
    expect([book.entries(), book.changedBalances(), book.balanceOf("m1", "c1")]).toEqual([[], [], 7n]);
    expect(book.balanceOf("m2", "c1")).toBe(0n);
  });

  test("the running sum of returns adds up by balance, stays over postings, and is no posting itself", () => {
    const book = open([{ ...emptyBalance("m1", "c1"), returnsSum: 10n }, emptyBalance("m1", "c2")]);
    const sums = () => ["c1", "c2"].map((currency) => book.stateOf("m1", currency)?.returnsSum);
    book.addReturns({ memberId: "m1", currencyId: "c1" }, 5n);
    expect([sums(), book.entries(), book.changedBalances()]).toEqual([[15n, 0n], [], []]);
    book.post([posting(5n)]);
    book.addReturns({ memberId: "m1", currencyId: "c1" }, 1n);
    book.addReturns({ memberId: "m1", currencyId: "c2" }, 3n);
    expect([sums(), book.balanceOf("m1", "c1")]).toEqual([[16n, 3n], 5n]);
    book.addReturns({ memberId: "m2", currencyId: "c1" }, 1n);
    expect([book.stateOf("m2", "c1"), book.stateOf("m1", "c3")]).toEqual([undefined, undefined]);
  });
});

describe("fits", () => {
  const at = (balance: bigint) => open([{ ...emptyBalance("m1", "c1"), balance }, emptyBalance("m2", "c1")]);

  test("a balance may reach its limit but not exceed it, on either side of zero", () => {
    expect(at(0n).fits([posting(amountMax)])).toBe(true);
    expect(at(1n).fits([posting(amountMax)])).toBe(false);
    expect(at(0n).fits([posting(-amountMax)])).toBe(true);
    expect(at(-1n).fits([posting(-amountMax)])).toBe(false);
    expect(at(-amountMax).fits([posting(amountMax)])).toBe(true);
    expect(at(5n).fits([])).toBe(true);
  });

  test("an amount that no entry could hold does not fit, whatever the balance", () => {
    expect(at(-amountMax).fits([posting(amountMax + 1n)])).toBe(false);
    expect(at(amountMax).fits([posting(-amountMax - 1n)])).toBe(false);
  });

  test("postings to one balance count together, those to different balances separately", () => {
    expect(at(amountMax - 1n).fits([posting(1n), posting(1n)])).toBe(false);
    expect(at(amountMax - 1n).fits([posting(1n), posting(1n, "m2")])).toBe(true);
    expect(at(amountMax).fits([posting(-1n), posting(1n)])).toBe(true);
    expect(at(amountMax).fits([posting(1n), posting(-1n)])).toBe(false);
  });

  test("earlier postings count, and the check itself posts nothing", () => {
    const book = at(amountMax - 1n);
    expect(book.fits([posting(1n)])).toBe(true);
    expect(book.entries()).toEqual([]);
    book.post([posting(1n)]);
    expect(book.fits([posting(1n)])).toBe(false);
  });
});
