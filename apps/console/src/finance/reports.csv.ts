import { ledgerTotalsByDay } from "@rewards/domain";
import { csvRows, type LedgerDays, type Period, readStoreDays } from "@rewards/operations";
import type { ConsoleContext, Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { type CsvFile, download } from "../list/download.ts";
import { PageError } from "../page/page.error.ts";
import { verbsOfEntries } from "../programme/programme.days.tsx";

/** The files of the page, by their names in its addresses. */
export const reports = { points: "Points by day", stores: "Stores by day" } as const;

interface Reported {
  /** Its BusinessID. */
  readonly programme: string;
  /** The UUID of its first currency. */
  readonly currency: string;
  readonly ledger: LedgerDays;
  /** The month of the stores. */
  readonly period: Period;
}

/**
 * The file of the report that the address names.
 * @throws PageError 404 if no report has this name.
 */
export function downloadReport(
  c: ConsoleContext,
  viewer: Viewer,
  { read, sql }: Pick<ConsoleDeps, "read" | "sql">,
  { programme, currency, ledger, period }: Reported,
): Promise<Response> {
  const report = c.req.query("report") ?? "";
  const pages: Readonly<Record<string, () => CsvFile["pages"]>> = {
    points: () => writePoints(ledger),
    stores: () => writeStores(readStoreDays(read, currency, period)),
  };
  const open = Object.hasOwn(reports, report) ? pages[report] : undefined;
  if (!open) throw new PageError(404, "There is no report of this name.", "Open it from the page Reports.");
  const parameters = { report, programme, ...(report === "stores" && { month: period.from }) };
  return download(c, viewer, sql, () => ({
    name: report === "stores" ? `stores-${period.from.slice(0, 7)}` : report,
    part: { view: ledgerTotalsByDay.name, personal: [], parameters },
    pages: open(),
  }));
}

async function* writePoints({ days }: LedgerDays): AsyncGenerator<string> {
  const types = Object.keys(verbsOfEntries);
  yield csvRows([["Day", ...types, "Outstanding"]]);
  const rows = days.map(({ day, totals, outstanding }) => {
    const sumOf = new Map(totals.map(({ type, sum }) => [type, Number(sum)]));
    return [day, ...types.map((type) => sumOf.get(type) ?? 0), Number(outstanding)];
  });
  yield csvRows(rows);
}

async function* writeStores(pages: ReturnType<typeof readStoreDays>): AsyncGenerator<string> {
  yield csvRows([["Day", "StoreCode", "Sales", "Money", "Points"]]);
  for await (const page of pages)
    yield csvRows(page.map(({ day, code, sales, money, points }) => [day, code, sales, Number(money), Number(points)]));
}
