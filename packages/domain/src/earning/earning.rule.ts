import type { Amount } from "../amount.ts";
import type { SaleItem } from "../sale/sale.class.ts";

/** What rules know about a registered product. Category and brand are empty if they are not set. */
export interface ProductFacts {
  readonly isIncentivizable: boolean;
  readonly category: string;
  readonly brand: string;
}

/**
 * Whether a line counts and, if not, why. Only lines that count enter a rule's sums. A linked line goes to its original,
 * whatever the rules; a void and a reduction are counted in the purchases that they lower.
 */
export type LineState = "counts" | "store-out" | "product-unknown" | "product-out" | "linked" | "void" | "reduction";

export interface EarningLine {
  readonly item: SaleItem;
  /** Of a purchase, what is left of it after voids and reductions; of a return, what no purchase of the sale has. */
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

/** Lines that count together, and their sum. */
export interface Counted {
  /** Positions in the sale, from 0; at least one. */
  readonly lines: readonly number[];
  /** 0 or more. */
  readonly amount: Amount;
}
