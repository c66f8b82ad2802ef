import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyPosting } from "../ledger/ledger.book.ts";
import type { Balance } from "../ledger/ledger.entry.ts";
import { emptyBalance } from "../testing/balance.ts";
import { expiryPosting, overdueOf, pendingOf, spendableOf } from "./expiry.due.ts";

/** After these amounts, of which `returned` came back by linked returns. */
const balanceAfter = (amounts: readonly bigint[], returned = 0n): Balance =>
  amounts.reduce(
    (before, amount, index) => {
      const source = { sourceClass: "S", sourceId: `s${index}` };
      return applyPosting(before, { memberId: "m", currencyId: "c", type: "Sale", amount, ...source }, 0, "e").after;
    },
    { ...emptyBalance(), returned },
  );

describe("what has expired", () => {
  test.each<[string, bigint[], bigint, bigint, bigint]>([
    ["is overdue if it was not spent", [100n, 50n], 0n, 100n, 100n],
    ["was spent first", [100n, 50n, -30n], 0n, 100n, 70n],
    ["and was all spent is not overdue", [100n, 50n, -120n], 0n, 100n, 0n],
    ["is overdue once", [100n, 50n, -100n], 0n, 100n, 0n],
    ["and came back was taken from its own award", [100n, 50n, -40n], 40n, 60n, 60n],
    ["is untouched by the return of a later award", [100n, 50n, -50n], 50n, 100n, 100n],
    ["paid off a debt", [-30n, 100n, 50n], 0n, 100n, 70n],
  ])("%s", (_, amounts, returned, expired, overdue) => {
    const balance = balanceAfter(amounts, returned);
    expect(overdueOf(balance, expired)).toBe(overdue);
    const posting = expiryPosting(balance, { lastId: "a", points: expired });
    expect(posting).toEqual(
      overdue === 0n
        ? undefined
        : {
            memberId: "m",
            currencyId: "c",
            type: "Expiry",
            amount: -overdue,
            sourceClass: "LedgerEntryCase",
            sourceId: "a",
          },
    );
  });

  test("is nothing without an expired award", () =>
    expect(expiryPosting(balanceAfter([5n]), undefined)).toBeUndefined());
});

const history = fc
  .array(fc.bigInt({ min: -60n, max: 40n }), { maxLength: 20 })
  .map((amounts) => amounts.filter((amount) => amount !== 0n));

test("spendable, pending and overdue points are never negative and make up the balance, or 0 in debt", () => {
  fc.assert(
    fc.property(history, fc.nat(100), fc.nat(100), (amounts, expiredShare, recentShare) => {
      const balance = balanceAfter(amounts);
      const expired = (balance.awarded * BigInt(expiredShare)) / 100n;
      const recent = ((balance.awarded - expired) * BigInt(recentShare)) / 100n;
      const parts = [overdueOf(balance, expired), spendableOf(balance, expired, recent), pendingOf(balance, recent)];
      expect(parts.every((part) => part >= 0n)).toBe(true);
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(balance.balance > 0n ? balance.balance : 0n);
    }),
    { numRuns: 1_000 },
  );
});

test("once taken, nothing is overdue, and what can be spent is the same", () => {
  fc.assert(
    fc.property(history, fc.nat(100), fc.nat(100), (amounts, expiredShare, recentShare) => {
      const balance = balanceAfter(amounts);
      const points = (balance.awarded * BigInt(expiredShare)) / 100n;
      const recent = ((balance.awarded - points) * BigInt(recentShare)) / 100n;
      const posting = expiryPosting(balance, { lastId: "a", points });
      const later = posting ? applyPosting(balance, posting, 0, "x").after : balance;
      expect(overdueOf(later, points)).toBe(0n);
      expect(spendableOf(later, points, recent)).toBe(spendableOf(balance, points, recent));
      expect(later.balance >= 0n || later.balance === balance.balance).toBe(true);
    }),
  );
});
