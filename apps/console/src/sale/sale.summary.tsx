import type { SaleInspection } from "@rewards/operations";
import { formatAge } from "@rewards/runtime";
import { formatChange } from "../page/format.tsx";
import type { Sight } from "../record/record.sight.ts";
import { ageOf, type Summary, summaryOfFailure, summaryOfWait } from "../record/record.summary.tsx";

/** Where the sale is, in a sentence. */
export function summaryOf(sale: SaleInspection, { hasEntries }: Sight): Summary {
  const { awaiting, status, note, receivedAt, entries } = sale;
  const failure = summaryOfFailure(sale, "posted");
  if (failure) return failure;
  if (awaiting?.original)
    return { tone: "", text: `It waits until the sale ${awaiting.original}, which it returns, is posted.` };
  if (awaiting) {
    const missing = [awaiting.member && "its member", awaiting.store && "its store"].filter(Boolean);
    const verb = missing.length === 1 ? "is" : "are";
    return {
      tone: "",
      text: `It waits until ${missing.join(" and ")} ${verb} registered, for ${formatAge(ageOf(sale.updatedAt))} now.`,
    };
  }
  if (!status.startsWith("Resolved")) return summaryOfWait(sale.pendingSince ?? receivedAt);
  if (status === "Resolved-Rejected") return { tone: "problem", text: `It was rejected and earned nothing. ${note}` };
  const [first] = entries;
  if (!first) return { tone: "good", text: `It was completed and earned nothing. ${note}` };
  const posted = entries.map(({ amount, currency }) => `${formatChange(amount)} ${currency}`).join(", ");
  const lag = formatAge(Math.max(0, Date.parse(first.at) - Date.parse(receivedAt)));
  return { tone: "good", text: `It was posted${hasEntries ? `: ${posted}` : ""}, ${lag} after it was accepted.` };
}
