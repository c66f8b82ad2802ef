import type { SaleInspection } from "@rewards/operations";
import type { Step } from "../page/timeline.tsx";
import type { Sight } from "../record/record.sight.ts";
import { acceptedStep, endSteps, entryStep, failureSteps } from "../record/record.steps.tsx";

/** The steps of a sale from the till to the balance. */
export function saleSteps(sale: SaleInspection, sight: Sight, traceUrl?: string): Step[] {
  const { channel, pointOfSale } = sale.sender;
  const till = [pointOfSale && `at ${pointOfSale}`, channel && `channel ${channel}`].filter(Boolean).join(", ");
  const entries = sight.hasEntries ? sale.entries : [];
  return [
    {
      at: sale.soldAt,
      title: `Sold in store ${sale.store.code}`,
      details: [`By the clock of the till${till && `, ${till}`}.`],
    },
    acceptedStep(sale, traceUrl),
    ...(sale.awaiting ? [awaitingStep(sale, sale.awaiting)] : []),
    ...failureSteps(sale, sight),
    ...entries.map((entry) => entryStep(entry, sale.receivedAt, sight)),
    ...endSteps(sale),
  ];
}

function awaitingStep({ updatedAt }: SaleInspection, missing: NonNullable<SaleInspection["awaiting"]>): Step {
  const { member, store, original } = missing;
  const names = [member && `member ${member}`, store && `store ${store}`, original && `sale ${original}`];
  return {
    at: updatedAt,
    title: `Waits for ${names.filter(Boolean).join(" and ")}`,
    details: [
      original
        ? "A return line names this sale, which is not posted yet. The return goes on once it is."
        : "Not registered yet. The registration wakes the sale, and it earns then.",
    ],
    tone: "waiting",
  };
}
