import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emptyBalance } from "../testing/balance.ts";
import { availableOf, takenOf } from "./ledger.available.ts";
import { applyPosting } from "./ledger.book.ts";
import { type Balance, type Entry, isAward, type Posting } from "./ledger.entry.ts";

interface Lot {
  readonly sequence: number;
  left: bigint;
}

// biome-ignore lint/complexity/useMathMinMax: Math.min takes no BigInt.
const least = (...values: bigint[]) => values.reduce((low, value) => (value < low ? value : low));

/** A simple FIFO model: a deduction consumes the oldest lots and then makes debt; an award pays debt first. */
function keepLots(amounts: readonly bigint[]): Map<number, bigint> {
  const lots: Lot[] = [];
  let debt = 0n;
  amounts.forEach((amount, index) => {
    if (amount > 0n) {
      const paid = least(amount, debt);
      debt -= paid;
      lots.push({ sequence: index + 1, left: amount - paid });
      return;
    }
    let due = -amount;
    for (const lot of lots) {
      const eaten = least(lot.left, due);
      lot.left -= eaten;
      due -= eaten;
    }
    debt += due;
  });
  return new Map(lots.map((lot) => [lot.sequence, lot.left]));
}

function postAll(amounts: readonly bigint[]): { entries: Entry[]; balance: Balance } {
  const entries: Entry[] = [];
  let balance = emptyBalance();
  for (const amount of amounts) {
    const posting = { memberId: "m", currencyId: "c", type: "Sale", amount, sourceClass: "S", sourceId: "s" } as const;
    const { entry, after } = applyPosting(balance, posting, 0, "e");
    entries.push(entry);
    balance = after;
  }
  return { entries, balance };
}

const amounts = fc.array(
  fc.bigInt({ min: -60n, max: 40n }).filter((amount) => amount !== 0n),
  { maxLength: 25 },
);

describe("availableOf", () => {
  test("equals what FIFO bookkeeping leaves of each award, debts included", () => {
    fc.assert(
      fc.property(amounts, (all) => {
        const { entries, balance } = postAll(all);
        const lots = keepLots(all);
        for (const entry of entries) expect(availableOf(entry, balance)).toBe(lots.get(entry.sequence) ?? 0n);
      }),
      { numRuns: 1_000 },
    );
  });

  test("sums to the balance, or to 0 in debt; is never negative and never more than was awarded", () => {
    fc.assert(
      fc.property(amounts, (all) => {
        const { entries, balance } = postAll(all);
        const available = entries.map((entry) => availableOf(entry, balance));
        const sum = available.reduce((total, one) => total + one, 0n);
        expect(sum).toBe(balance.balance > 0n ? balance.balance : 0n);
        entries.forEach((entry, index) => {
          const left = available[index] as bigint;
          expect(left >= 0n && left <= (entry.amount > 0n ? entry.amount : 0n)).toBe(true);
        });
      }),
    );
  });

  test.each([
    ["a deduction consumes the oldest award first", [10n, 10n, -15n], [0n, 5n, 0n]],
    ["an award pays off a debt first", [-5n, 8n], [0n, 3n]],
    ["an award smaller than the debt has nothing left", [-5n, 3n], [0n, 0n]],
    ["an award consumed to the last point has nothing left", [5n, -5n], [0n, 0n]],
    ["an untouched award has all of it left", [5n, 7n], [5n, 7n]],
    ["an entry of 0 points has nothing left", [5n, 0n, 7n], [5n, 0n, 7n]],
  ])("%s", (_, all, expected) => {
    const { entries, balance } = postAll(all);
    expect(entries.map((entry) => availableOf(entry, balance))).toEqual(expected);
  });
});

describe("availableOf after linked returns and expiry", () => {
  const awards = [100n, 50n, 30n].map((amount, index) => ({
    type: "Sale" as const,
    amount,
    awardedAfter: [100n, 150n, 180n][index] as bigint,
  }));
  const leftOf = (balance: { balance: bigint; returned: bigint }, returned: readonly bigint[], expired = 0n) =>
    awards.map((award, index) => {
      const returnedUpTo = returned.slice(0, index + 1).reduce((sum, one) => sum + one, 0n);
      const losses = { returned: returned[index] as bigint, returnedUpTo, expired };
      return availableOf(award, { ...balance, awarded: 180n }, losses);
    });

  test.each([
    ["a return takes from its own award, not from the oldest", 160n, [0n, 20n, 0n], 0n, [100n, 30n, 30n]],
    ["a deduction consumes what returns left", 70n, [0n, 50n, 0n], 0n, [40n, 0n, 30n]],
    ["what was spent before its return is a debt of the next award", 60n, [100n, 0n, 0n], 0n, [0n, 30n, 30n]],
    ["expired awards are gone before an entry takes them", 180n, [0n, 0n, 0n], 100n, [0n, 50n, 30n]],
    ["what was spent of them counts once", 140n, [0n, 0n, 0n], 100n, [0n, 50n, 30n]],
    ["what returns took of them did not expire", 150n, [30n, 0n, 0n], 70n, [0n, 50n, 30n]],
  ])("%s", (_, balance, returned, expired, expected) => {
    const sum = returned.reduce((total, one) => total + one, 0n);
    expect(leftOf({ balance, returned: sum }, returned, expired)).toEqual(expected);
  });
});

describe("takenOf", () => {
  test("what deductions took of an award plus what is left equals its amount, in any order of posting", () => {
    fc.assert(
      fc.property(amounts, (all) => {
        const { entries, balance } = postAll(all);
        for (const award of entries.filter(({ amount }) => amount > 0n)) {
          const taken = entries.reduce((sum, entry) => sum + takenOf(award, entry), 0n);
          expect(taken + availableOf(award, balance)).toBe(award.amount);
        }
      }),
    );
  });

  test("what Cancellations gave back comes off what deductions took, and an award has the rest", () => {
    const steps = fc.array(fc.record({ points: fc.bigInt({ min: -60n, max: 40n }), isBack: fc.boolean() }), {
      maxLength: 25,
    });
    fc.assert(
      fc.property(steps, (all) => {
        let balance = emptyBalance();
        const entries = all.map(({ points, isBack }) => {
          const deducted = balance.awarded - balance.balance;
          // At most what deductions took.
          const back = isBack ? least(points > 0n ? points : 0n, deducted) : 0n;
          const posting = { memberId: "m", currencyId: "c", sourceClass: "S", sourceId: "s" };
          const typed = isBack ? { type: "Cancellation", amount: back } : { type: "Sale", amount: points };
          const { entry, after } = applyPosting(balance, { ...posting, ...typed } as Posting, 0, "e");
          balance = after;
          return entry;
        });
        const awards = entries.filter(isAward);
        for (const award of awards) {
          const taken = entries.reduce((sum, entry) => sum + takenOf(award, entry), 0n);
          expect(taken + availableOf(award, balance)).toBe(award.amount);
        }
        const sum = entries.reduce((total, entry) => total + availableOf(entry, balance), 0n);
        expect(sum).toBe(balance.balance > 0n ? balance.balance : 0n);
      }),
      { numRuns: 1_000 },
    );
  });

  /** An award; or a deduction, of which some came back of an award's sale. */
  const step = fc.oneof(
    fc.bigInt({ min: 1n, max: 40n }).map((points) => ({ points, back: 0n, of: 0 })),
    fc.record({ points: fc.bigInt({ min: -60n, max: 0n }), back: fc.bigInt({ min: 0n, max: 25n }), of: fc.nat(5) }),
  );

  test("with linked returns too, no entry takes less than nothing, and what all took and what is left equals the award", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const returned: bigint[] = [];
        const awards: bigint[] = [];
        const linked = steps.map(({ points, back, of }) => {
          if (points > 0n) awards.push(points);
          const left = points > 0n ? 0n : (awards[of] ?? 0n) - (returned[of] ?? 0n);
          const own = back < left ? back : left;
          returned[of] = (returned[of] ?? 0n) + own;
          return { of, own };
        });
        const { entries, balance } = postAll(steps.map(({ points }, index) => points - (linked[index]?.own ?? 0n)));
        const all = linked.reduce((sum, { own }) => sum + own, 0n);
        let returnedUpTo = 0n;
        for (const [at, award] of entries.filter(({ amount }) => amount > 0n).entries()) {
          returnedUpTo += returned[at] ?? 0n;
          const losses = { returned: returned[at] ?? 0n, returnedUpTo };
          let upTo = 0n;
          const taken = entries.map((entry, index) => {
            const { of, own } = linked[index] ?? { of: 0, own: 0n };
            upTo += own;
            return takenOf(award, entry, losses, { own: of === at ? own : 0n, all: own, upTo });
          });
          expect(taken.every((points) => points >= 0n)).toBe(true);
          const left = availableOf(award, { ...balance, returned: all }, { ...losses, expired: 0n });
          expect(taken.reduce((sum, points) => sum + points, 0n) + left).toBe(award.amount);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("an award takes nothing of an award, nor a deduction or an entry of 0 points of anything", () => {
    const { entries } = postAll([100n, -30n, 0n, 50n, -90n]);
    const [first, spent, none, second, more] = entries as [Entry, Entry, Entry, Entry, Entry];
    for (const award of [first, second])
      for (const entry of [first, none, second]) expect(takenOf(award, entry)).toBe(0n);
    for (const award of [spent, none, more]) for (const entry of entries) expect(takenOf(award, entry)).toBe(0n);
    expect([takenOf(first, more), takenOf(second, more)]).toEqual([70n, 20n]);
  });

  test("a linked return takes from its own award, also where its points were spent before", () => {
    const { entries } = postAll([100n, 50n, -20n, -80n, -30n]);
    const [old, own, returned, spent, mixed] = entries as [Entry, Entry, Entry, Entry, Entry];
    const losses = { returned: 30n, returnedUpTo: 30n };
    const taken = (award: Entry, lost: { returned: bigint; returnedUpTo: bigint }, share: bigint) => [
      takenOf(award, returned, lost, { own: share * 20n, all: 20n, upTo: 20n }),
      takenOf(award, spent, lost, { own: 0n, all: 0n, upTo: 20n }),
      takenOf(award, mixed, lost, { own: share * 10n, all: 10n, upTo: 30n }),
    ];
    expect(taken(old, { returned: 0n, returnedUpTo: 0n }, 0n)).toEqual([0n, 80n, 20n]);
    expect(taken(own, losses, 1n)).toEqual([20n, 0n, 10n]);
  });

  test("the oldest award is consumed first, and a debt is paid off by the next one", () => {
    const { entries } = postAll([100n, 50n, -120n, -60n, 40n]);
    const [first, second, spent, more, last] = entries as [Entry, Entry, Entry, Entry, Entry];
    const taken = [first, second, last].map((award) => [takenOf(award, spent), takenOf(award, more)]);
    expect(taken).toEqual([
      [100n, 0n],
      [20n, 30n],
      [0n, 30n],
    ]);
  });
});
