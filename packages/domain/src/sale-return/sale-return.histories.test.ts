import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Amount, amountOf, multiplyRounded, roundings } from "../amount.ts";
import type { SaleItem } from "../sale/sale.class.ts";
import { item, of, Till } from "../testing/till.ts";

const earnings = fc.record({
  rate: fc.oneof(fc.constantFrom(10_000n, 1_000_000n), fc.bigInt({ min: 0n, max: 30_000n })),
  rounding: fc.constantFrom(...roundings),
  fractionDigits: fc.integer({ min: 0, max: 4 }),
});
type Earning = typeof earnings extends fc.Arbitrary<infer One> ? One : never;

/** A line of a sale, its unit price in cents, and in which parts its units come back. */
interface Sold {
  readonly code: string;
  readonly units: number;
  readonly cents: number;
  readonly parts: readonly number[];
  readonly isNamed: boolean;
}
const sold: fc.Arbitrary<Sold> = fc.record({
  code: fc.constantFrom("A", "B", "out"),
  units: fc.integer({ min: 1, max: 5 }),
  cents: fc.integer({ min: 0, max: 2_000 }),
  parts: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }),
  isNamed: fc.boolean(),
});
/** No two lines of a product have the same unit price: so each unit that comes back is known by what it cost. */
const basket = fc.uniqueArray(sold, {
  ...{ minLength: 1, maxLength: 6 },
  selector: ({ code, cents }) => `${code} ${cents}`,
});
/** A price that is lowered, in thousandths of what it may be lowered by at most. */
const reductions = fc.uniqueArray(
  fc.record({ code: fc.constantFrom("A", "B", "out", "discount"), share: fc.integer({ min: 1, max: 1_000 }) }),
  { maxLength: 3, selector: ({ code }) => code },
);

const itemOf = ({ code, units, cents }: Sold) => item(code, units, (units * cents) / 100);
/** As many units as the line sold, at most. */
const partsOf = ({ units, parts }: Sold): number[] => {
  let left = units;
  return parts.flatMap((part) => {
    const back = Math.min(part, left);
    left -= back;
    return back > 0 ? [back] : [];
  });
};

interface Lowered {
  readonly code: string;
  readonly cents: number;
}
interface History {
  readonly lines: readonly Sold[];
  readonly lowered: readonly Lowered[];
  /** Receipts of one line each, in two orders. */
  readonly orders: readonly (readonly SaleItem[])[];
}

const centsOf = (lines: readonly Sold[]) => lines.reduce((sum, { units, cents }) => sum + units * cents, 0);
const linesOf = (lines: readonly Sold[], code: string) => {
  const own = lines.filter((line) => line.code === code);
  return own.length > 0 ? own : lines;
};

/** What honest customers do: refunds are what units cost, no more comes back than was sold, no more is lowered than was paid. */
const honest: fc.Arbitrary<History> = fc.tuple(basket, reductions).chain(([lines, shares]) => {
  const isOnce = ({ code }: { code: string }, index: number) =>
    lines.some((line) => line.code === code) ||
    shares.findIndex((one) => !lines.some((line) => line.code === one.code)) === index;
  const lowered = shares
    .filter(isOnce)
    .map(({ code, share }) => ({ code, cents: Math.floor((centsOf(linesOf(lines, code)) * share) / 1_000) }))
    .filter(({ cents }) => cents > 0);
  const back = lines.flatMap((line, position) =>
    partsOf(line).map((units) =>
      of("S", item(line.code, -units, (0 - units * line.cents) / 100), line.isNamed ? position + 1 : undefined),
    ),
  );
  const all = [...back, ...lowered.map(({ code, cents }) => of("S", item(code, 0, -cents / 100)))];
  return fc
    .shuffledSubarray(all, { minLength: all.length })
    .map((shuffled) => ({ lines, lowered, orders: [all, shuffled] }));
});

/**
 * What the goods that are still kept are worth, looked at once: what they cost, less their share of each reduction of
 * what was sold, as a fraction; in whole ten-thousandths, half up.
 */
function worthOfKept({ lines, lowered }: History, { rate, rounding, fractionDigits }: Earning): Amount {
  const denominator = lowered.reduce((product, { code }) => product * BigInt(centsOf(linesOf(lines, code))), 1n);
  const lefts = lines.map((line) => {
    const kept = line.units - partsOf(line).reduce((sum, part) => sum + part, 0);
    const own = lowered.filter(({ code }) => linesOf(lines, code).includes(line));
    const shares = own.map(
      ({ code, cents }) =>
        (BigInt(cents * line.units * line.cents) * denominator) / BigInt(centsOf(linesOf(lines, code))),
    );
    const left = BigInt(kept * line.cents) * denominator - shares.reduce((sum, share) => sum + share, 0n);
    return line.code === "out" || left < 0n ? 0n : left;
  });
  const sum = lefts.reduce((total, left) => total + left, 0n) * 100n;
  return multiplyRounded((2n * sum + denominator) / (2n * denominator), rate, fractionDigits, rounding);
}

/** Rings receipts one after the other. What each took. */
function ring(till: Till, receipts: readonly (readonly SaleItem[])[]): Amount[] {
  return receipts.map((items, index) => {
    const { taken, status } = till.ring(`R${index}`, items);
    expect(status).toBe("Resolved-Completed");
    return taken;
  });
}
const sumOf = (all: readonly Amount[]) => all.reduce((sum, one) => sum + one, 0n);

describe("returns and linked reductions of honest customers", () => {
  test("take the same in any order: what the sale earned, less what the goods that are kept are worth", () => {
    fc.assert(
      fc.property(honest, earnings, (history, earning) => {
        const taken = history.orders.map((order) => {
          const till = new Till(["A", "B"], earning);
          const { earned } = till.ring("S", history.lines.map(itemOf));
          const steps = ring(
            till,
            order.map((one) => [one]),
          );
          expect(steps.every((points) => points >= 0n)).toBe(true);
          return earned - sumOf(steps);
        });
        const worth = worthOfKept(history, earning);
        expect(taken).toEqual([worth, worth]);
      }),
      { numRuns: 1_000 },
    );
  });

  test("take the same on one receipt as on many", () => {
    fc.assert(
      fc.property(honest, earnings, ({ lines, orders: [order = []] }, earning) => {
        fc.pre(order.length > 0);
        const [together, apart] = [[order], order.map((one) => [one])].map((receipts) => {
          const till = new Till(["A", "B"], earning);
          till.ring("S", lines.map(itemOf));
          return sumOf(ring(till, receipts));
        });
        expect(together).toBe(apart);
      }),
    );
  });
});

const cents = fc.integer({ min: 0, max: 900 }).map((amount) => amount / 100);
const purchase = fc.record({
  code: fc.constantFrom("A", "B", "out"),
  units: fc.integer({ min: 1, max: 4 }),
  total: cents,
});
const anything = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .record({ code: fc.constantFrom("A", "B", "out", "none"), units: fc.integer({ min: 1, max: 5 }), total: cents })
      .map(({ code, units, total }) => item(code, -units, 0 - total)),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ code: fc.constantFrom("A", "B", "discount"), units: fc.integer({ min: 1, max: 20_000 }) })
      .map(({ code, units }) => item(code, 0, -units / 10_000)),
  },
);

describe("whatever tills send", () => {
  test("no return and no reduction gives a point", () => {
    const lines = fc.array(purchase, { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(lines, fc.array(anything, { maxLength: 12 }), earnings, (bought, later, earning) => {
        const till = new Till(["A", "B"], earning);
        till.ring(
          "S",
          bought.map(({ code, units, total }) => item(code, units, total)),
        );
        const steps = ring(
          till,
          later.map((one) => [of("S", one)]),
        );
        expect(steps.filter((points) => points < 0n)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  test("a share that has no end, such as a third, takes nothing from an exact half", () => {
    const till = new Till(["P"]);
    till.ring("S", [item("P", 1, 3), item("P", 1, 4), item("GIFTCARD", 1, 1_393)]);
    // 7 less 2, less 7 of 1,400 parts of a cent: 4.99995, which is 5.0000.
    const taken = ring(till, [[of("S", item("GOODWILL", 0, -0.01))], [of("S", item("P", 0, -2))]]);
    expect(sumOf(taken)).toBe(amountOf(2));
  });

  test("small reductions of a sale of many lines, of which one is left, give no point", () => {
    const till = new Till(["A", "B"], { rate: amountOf(100), rounding: "toward-zero", fractionDigits: 0 });
    till.ring("S", [item("B", 1, 1), ...Array.from({ length: 499 }, () => item("A", 1, 1))]);
    const back = Array.from({ length: 499 }, () => of("S", item("A", -1, -1)));
    const cent = of("S", item("discount", 0, -0.01));
    const [, ...steps] = ring(till, [back, ...Array.from({ length: 500 }, () => [cent])]);
    expect(steps.filter((points) => points < 0n)).toEqual([]);
    // Each cent takes a five-hundredth of a point of the line that is left: one point in all.
    expect(sumOf(steps)).toBe(amountOf(1));
  });

  test("many small returns without a sale take what one large one takes, however they are split over receipts", () => {
    const receipts = fc.array(fc.array(cents, { minLength: 1, maxLength: 4 }), { maxLength: 6 });
    fc.assert(
      fc.property(receipts, earnings, (all, earning) => {
        const small = new Till(["A"], earning);
        const steps = ring(
          small,
          all.map((totals) => totals.map((total) => item("A", -1, 0 - total))),
        );
        const total = all.flat().reduce((sum, one) => sum + amountOf(one), 0n);
        const [large] = ring(new Till(["A"], earning), [[item("A", -1, 0 - Number(total) / 10_000)]]);
        expect(sumOf(steps)).toBe(large);
        expect(steps.every((points) => points >= 0n)).toBe(true);
      }),
    );
  });
});
