import { sale } from "@rewards/domain";
import type { SaleInspection } from "./sale.inspect.ts";

/** Whether a completed sale, which has no entry, would earn points by the present rules. */
export const wouldEarnOtherwise = ({ status, explanation: { now } }: SaleInspection): boolean =>
  now !== null && now.length > 0 && status === sale.transitions.complete.to;

/** What the explanation of a sale is based on, in a sentence; empty if there is nothing to say. */
export function describeBasis(inspected: SaleInspection): string {
  const { explanation, items, status } = inspected;
  const isResolved = status.startsWith("Resolved");
  if (explanation.basis === "stored") return "By the lines and rules that its entries store.";
  if (explanation.basis === null) {
    if (isResolved) return "";
    return items.some(({ OriginalSaleExternalID }) => OriginalSaleExternalID !== undefined)
      ? "What it takes back is decided when it is posted."
      : "What it earns is decided once its member and store are registered.";
  }
  const none = isResolved ? "It has no entry. " : "";
  const otherwise = wouldEarnOtherwise(inspected)
    ? " It is not what was posted: a product, the store or the programme has changed since."
    : "";
  return `${none}This uses the present rules and catalogue.${otherwise}`;
}
