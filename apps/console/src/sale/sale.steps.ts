import type { SaleInspection } from "@rewards/db";
import type { Step } from "../page/timeline.tsx";
import type { Sight } from "../record/record.sight.ts";
import { acceptedStep, endSteps, entryStep, failureSteps } from "../record/record.steps.tsx";

/** The way of a sale, from the till to the balance. */
export function saleSteps(sale: SaleInspection, sight: Sight): Step[] {
  const { channel, pointOfSale } = sale.sender;
  const till = [pointOfSale && `at ${pointOfSale}`, channel && `channel ${channel}`].filter(Boolean).join(", ");
  const entries = sight.hasEntries ? sale.entries : [];
  return [
    {
      at: sale.soldAt,
      title: `Sold in store ${sale.store.code}`,
      details: [`By the clock of the till${till && `, ${till}`}.`],
    },
    acceptedStep(sale),
    ...(sale.awaiting ? [awaitingStep(sale, sale.awaiting)] : []),
    ...failureSteps(sale, sight),
    ...entries.map((entry) => entryStep(entry, sale.receivedAt, sight)),
    ...endSteps(sale),
  ];
}

function awaitingStep({ updatedAt }: SaleInspection, missing: NonNullable<SaleInspection["awaiting"]>): Step {
  const { member, store, original } = missing;
  const names = [member && `member ${member}`, store && `store ${store}`, original && `sale ${original}`];
  const isUnregistered = member !== null || store !== null;
  return {
    at: updatedAt,
    title: `Waits for ${names.filter(Boolean).join(" and ")}`,
    details: [
      ...(isUnregistered ? ["Not registered yet. The registration wakes the sale, and it earns then."] : []),
      ...(original === null ? [] : ["A return waits until the sale that it names is posted or rejected."]),
    ],
    tone: "waiting",
  };
}
