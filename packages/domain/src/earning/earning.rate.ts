import { type Amount, multiplyRounded, type Rounding, showAmount } from "../amount.ts";
import type { Programme } from "../programme/programme.ts";
import type { EarningFacts } from "./earning.facts.ts";
import type { Reason, Rule } from "./earning.rule.ts";

const roundingTexts: Readonly<Record<Rounding, string>> = {
  "toward-zero": "rounded toward zero",
  "half-up": "rounded half up",
  "away-from-zero": "rounded away from zero",
};

/** The programme's flat rate on the lines that count, rounded once for all purchases and once for all returns. */
export const rateRule: Rule = {
  give({ lines }, earning) {
    const reasons: Reason[] = [];
    const purchases = sumOf(lines, (quantity) => quantity > 0);
    const returns = sumOf(lines, (quantity) => quantity < 0);
    if (purchases) reasons.push(reasonOf("Sale", purchases, earning));
    if (returns) reasons.push(reasonOf("Return", returns, earning));
    return reasons;
  },
  describe: ({ amount }, { rate, rounding, fractionDigits }) =>
    `${showAmount(amount)} x ${showAmount(rate)} points, ${roundingTexts[rounding]} to ${fractionDigits} decimals`,
};

interface Sum {
  readonly lines: readonly number[];
  readonly amount: Amount;
}

/** Undefined if no line of this side counts. */
function sumOf(lines: EarningFacts["lines"], isOfSide: (quantity: number) => boolean): Sum | undefined {
  const counted: number[] = [];
  let amount: Amount = 0n;
  for (const [position, line] of lines.entries()) {
    if (line.state !== "counts" || !isOfSide(line.item.Quantity)) continue;
    counted.push(position);
    amount += line.amount;
  }
  return counted.length > 0 ? { lines: counted, amount } : undefined;
}

function reasonOf(type: Reason["type"], { lines, amount }: Sum, earning: Programme["earning"]): Reason {
  const points = multiplyRounded(amount, earning.rate, earning.fractionDigits, earning.rounding);
  return { rule: "rate", type, lines, amount, points };
}
