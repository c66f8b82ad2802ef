import { describe, expect, test } from "vitest";
import { amountOf } from "../amount.ts";
import { compileRules } from "../rule/rule.compile.ts";
import { canonicalRules, parseRules } from "../rule/rule.text.ts";
import type { SaleItem } from "../sale/sale.class.ts";
import { netSale } from "../sale/sale.goods.ts";
import { item, of, plainEarning } from "../testing/till.ts";
import { type SoldGoods, soldGoods } from "./sale-return.original.ts";
import { takeBack } from "./sale-return.take.ts";

/** Counts each read of a member, and each look into a map, however deep. */
class Reads {
  count = 0;

  of<T extends object>(value: T): T {
    if (value instanceof Map) return this.#map(value) as unknown as T;
    const inner = new Map<unknown, object>();
    return new Proxy(value, {
      get: (target, key) => {
        this.count += 1;
        const member: unknown = Reflect.get(target, key);
        if (typeof member !== "object" || member === null) return member;
        const known = inner.get(key) ?? this.of(member);
        inner.set(key, known);
        return known;
      },
    });
  }

  #map(value: Map<unknown, unknown>): Map<unknown, unknown> {
    const look = <Looked>(looked: Looked) => {
      this.count += 1;
      return looked;
    };
    class Counted extends Map<unknown, unknown> {
      override get(key: unknown) {
        return look(super.get(key));
      }
      override *keys() {
        for (const key of super.keys()) yield look(key);
        return undefined;
      }
    }
    return new Counted([...value].map(([key, one]) => [key, this.of(one as object)]));
  }
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const cents = (index: number) => (100 + index) / 100;

/** How often returns of these lines, one return after the other, read what they name. */
function readsOf(sold: readonly SaleItem[], ...returns: (readonly SaleItem[])[]): number {
  const reads = new Reads();
  const lines = [...sold.keys()];
  const goods = reads.of(soldGoods(reads.of(sold)) as SoldGoods & object);
  const original = {
    ...{ id: "o", externalId: "S", memberId: "m", currencyId: "c", settledAtMs: 1, soldAtMs: 1, goods },
    award: { points: amountOf(1_000), postedAtMs: 1, lines, earning: plainEarning },
  };
  let before = new Map();
  for (const items of returns) {
    const linked = items.map((one, line) => ({
      ...{ line, item: reads.of(one), original, state: "counts" as const },
      code: one.ProductCode,
    }));
    before = new Map(takeBack(linked, { lines: before, expired: new Set() }).after);
  }
  return reads.count;
}

const back = ({ ProductCode, Quantity, TotalAmount }: SaleItem, line?: number) =>
  of("S", item(ProductCode, -Quantity, -TotalAmount), line);
const onePrice = (count: number) => range(count).map(() => item("A", 1, 1));
const manyPrices = (count: number) => range(count).map((index) => item("A", 1, cents(index)));
const manyProducts = (count: number) => range(count).map((index) => item(`P${index}`, 1, cents(index)));
const lowered = (code: string) => of("S", item(code, 0, -0.01));

/** Twice as many lines are read twice as often, and a little more for sorting and searching; 4 times, by every pair. */
const growthMax = 2.4;

describe("a return of twice as many lines costs about twice as much", () => {
  test.each<[string, (count: number) => number]>([
    [
      "of one price",
      (n) =>
        readsOf(
          onePrice(n),
          onePrice(n).map((one) => back(one)),
        ),
    ],
    ["of which nothing is left", (n) => readsOf(onePrice(n), ...Array(2).fill(onePrice(n).map((one) => back(one))))],
    [
      "of one product at as many prices",
      (n) =>
        readsOf(
          manyPrices(n),
          manyPrices(n).map((one) => back(one)),
        ),
    ],
    [
      "of one product, the dearest first",
      (n) =>
        readsOf(
          manyPrices(n),
          manyPrices(n)
            .reverse()
            .map((one) => back(one)),
        ),
    ],
    [
      "of one product, each named",
      (n) =>
        readsOf(
          manyPrices(n),
          manyPrices(n).map((one, line) => back(one, line + 1)),
        ),
    ],
    [
      "of one price, of one unit that is refunded as all",
      (n) =>
        readsOf(
          onePrice(n),
          onePrice(n).map((one) => ({ ...back(one), TotalAmount: -n })),
        ),
    ],
    [
      "of a sale whose price was lowered",
      (n) =>
        readsOf(
          manyPrices(n),
          [lowered("A")],
          manyPrices(n).map((one) => back(one)),
        ),
    ],
    [
      "that lower as many products",
      (n) =>
        readsOf(
          manyProducts(n),
          manyProducts(n).map(({ ProductCode }) => lowered(ProductCode)),
        ),
    ],
    [
      "that lower the whole sale",
      (n) =>
        readsOf(
          manyProducts(n),
          range(n).map(() => lowered("discount")),
        ),
    ],
    [
      "that lower a product and return another one in turn",
      (n) =>
        readsOf(
          manyProducts(n),
          manyProducts(n).map((one, line) => (line % 2 ? back(one) : lowered(one.ProductCode))),
        ),
    ],
  ])("%s", (_, reads) => {
    expect(reads(500) / reads(250)).toBeLessThan(growthMax);
  });
});

test("a line that comes back measures again only the rules of its lines", () => {
  const sold = manyProducts(50);
  let measures = 0;
  const rules = compileRules(
    parseRules(canonicalRules([...sold.keys()].map((n) => ({ id: `R${n}`, gives: { bonus: "1" } })))),
  );
  const matched = rules.rules.map((rule, line) => ({
    lines: [line],
    rule: Object.defineProperty({ ...rule }, "minimumSpend", {
      get() {
        measures += 1;
        return rule.minimumSpend;
      },
    }),
  }));
  const original = {
    ...{
      id: "o",
      externalId: "S",
      memberId: "m",
      currencyId: "c",
      settledAtMs: 1,
      soldAtMs: 1,
      goods: soldGoods(sold),
    },
    award: { points: amountOf(50), postedAtMs: 1, lines: [...sold.keys()], earning: plainEarning, matched },
  };
  const linked = sold.map((one, line) => ({
    line,
    item: back(one),
    original,
    state: "counts" as const,
    code: one.ProductCode,
  }));
  expect(takeBack(linked, { lines: new Map(), expired: new Set() }).taken).toHaveLength(50);
  // Once when the return begins; nothing is left to measure once the line is back.
  expect(measures).toBe(50);
});

test("reductions of a sale cost the same for twice as many lines of a product", () => {
  const reads = (count: number) => {
    const once = readsOf(onePrice(count), [lowered("A")]);
    return readsOf(onePrice(count), [lowered("A")], [lowered("A")]) - once;
  };
  expect(reads(500)).toBe(reads(250));
});

describe("a receipt of twice as many lines costs about twice as much", () => {
  const voidOf = ({ ProductCode, Quantity, TotalAmount }: SaleItem) => item(ProductCode, -Quantity, -TotalAmount);
  test.each<[string, (lines: SaleItem[]) => SaleItem[], typeof onePrice]>([
    ["with voids of one price", (lines) => lines.map(voidOf), onePrice],
    ["with voids at as many prices", (lines) => lines.map(voidOf), manyPrices],
    [
      "with reductions of as many products",
      (lines) => lines.map((one) => item(one.ProductCode, 0, -0.01)),
      manyProducts,
    ],
    ["with reductions of one product", (lines) => lines.map(() => item("A", 0, -0.001)), manyPrices],
    ["with reductions of all of it", (lines) => lines.map(() => item("discount", 0, -0.001)), manyProducts],
  ])("%s", (_, more, bought) => {
    const [few = 0, many = 0] = [125, 250].map((count) => {
      const reads = new Reads();
      netSale(reads.of([...bought(count), ...more(bought(count))]));
      return reads.count;
    });
    expect(many / few).toBeLessThan(growthMax);
  });
});

/** Reads of an item, and of what stands in it: its lines as they are sent, and no look for voids and reductions. */
const readsPerLineMax = 8;

test.each([
  ["purchases", onePrice(100)],
  ["purchases and returns that name their sale", [...onePrice(50), ...onePrice(50).map((one) => back(one))]],
])("a receipt of %s alone, as most are, is read once", (_, items) => {
  const reads = new Reads();
  netSale(reads.of(items));
  expect(reads.count / items.length).toBeLessThan(readsPerLineMax);
});
