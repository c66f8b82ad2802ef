import { type Amount, amountOf, multiplyRounded, type Rounding, showAmount } from "../amount.ts";
import type { Programme } from "../programme.ts";
import type { SaleItem } from "../sale/sale.class.ts";
import type { EarningFacts, EarningLine, LineState, ProductFacts, Reason, Rule } from "./earning.rule.ts";

/** The lines of a sale, each with its product, found by product code, and whether it counts. */
export function linesOf(
  items: readonly SaleItem[],
  products: ReadonlyMap<string, ProductFacts>,
  isParticipating: boolean,
  isLinked: (item: SaleItem) => boolean = () => false,
): EarningLine[] {
  return items.map((item) => {
    const product = products.get(item.ProductCode);
    const state = isLinked(item) ? "linked" : stateOf(product, isParticipating);
    return { item, amount: amountOf(item.TotalAmount), product, state };
  });
}

function stateOf(product: ProductFacts | undefined, isParticipating: boolean): LineState {
  if (!isParticipating) return "store-out";
  if (!product) return "product-unknown";
  return product.isIncentivizable ? "counts" : "product-out";
}

const roundingTexts: Readonly<Record<Rounding, string>> = {
  "toward-zero": "rounded toward zero",
  "half-up": "rounded half up",
  "away-from-zero": "rounded away from zero",
};

/** The programme's flat rate on the lines that count, rounded once for all purchases and once for all returns. */
const rateRule: Rule = {
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

/** Every kind of rule: so far the rate alone. CONTRIBUTING.md says what a second one needs in addition to a line here. */
const rules: Readonly<Record<string, Rule>> = { rate: rateRule };
const allRules = Object.values(rules);

export interface Earned {
  /** All points that the sale earns and takes back. */
  readonly reasons: readonly Reason[];
  /** For each line, whether it counted and, if not, why. */
  readonly lines: readonly EarningLine[];
}

/** What every rule gives for a sale and takes back. */
export function earn(facts: EarningFacts, earning: Programme["earning"]): Earned {
  return { reasons: allRules.flatMap((rule) => rule.give(facts, earning)), lines: facts.lines };
}

/** A reason in words: `Sale: 120.5 x 1 points, rounded toward zero to 0 decimals = 120`. */
export function describeReason(reason: Reason, earning: Programme["earning"]): string {
  const words = rules[reason.rule]?.describe(reason, earning);
  return `${reason.type}: ${words} = ${showAmount(reason.points)}`;
}
