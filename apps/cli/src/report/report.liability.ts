import type { CurrencyLiability } from "@rewards/operations";
import { formatCount } from "@rewards/runtime";
import { formatPoints } from "../format.ts";
import { formatTable } from "../table.ts";

/** For people: a table for each currency. */
export function liabilityLines(asOf: string, currencies: readonly CurrencyLiability[]): string[] {
  return [`Liability at the end of ${asOf}`, ...currencies.flatMap((one) => ["", ...currencyLines(one)])];
}

function currencyLines({
  programme,
  currency,
  timeZone,
  months,
  expiringNext,
  ...totals
}: CurrencyLiability): string[] {
  const head = `${programme}, ${currency} (days of ${timeZone})`;
  if (months.length === 0) return [head, "No points were awarded."];
  const rows = months.map(({ month, awarded, outstanding }) => [
    month,
    formatPoints(awarded),
    formatPoints(outstanding),
  ]);
  const total = ["Total", formatPoints(totals.awarded), formatPoints(totals.outstanding)];
  return [
    head,
    ...formatTable(["Awarded in", "Points", "Outstanding"], [...rows, total]),
    `Members with points: ${formatCount(totals.members)}`,
    `They can spend ${formatPoints(totals.available)}; ${formatPoints(totals.pending)} pending, ${formatPoints(totals.overdue)} overdue`,
    `Expired so far: ${formatPoints(totals.breakage)}`,
    ...(expiringNext ? [`Expire next: ${formatPoints(expiringNext.points)}, at ${expiringNext.at}`] : []),
    ...(totals.debtors > 0
      ? [`Members in debt: ${formatCount(totals.debtors)}, who owe ${formatPoints(totals.debt)}`]
      : []),
  ];
}
