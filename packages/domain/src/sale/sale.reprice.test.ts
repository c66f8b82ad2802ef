import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { amountOf, multiplyRounded, roundings } from "../amount.ts";
import type { ProductFacts } from "../earning/earning.rule.ts";
import { type OriginalSale, soldGoods, withRepricing } from "../sale-return/sale-return.original.ts";
import { type Returned, takeBack } from "../sale-return/sale-return.take.ts";
import { repricePosting, repriceSale } from "./sale.reprice.ts";

const goods: ProductFacts = { isIncentivizable: true, category: "", brand: "" };
const codes = ["A", "B", "C", "D"];
const rules = fc.record({
  rate: fc.constantFrom("0.0001", "0.33", "1", "2.5").map(amountOf),
  rounding: fc.constantFrom(...roundings),
  fractionDigits: fc.integer({ min: 0, max: 4 }),
  version: fc.constant(1),
});
/** A line of each product; it counts when the sale is posted, after the repricing, or never. */
const sold = fc.record({
  units: fc.integer({ min: 1, max: 3 }),
  cents: fc.integer({ min: 0, max: 5_000 }),
  counts: fc.constantFrom("then", "now", "never"),
});
const step = fc.oneof(
  fc.constant("reprice" as const),
  fc.record({ line: fc.nat(codes.length - 1), cents: fc.integer({ min: 0, max: 5_000 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Posts a sale, and then one step after the other, as the service does. */
function play(
  lines: readonly { units: number; cents: number; counts: string }[],
  earning: Earning,
  steps: readonly Step[],
) {
  const items = lines.map(({ units, cents }, line) => ({
    ...{ ProductCode: codes[line] as string, Quantity: units, TotalAmount: cents / 100 },
  }));
  const counted = lines.flatMap(({ counts }, line) => (counts === "then" ? [line] : []));
  const products = new Map(
    lines.flatMap(({ counts }, line) => (counts === "never" ? [] : [[codes[line] as string, goods]])),
  );
  const { amount } = soldGoods(items).counting(counted).sold;
  const points = multiplyRounded(amount, earning.rate, earning.fractionDigits, earning.rounding);
  // A sale of 0 points has no entry, which would say what counted.
  const sums = soldGoods(items);
  const original: OriginalSale = {
    ...{ id: "o", externalId: "POS-1", memberId: "m", currencyId: "c", settledAtMs: 1, soldAtMs: 1, goods: sums },
    award: points > 0n ? { points, postedAtMs: 1, lines: counted, earning } : undefined,
  };
  let [returned, balance, own]: [Returned["lines"], bigint, bigint] = [new Map(), points, points];
  let repriced: OriginalSale | undefined;
  const reprice = () => {
    const worth = repriceSale(original, products, earning, returned.get("o"));
    const posting = repricePosting(original, worth, { id: "a", rules: 1 });
    expect(posting.amount).toBeGreaterThanOrEqual(0n);
    balance += posting.amount;
    if (posting.amount > 0n) repriced = withRepricing(original, { lines: worth.lines, postedAtMs: 2, earning });
  };
  const giveBack = ({ line, cents }: Exclude<Step, "reprice">) => {
    const item = { ProductCode: codes[line] as string, Quantity: -1, TotalAmount: -cents / 100 };
    const linked = {
      line: 0,
      item,
      original,
      code: item.ProductCode,
      state: "counts",
    } as const;
    const known = new Map(repriced ? [["o", repriced] as const] : []);
    const { taken, after } = takeBack([linked], { lines: returned, expired: new Set(), repriced: known });
    returned = new Map([...returned, ...after]);
    for (const { points: aimed, beyond } of taken) {
      expect([aimed >= 0n, beyond >= 0n, aimed <= own, beyond === 0n || aimed === own]).not.toContain(false);
      own -= aimed;
      balance -= aimed + beyond;
    }
  };
  for (const one of steps) {
    if (one !== "reprice") giveBack(one);
    else if (!repriced) reprice();
  }
  return { balance, isRepriced: repriced !== undefined };
}
type Earning = typeof rules extends fc.Arbitrary<infer One> ? One : never;

/** What the goods that remain are worth, computed at once. */
function worthOfRest(lines: Parameters<typeof play>[0], earning: Earning, steps: readonly Step[], isRepriced: boolean) {
  const left = lines.map(({ units, cents }) => ({ units, cents }));
  for (const one of steps) {
    if (one === "reprice") continue;
    const of = left[one.line];
    if (!of || of.units === 0) continue;
    of.units -= 1;
    of.cents = of.units === 0 ? 0 : of.cents - Math.min(of.cents, one.cents);
  }
  const cents = left.reduce((sum, of, line) => {
    const { counts } = lines[line] as (typeof lines)[number];
    return counts === "then" || (counts === "now" && isRepriced) ? sum + of.cents : sum;
  }, 0);
  return multiplyRounded(amountOf(cents / 100), earning.rate, earning.fractionDigits, earning.rounding);
}

test("after any returns before and after a repricing, the member holds what the goods that remain are worth", () => {
  const history = fc.array(step, { maxLength: 12 });
  fc.assert(
    fc.property(fc.array(sold, { minLength: 1, maxLength: 4 }), rules, history, (lines, earning, drawn) => {
      const steps = drawn.filter((one) => one === "reprice" || one.line < lines.length);
      const { balance, isRepriced } = play(lines, earning, steps);
      expect(balance).toBe(worthOfRest(lines, earning, steps, isRepriced));
      const all = lines.flatMap(({ units }, line) => Array.from({ length: units }, () => ({ line, cents: 7 })));
      expect(play(lines, earning, [...steps, ...all]).balance).toBe(0n);
    }),
    { numRuns: 500 },
  );
});

test("the example in docs/points.md posts what the page says", () => {
  const page = readFileSync(new URL("../../../../docs/points.md", import.meta.url), "utf8");
  const rows = page.slice(page.indexOf("<!-- example: repricing -->")).split("\n\n")[1]?.split("\n").slice(2) ?? [];
  const told = rows.map((row) => Number(row.split("|")[3]));
  const lines = [
    { units: 1, cents: 1_000, counts: "then" },
    { units: 2, cents: 4_100, counts: "now" },
  ];
  const earning: Earning = { rate: amountOf(1), rounding: "toward-zero", fractionDigits: 0, version: 1 };
  const unknownBack: Step = { line: 1, cents: 2_050 };
  const steps: Step[] = [unknownBack, "reprice", unknownBack, { line: 0, cents: 1_000 }];
  const balances = [0, 1, 2, 3, 4].map((count) => Number(play(lines, earning, steps.slice(0, count)).balance) / 10_000);
  expect(balances).toEqual(told);
  const points = balances.map((balance, index) => balance - (balances[index - 1] ?? 0));
  expect(rows.map((row) => Number(row.split("|")[2]))).toEqual(points);
});
