import { formatAmount } from "../amount.ts";
import { describeReason } from "../earning/earning.earn.ts";
import { type LineState, linesOf } from "../earning/earning.facts.ts";
import { earnSale, planSale, type SaleReferences, type SaleToDecide } from "./sale.decide.ts";
import type { SaleItem } from "./sale.object.ts";

/** Why a sale earns what it does, based on the current state of what it refers to. */
export interface Explanation {
  /** For each line, whether it counts and why; `earns` is null if its product is not registered. */
  readonly lines: readonly (SaleItem & { readonly earns: boolean | null; readonly why: string })[];
  /** How the sums of the lines become points; empty if member or store is not registered, or nothing is earned. */
  readonly sums: readonly string[];
  /** What the sale would post now, as `Type amount`; null if its member or store is not registered, or a line names an original. */
  readonly now: readonly string[] | null;
}

const lineTexts: Readonly<Record<LineState, string>> = {
  counts: "yes",
  "store-out": "no: the store does not participate",
  "product-unknown": "no: unknown product",
  "product-out": "no: not incentivizable",
  linked: "takes back what its original sale earned",
};

const isLinked = (item: SaleItem) => item.OriginalSaleExternalID !== undefined;

/** Explains a sale in words, with the functions that decide it. Its member and store may be missing. */
export function explainSale(
  sale: SaleToDecide,
  { member, store, products }: Partial<SaleReferences> & Pick<SaleReferences, "products">,
): Explanation {
  const lines = linesOf(sale.items, products, store?.isParticipating ?? true, isLinked).map(
    ({ item, product, state }) => ({
      ...item,
      earns: product?.isIncentivizable ?? null,
      why: lineTexts[state],
    }),
  );
  // What a linked line takes depends on what was returned before.
  if (!member || !store || sale.items.some(isLinked)) return { lines, sums: [], now: null };
  const references = { member, store, products };
  const { reasons } = earnSale(sale, references);
  return {
    lines,
    sums: reasons.map((reason) => describeReason(reason, member.programme.earning)),
    now: planSale(sale, references).postings.map(({ type, amount }) => `${type} ${formatAmount(amount)}`),
  };
}
