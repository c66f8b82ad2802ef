import fc from "fast-check";
import { expect, test } from "vitest";
import type { Earning } from "../earning/earning.version.ts";
import type { Goods } from "../sale/sale.units.ts";
import { earnings, fewer, goods, rules, runs } from "../testing/rules.ts";
import { goodsAt } from "./rule.measure.ts";
import { keyOfSum, valueOfSum } from "./rule.sum.ts";
import { type CompiledRule, canonicalRules, parseRules } from "./rule.text.ts";
import { type Worth, worthOf } from "./rule.worth.ts";

/** A sale of one member, and what is left of it after each of its returns. */
interface Sold {
  /** What was sold first; the last is what is kept. */
  readonly left: readonly (readonly Goods[])[];
  readonly localDate: string;
  /** Bits that choose the lines of each rule. */
  readonly choice: number;
}

const lines = fc.array(goods, { minLength: 1, maxLength: 3 });
const lessOf = (all: readonly Goods[]): fc.Arbitrary<Goods[]> => fc.tuple(...all.map(fewer));
const sold: fc.Arbitrary<Sold> = fc.record({
  left: lines.chain((first) => lessOf(first).chain((second) => lessOf(second).map((third) => [first, second, third]))),
  localDate: fc.constantFrom("2026-05-04", "2026-05-05"),
  choice: fc.nat(),
});

const nothing: Worth = { base: 0n, shares: [], sums: [] };

function matchedOf(all: readonly CompiledRule[], { left: [first = []], choice }: Sold) {
  return all.flatMap((rule, index) => {
    const own = [...first.keys()].filter((line) => (choice >> ((index + line) % 29)) & 1);
    return own.length > 0 ? [{ rule, lines: own }] : [];
  });
}

/** A member's points and sums. Each posting is the difference of two worths. */
class Account {
  points = 0n;
  readonly sums = new Map<string, bigint>();

  /** @returns the points that it gives. */
  move(before: Worth, after: Worth): bigint {
    const plain = ({ base, shares }: Worth) => shares.reduce((sum, { points }) => sum + points, base);
    let given = plain(after) - plain(before);
    for (const [part, sign] of [
      [after, 1n],
      [before, -1n],
    ] as const)
      for (const { key, value } of part.sums) {
        const sum = this.sums.get(key) ?? 0n;
        given += valueOfSum(key, sum + sign * value) - valueOfSum(key, sum);
        this.sums.set(key, sum + sign * value);
      }
    this.points += given;
    return given;
  }

  held(): unknown {
    return [this.points, [...this.sums].filter(([, sum]) => sum !== 0n).toSorted()];
  }
}

/** Delivers sales and their returns in this order of sales: each time, the next step of that sale. */
function deliver(steps: readonly (readonly Worth[])[], order: readonly number[]): Account {
  const account = new Account();
  const done = new Map<number, number>();
  for (const sale of order) {
    const step = done.get(sale) ?? 0;
    const worths = steps[sale] as readonly Worth[];
    const given = account.move(worths[step - 1] ?? nothing, worths[step] as Worth);
    if (step > 0) expect(given).toBeLessThanOrEqual(0n);
    for (const sum of account.sums.values()) expect(sum).toBeGreaterThanOrEqual(0n);
    done.set(sale, step + 1);
  }
  return account;
}

test("in any order of sales and returns, points and sums are what the goods kept are worth at once", () => {
  const order = fc.constant([...Array(12).keys()].map((step) => step % 4));
  const shuffled = order.chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));
  const four = fc.array(sold, { minLength: 4, maxLength: 4 });
  const isOne = (given: Parameters<typeof canonicalRules>[0], all: Sold[], orders: number[][], earning: Earning) => {
    const parsed = parseRules(canonicalRules(given));
    const steps = all.map((sale) =>
      sale.left.map((left) => {
        const base = [...left.keys()];
        return worthOf(earning, base, matchedOf(parsed, sale), goodsAt(left), (rule) => keyOfSum(rule, sale.localDate));
      }),
    );
    const kept = new Account();
    for (const [, , last = nothing] of steps) kept.move(nothing, last);
    for (const one of orders) {
      const account = deliver(steps, one);
      expect(account.held()).toEqual(kept.held());
      for (const [, , last = nothing] of steps) expect(account.move(last, nothing)).toBeLessThanOrEqual(0n);
      expect(account.held()).toEqual([0n, []]);
    }
  };
  fc.assert(fc.property(rules, four, fc.tuple(shuffled, shuffled), earnings, isOne), { numRuns: runs });
});
