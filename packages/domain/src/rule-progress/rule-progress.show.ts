import { type Amount, numberOf } from "../amount.ts";
import type { RuleSet } from "../rule/rule.compile.ts";
import { localDateOf, localMsOf } from "../rule/rule.period.ts";
import { keyOfSum, limitOfSum, valueOfSum } from "../rule/rule.sum.ts";
import type { CompiledRule } from "../rule/rule.text.ts";
import { least } from "../sale/sale.units.ts";

/** A rule in force, and the key of its running sum in the present period. */
export interface ProgressOf {
  readonly rule: CompiledRule;
  readonly key: string;
}

/**
 * The rules with running sums whose dates include this instant, in their order.
 * @param segments those of the member: rules for others are left out.
 */
export function progressOf(
  { rules }: RuleSet,
  {
    nowMs,
    timeZone,
    segments,
  }: { readonly nowMs: number; readonly timeZone: string; readonly segments: readonly string[] },
): ProgressOf[] {
  const localMs = localMsOf(nowMs, timeZone);
  const date = localDateOf(nowMs, timeZone);
  return rules.flatMap((rule) => {
    const key = keyOfSum(rule, date);
    const isOfMember = rule.where.segment?.some((name) => segments.includes(name)) ?? true;
    return key !== undefined && isOfMember && rule.fromMs <= localMs && localMs < rule.toMs ? [{ rule, key }] : [];
  });
}

/** @param sum the running sum of the member. */
export function showProgress({ rule, key }: ProgressOf, sum: Amount) {
  const limit = limitOfSum(key);
  const value = rule.every ? stampsOf(rule.every.times, limit, sum) : least(sum, limit);
  return {
    RuleID: rule.id,
    Name: rule.name ?? null,
    Period: key.slice(key.lastIndexOf("/") + 1),
    Value: numberOf(value),
    Of: numberOf(limit),
    Points: numberOf(valueOfSum(key, sum)),
    Left: numberOf(limit - value),
  };
}

/** The stamps on the present card: a full one, once the last card is full. */
const stampsOf = (times: number | undefined, size: Amount, sum: Amount): Amount =>
  times !== undefined && sum / size >= BigInt(times) ? size : sum % size;
