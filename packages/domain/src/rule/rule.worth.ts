import { type Amount, multiplyRounded } from "../amount.ts";
import type { Earning } from "../earning/earning.version.ts";
import type { Matched } from "./rule.match.ts";
import { type GoodsOf, measureRule } from "./rule.measure.ts";
import type { CompiledRule } from "./rule.text.ts";

/** What one rule gives for the goods of a sale. */
export interface RuleShare {
  readonly id: string;
  /** Positions of its lines. */
  readonly lines: readonly number[];
  /** 0 if another rule of its group gives more, or if a running sum decides. */
  readonly points: Amount;
}

/** What the goods of a sale add to a running sum. */
interface SumShare {
  readonly key: string;
  /** The rule of `shares` that gets its points. */
  readonly id: string;
  /** More than 0. */
  readonly value: Amount;
}

/** What the goods of a sale are worth. Both lists are in the order of the rules, without those that measure 0. */
export interface Worth {
  readonly base: Amount;
  readonly shares: readonly RuleShare[];
  readonly sums: readonly SumShare[];
}

/**
 * @param base positions of the lines that count for the rate.
 * @param keyOf the key of a rule's running sum; undefined if it has none.
 */
export function worthOf(
  earning: Earning,
  base: readonly number[],
  matched: readonly Matched[],
  goods: GoodsOf,
  keyOf: (rule: CompiledRule) => string | undefined,
): Worth {
  const { rate, fractionDigits, rounding } = earning;
  const measured = matched.map(({ rule, lines }) => measureRule(rule, goods(lines), earning));
  const { shares, sums } = sharesOf(matched, measured, keyOf);
  return { base: multiplyRounded(goods(base).amount, rate, fractionDigits, rounding), shares, sums };
}

/** @param measured by position of the rule. */
export function sharesOf(
  matched: readonly Matched[],
  measured: readonly Amount[],
  keyOf: (rule: CompiledRule) => string | undefined,
): Omit<Worth, "base"> {
  const shares: RuleShare[] = [];
  const sums: SumShare[] = [];
  const best = bestOfGroups(matched, measured);
  for (const [place, { rule, lines }] of matched.entries()) {
    const value = measured[place] as Amount;
    if (value === 0n) continue;
    const isLoser = rule.group !== undefined && best.get(rule.group) !== place;
    const key = isLoser ? undefined : keyOf(rule);
    shares.push({ id: rule.id, lines, points: isLoser || key !== undefined ? 0n : value });
    if (key !== undefined) sums.push({ key, id: rule.id, value });
  }
  return { shares, sums };
}

/** By group, the place of the rule that measures most; of equals, the first. */
function bestOfGroups(matched: readonly Matched[], measured: readonly Amount[]): ReadonlyMap<string, number> {
  const best = new Map<string, number>();
  for (const [place, { rule }] of matched.entries()) {
    if (rule.group === undefined) continue;
    const known = best.get(rule.group);
    if (known === undefined || (measured[place] as Amount) > (measured[known] as Amount)) best.set(rule.group, place);
  }
  return best;
}
