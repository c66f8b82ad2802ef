import type { Amount } from "../amount.ts";
import type { Programme } from "../programme.ts";
import type { SaleItem } from "../sale/sale.class.ts";

/** What rules know about a registered product. Category and brand are empty if they are not set. */
export interface ProductFacts {
  readonly isIncentivizable: boolean;
  readonly category: string;
  readonly brand: string;
}

/**
 * Whether a line counts and, if not, why. Only lines that count enter a rule's sums. A linked line takes back what its
 * original earned, whatever the rules.
 */
export type LineState = "counts" | "store-out" | "product-unknown" | "product-out" | "linked";

export interface EarningLine {
  readonly item: SaleItem;
  readonly amount: Amount;
  /** Undefined if the product is not registered. */
  readonly product: ProductFacts | undefined;
  readonly state: LineState;
}

/** Everything that a rule may use. */
export interface EarningFacts {
  /** In the order of the sale. */
  readonly lines: readonly EarningLine[];
  readonly storeCode: string;
  /** SaleChannelCode; empty if the caller sent none. */
  readonly channel: string;
  /** When the sale counts as made: its SaleDateTime, but not after its acceptance. Milliseconds since the epoch. */
  readonly soldAtMs: number;
  /** The programme's IANA time zone. */
  readonly timeZone: string;
}

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
