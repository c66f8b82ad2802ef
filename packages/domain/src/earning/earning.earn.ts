import { type Amount, showAmount } from "../amount.ts";
import type { Programme } from "../programme/programme.ts";
import type { EarningFacts, EarningLine } from "./earning.facts.ts";
import { rateRule } from "./earning.rate.ts";
import type { Reason, Rule } from "./earning.rule.ts";

/** Every kind of rule: so far the rate alone. CONTRIBUTING.md says what a second one needs in addition to a line here. */
const rules: Readonly<Record<string, Rule>> = { rate: rateRule };
const allRules = Object.values(rules);

export interface Earned {
  /** Points of the purchase lines, 0 or more. */
  readonly purchase: Amount;
  /** Points that the return lines take back, 0 or less. */
  readonly returned: Amount;
  /** Their points add up to `purchase` plus `returned`. */
  readonly reasons: readonly Reason[];
  /** For each line, whether it counted and, if not, why. */
  readonly lines: readonly EarningLine[];
}

/** The points that a sale earns and takes back, added up over all rules. */
export function earn(facts: EarningFacts, earning: Programme["earning"]): Earned {
  const reasons: Reason[] = [];
  let purchase: Amount = 0n;
  let returned: Amount = 0n;
  for (const rule of allRules) {
    for (const reason of rule.give(facts, earning)) {
      reasons.push(reason);
      if (reason.type === "Sale") purchase += reason.points;
      else returned += reason.points;
    }
  }
  return { purchase, returned, reasons, lines: facts.lines };
}

/** A reason in words: `Sale: 120.5 x 1 points, rounded toward zero to 0 decimals = 120`. */
export function describeReason(reason: Reason, earning: Programme["earning"]): string {
  const words = rules[reason.rule]?.describe(reason, earning);
  return `${reason.type}: ${words} = ${showAmount(reason.points)}`;
}
