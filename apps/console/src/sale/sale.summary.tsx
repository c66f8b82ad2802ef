import type { SaleInspection } from "@rewards/db";
import { formatAge } from "@rewards/runtime";
import type { Child } from "hono/jsx";
import { formatChange, Time } from "../page/format.tsx";
import type { Sight } from "../record/record.sight.ts";

/** Where the sale is, in a sentence. */
export function summaryOf(
  sale: SaleInspection,
  { hasEntries }: Sight,
): { readonly tone: string; readonly text: Child } {
  const { deadLetter, failing, awaiting, status, note, receivedAt, entries } = sale;
  if (deadLetter)
    return { tone: "problem", text: "It failed at every attempt and waits for an operator: it is a dead letter." };
  if (failing)
    return {
      tone: "problem",
      text: (
        <>
          It is not posted yet. Next attempt at <Time at={failing.nextAt} />.
        </>
      ),
    };
  if (awaiting) {
    const missing = [awaiting.member && "its member", awaiting.store && "its store"].filter(Boolean);
    const verb = missing.length === 1 ? "is" : "are";
    return {
      tone: "",
      text: `It waits until ${missing.join(" and ")} ${verb} registered, for ${formatAge(ageOf(sale.updatedAt))} now.`,
    };
  }
  if (!status.startsWith("Resolved"))
    return { tone: "", text: `It waits for a worker, for ${formatAge(ageOf(sale.pendingSince ?? receivedAt))} now.` };
  if (status === "Resolved-Rejected") return { tone: "problem", text: `It was rejected and earned nothing. ${note}` };
  const [first] = entries;
  if (!first) return { tone: "good", text: `It was completed and earned nothing. ${note}` };
  const posted = entries.map(({ amount, currency }) => `${formatChange(amount)} ${currency}`).join(", ");
  const lag = formatAge(Math.max(0, Date.parse(first.at) - Date.parse(receivedAt)));
  return { tone: "good", text: `It was posted${hasEntries ? `: ${posted}` : ""}, ${lag} after it was accepted.` };
}

const ageOf = (at: string): number => Math.max(0, Date.now() - Date.parse(at));
