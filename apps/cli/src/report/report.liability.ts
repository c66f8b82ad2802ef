import type { CurrencyLiability } from "@rewards/db";
import { formatCount } from "@rewards/runtime";
import { formatPoints } from "../format.ts";
import { formatTable } from "../table.ts";

/** For people: a table for each currency. */
export function liabilityLines(asOf: string, currencies: readonly CurrencyLiability[]): string[] {
  return [`Liability at the end of ${asOf}`, ...currencies.flatMap((one) => ["", ...currencyLines(one)])];
}

function currencyLines({ programme, currency, timeZone, months, ...totals }: CurrencyLiability): string[] {
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
    ...formatTable(["Awarded in", "Points", "Left to spend"], [...rows, total]),
    `Members with points: ${formatCount(totals.members)}`,
    ...(totals.debtors > 0
      ? [`Members in debt: ${formatCount(totals.debtors)}, who owe ${formatPoints(totals.debt)}`]
      : []),
  ];
}
