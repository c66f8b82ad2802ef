import { sale } from "@rewards/domain";
import type { SaleInspection } from "./sale.inspect.ts";

/** Whether a completed sale, whose entries have no `why`, would earn another amount by the present rules. */
export function wouldEarnOtherwise({ status, entries, explanation: { now } }: SaleInspection): boolean {
  const posted = entries.map(({ type, amount }) => `${type} ${amount}`);
  return now !== null && status === sale.transitions.complete.to && posted.join() !== now.join();
}

/** What the explanation of a sale is based on, in a sentence; empty if there is nothing to say. */
export function describeBasis(inspected: SaleInspection): string {
  const { explanation, entries, items, status } = inspected;
  const isResolved = status.startsWith("Resolved");
  if (explanation.basis === "stored") return "By the lines and rules that its entries store.";
  if (explanation.basis === null) {
    if (isResolved) return "";
    return items.some(({ OriginalSaleExternalID }) => OriginalSaleExternalID !== undefined)
      ? "What it takes back is decided when it is posted."
      : "What it earns is decided once its member and store are registered.";
  }
  const why = entries.length > 0 ? "Its entries are of an earlier release, which did not store why. " : "";
  const none = isResolved && entries.length === 0 ? "It has no entry. " : "";
  const otherwise = wouldEarnOtherwise(inspected)
    ? " It is not what was posted: a product, the store or the programme has changed since."
    : "";
  return `${why}${none}This uses the present rules and catalogue.${otherwise}`;
}
