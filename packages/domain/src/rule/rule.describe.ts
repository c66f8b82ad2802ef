import { amountOf, showAmount } from "../amount.ts";
import type { Earning } from "../earning/earning.version.ts";
import type { Goods } from "../sale/sale.units.ts";
import type { Cap, CompiledRule, Step } from "./rule.text.ts";

type Gain = CompiledRule["gain"];
const gainTexts: Readonly<Record<Gain["kind"], (goods: Goods, gain: Gain, earning: Earning) => string>> = {
  multiplier: ({ amount: spent }, { amount }, { rate }) =>
    `${showAmount(spent)} x ${showAmount(rate)} x ${showAmount(amount - amountOf("1"))} more`,
  rate: ({ amount: spent }, { amount }) => `${showAmount(spent)} x ${showAmount(amount)} more`,
  perQuantity: ({ quantity }, { amount }) => `${showAmount(quantity)} units x ${showAmount(amount)} more`,
  bonus: (_, { amount }) => `${showAmount(amount)} more`,
};

const stepTexts: Readonly<Record<Step["kind"], (goods: Goods) => string>> = {
  quantity: ({ quantity }) => `${showAmount(quantity)} units`,
  spend: ({ amount }) => `${showAmount(amount)} spent`,
  visits: () => "1 visit",
};

/** How often a sum begins anew: `a day`, `in all`. */
export const perText = (per: Cap["per"]) => (per === "campaign" ? "in all" : `a ${per}`);

const namedMax = 3;
/** Whether there are few enough to name them all. */
export const isNamed = (names: readonly string[]) => names.length <= namedMax;
/** `Gold or Silver`; of many names, `one of 4 tiers`. */
export const namesText = (names: readonly string[], noun: string) =>
  isNamed(names) ? names.join(" or ") : `one of ${names.length} ${noun}`;

/** `COFFEE2 (Double points on coffee): 12.5 x 1 x 1 more, at most 50 a day`. @param goods that count for the rule. */
export function describeRule(rule: CompiledRule, goods: Goods, earning: Earning): string {
  const { id, name, where, gain, cap, every, group } = rule;
  const given = gainTexts[gain.kind](goods, gain, earning);
  return [
    `${id}${name === undefined ? "" : ` (${name})`}: ${every ? stepText(every, goods, given) : given}`,
    ...(where.segment ? [`for members of ${namesText(where.segment, "segments")}`] : []),
    ...(where.tier ? [`for tier ${namesText(where.tier, "tiers")}`] : []),
    ...(cap ? [`at most ${showAmount(cap.points)} ${perText(cap.per)}`] : []),
    ...(group === undefined ? [] : [`only the best of ${group} counts`]),
  ].join(", ");
}

/** `2 units, 100 more for every 10 a month, at most 3 times`. */
const stepText = ({ kind, size, per, times }: Step, goods: Goods, given: string) =>
  `${stepTexts[kind](goods)}, ${given} for every ${showAmount(size)} ${perText(per)}${times === undefined ? "" : `, at most ${times} times`}`;
