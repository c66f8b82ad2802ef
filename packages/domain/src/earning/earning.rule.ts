import type { Amount } from "../amount.ts";
import type { Programme } from "../programme/programme.ts";
import type { EarningFacts } from "./earning.facts.ts";

/** Points that one rule gives for purchase lines ("Sale") or takes back for return lines ("Return"), and why. */
export interface Reason {
  /** The rule's key in the table of rules. */
  readonly rule: string;
  readonly type: "Sale" | "Return";
  /** Positions in the sale, from 0, of the lines that the rule counted; at least one. */
  readonly lines: readonly number[];
  /** The sum of these lines. */
  readonly amount: Amount;
  /** 0 or more for a purchase, 0 or less for a return. */
  readonly points: Amount;
}

/** One kind of rule. Both functions are pure. */
export interface Rule {
  /** What the rule gives for a sale: at most one reason per type, none if no line counts. */
  readonly give: (facts: EarningFacts, earning: Programme["earning"]) => readonly Reason[];
  /** The calculation in words, without its result. */
  readonly describe: (reason: Reason, earning: Programme["earning"]) => string;
}
