import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Goods, groupByPrice, least, openShelf, type Part, spread, takeUnits } from "./sale.units.ts";

const goods = (quantity: number, amount: number): Goods => ({ quantity: BigInt(quantity), amount: BigInt(amount) });
const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, one) => sum + one, 0n);

/** Small numbers, so that prices are often equal or equally near. */
const sold = fc.record({ quantity: fc.bigInt({ min: 1n, max: 6n }), amount: fc.bigInt({ min: 0n, max: 12n }) });
const lines = fc.array(sold, { minLength: 1, maxLength: 8 });

/** How far the price of a unit is from another one, as a fraction with one denominator for all. */
const distanceOf = (one: Goods, other: Goods, all: readonly Goods[]) => {
  const whole = all.reduce((product, { quantity }) => product * quantity, other.quantity);
  const distance = (one.amount * whole) / one.quantity - (other.amount * whole) / other.quantity;
  return distance < 0n ? -distance : distance;
};

describe("groupByPrice", () => {
  test("groups lines of one unit price, whatever their quantity, the lowest first", () => {
    const all = [goods(2, 20), goods(1, 3), goods(1, 10), goods(5, 0), goods(3, 30), goods(2, 6)];
    expect(groupByPrice([0, 1, 2, 3, 4, 5], (line) => all[line] as Goods)).toEqual([
      { sold: all[3], lines: [3] },
      { sold: all[1], lines: [1, 5] },
      { sold: all[0], lines: [0, 2, 4] },
    ]);
    expect(groupByPrice([], () => goods(1, 1))).toEqual([]);
  });

  test("puts the lines of a group in their order, whatever the order in which they are given", () => {
    expect(groupByPrice([4, 0, 2], () => goods(1, 1))).toEqual([{ sold: goods(1, 1), lines: [0, 2, 4] }]);
  });
});

describe("openShelf", () => {
  test("gives the line of the nearest unit price that has units; of two as near, the first", () => {
    const takes = fc.array(fc.tuple(sold, fc.bigInt({ min: 1n, max: 6n })), { maxLength: 12 });
    fc.assert(
      fc.property(lines, takes, (all, steps) => {
        const left = all.map(({ quantity }) => quantity);
        const groups = groupByPrice([...all.keys()], (line) => all[line] as Goods);
        const shelf = openShelf(groups, (line) => (left[line] as bigint) > 0n);
        for (const [wanted, units] of steps) {
          const possible = [...all.keys()].filter((line) => (left[line] as bigint) > 0n);
          const far = (line: number) => distanceOf(all[line] as Goods, wanted, all);
          const nearest = possible.reduce<number | undefined>(
            (best, line) => (best !== undefined && far(best) <= far(line) ? best : line),
            undefined,
          );
          const line = shelf.nearest(wanted);
          expect(line).toBe(nearest);
          if (line !== undefined) left[line] = (left[line] as bigint) > units ? (left[line] as bigint) - units : 0n;
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("asks a line again only until it has no units", () => {
    const asked: number[] = [];
    const groups = groupByPrice([0, 1], () => goods(1, 1));
    const shelf = openShelf(groups, (line) => {
      asked.push(line);
      return false;
    });
    expect([shelf.nearest(goods(1, 1)), shelf.nearest(goods(1, 1)), asked]).toEqual([undefined, undefined, [0, 1]]);
  });
});

describe("takeUnits", () => {
  /** Takes from these lines in their order. What is left over, and the parts. */
  function take(units: Goods, ...from: Goods[]) {
    const left = [...from];
    const parts: Part[] = [];
    const rest = takeUnits(
      units,
      () => left.findIndex(({ quantity }) => quantity > 0n) as number | undefined,
      (line) => left[line] as Goods,
      (part) => {
        parts.push(part);
        const { quantity, amount } = left[part.line] as Goods;
        left[part.line] = { quantity: quantity - part.quantity, amount: amount - part.amount };
      },
    );
    return { rest, parts };
  }
  const part = (line: number, quantity: number, amount: number) => ({ line, ...goods(quantity, amount) });

  test.each([
    ["a part of a line loses the refund", goods(1, 4), [goods(3, 10)], [part(0, 1, 4)]],
    ["a part of a line loses at most what it has", goods(1, 40), [goods(3, 10)], [part(0, 1, 10)]],
    ["the last unit takes the whole amount, whatever was refunded", goods(3, 4), [goods(3, 10)], [part(0, 3, 10)]],
    [
      "the next line gets what is left of the refund",
      goods(4, 14),
      [goods(3, 10), goods(2, 8)],
      [part(0, 3, 10), part(1, 1, 4)],
    ],
    [
      "the next line gets nothing of a refund that is used up",
      goods(4, 4),
      [goods(3, 10), goods(2, 8)],
      [part(0, 3, 10), part(1, 1, 0)],
    ],
  ])("%s", (_, units, from, parts) => {
    expect(take(units, ...from)).toEqual({ rest: goods(0, 0), parts });
  });

  test("what no line has is left over, with what is left of the refund", () => {
    const none = (units: Goods) =>
      takeUnits(
        units,
        () => undefined,
        () => goods(0, 0),
        () => expect.unreachable(),
      );
    expect(none(goods(2, 5))).toEqual(goods(2, 5));
    expect(none(goods(0, 5))).toEqual(goods(0, 0));
    let isOpen = true;
    const rest = takeUnits(
      goods(3, 12),
      () => (isOpen ? 0 : undefined),
      () => goods(1, 4),
      () => {
        isOpen = false;
      },
    );
    expect(rest).toEqual(goods(2, 8));
  });
});

describe("spread", () => {
  const amounts = fc.array(fc.bigInt({ min: 0n, max: 50n }), { minLength: 1, maxLength: 12 });

  test.each<[string, bigint, bigint[], bigint[]]>([
    ["in proportion", 30n, [100n, 200n], [10n, 20n]],
    ["with the rest on the largest", 10n, [10n, 11n, 10n], [3n, 4n, 3n]],
    ["with the rest on the first of several that are the largest", 10n, [9n, 11n, 11n], [2n, 5n, 3n]],
    ["nothing of nothing", 0n, [0n, 0n], [0n, 0n]],
    ["nothing of lines that are worth nothing", 1n, [0n, 0n], [0n, 0n]],
    ["all, if they are worth exactly as much", 30n, [10n, 20n], [10n, 20n]],
    ["all, if they are worth less", 31n, [10n, 20n], [10n, 20n]],
    ["with a rest that is more than the largest has, on the next ones", 4n, [1n, 1n, 1n, 1n, 1n], [1n, 1n, 1n, 1n, 0n]],
    [
      "with a rest that is more than the largest has, on the next largest",
      26n,
      [5n, 6n, 4n, 6n, 6n],
      [5n, 6n, 3n, 6n, 6n],
    ],
  ])("spreads %s", (_, reduction, all, shares) => {
    expect(spread(reduction, all)).toEqual(shares);
  });

  test("takes exactly the reduction, or all; of each line at most its amount, and no less than its proportion", () => {
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 0n, max: 400n }), (all, reduction) => {
        const [shares, total] = [spread(reduction, all), sumOf(all)];
        expect(sumOf(shares)).toBe(least(reduction, total));
        for (const [line, share] of shares.entries()) {
          const amount = all[line] as bigint;
          expect(share >= 0n && share <= amount).toBe(true);
          if (reduction < total) expect(share).toBeGreaterThanOrEqual((reduction * amount) / total);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("leaves one cent of 500 lines of a cent each that are lowered by 4.99", () => {
    const shares = spread(49_900n, Array(500).fill(100n));
    expect(sumOf(shares)).toBe(49_900n);
  });
});
