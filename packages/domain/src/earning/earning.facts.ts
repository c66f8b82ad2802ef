import { type Amount, amountOf } from "../amount.ts";
import type { SaleItem } from "../sale/sale.object.ts";

/** What rules know of a registered product. Category and brand are empty where they are not set. */
export interface ProductFacts {
  readonly isIncentivizable: boolean;
  readonly category: string;
  readonly brand: string;
}

/** Whether a line counts, and why not. Only lines that count reach a rule's sums. */
export type LineState = "counts" | "store-out" | "product-unknown" | "product-out";

export interface EarningLine {
  readonly item: SaleItem;
  readonly amount: Amount;
  /** Undefined where the product is not registered. */
  readonly product: ProductFacts | undefined;
  readonly state: LineState;
}

/** All that a rule may look at. */
export interface EarningFacts {
  /** In the order of the sale. */
  readonly lines: readonly EarningLine[];
  readonly storeCode: string;
  /** SaleChannelCode; empty where the caller sent none. */
  readonly channel: string;
  /** SaleDateTime in milliseconds since the epoch. A rule that needs the programme's local time asks `localTimeOf`. */
  readonly soldAtMs: number;
  /** The programme's IANA time zone. */
  readonly timeZone: string;
  /** Names of the member's active segments: none, until a rule asks for one. */
  readonly segments: ReadonlySet<string>;
  /** The member's tier: undefined, until programmes have tiers. */
  readonly tier: string | undefined;
}

/** The lines of a sale with their products, by product code, and with the reason why one does not count. */
export function linesOf(
  items: readonly SaleItem[],
  products: ReadonlyMap<string, ProductFacts>,
  isParticipating: boolean,
): EarningLine[] {
  return items.map((item) => {
    const product = products.get(item.ProductCode);
    return { item, amount: amountOf(item.TotalAmount), product, state: stateOf(product, isParticipating) };
  });
}

function stateOf(product: ProductFacts | undefined, isParticipating: boolean): LineState {
  if (!isParticipating) return "store-out";
  if (!product) return "product-unknown";
  return product.isIncentivizable ? "counts" : "product-out";
}
