import { formatId, ledgerTotalsByDay, store, viewRight } from "@rewards/domain";
import { type LedgerDays, readLedgerDays, readTopStores, type StoreTotals } from "@rewards/operations";
import type { ConsoleContext, Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { type Chosen, chooseProgramme } from "../home/home.read.ts";
import { Lead, ProgrammeChoice } from "../home/home.segments.tsx";
import { formatPoints, Table } from "../page/elements.tsx";
import { PageError } from "../page/page.error.ts";
import type { Page } from "../page/page.ts";
import { RecordLink } from "../record/record.facts.tsx";
import { downloadReport, reports } from "./reports.csv.ts";
import { daysOfReport, lastDayOf, type Month, monthsOf } from "./reports.months.ts";
import { MonthsTable, sayMonth } from "./reports.table.tsx";

const reportsPath = "/reports";
const storesShownMax = 100;

/** What members were owed, month by month, and why it changed; what each store gave. Both as files by day. */
export const reportsPage: Page = {
  path: reportsPath,
  menu: "Reports",
  right: viewRight(ledgerTotalsByDay),
  async show(c, viewer, deps) {
    const { chosen, ledger, months, month, stores } = await readReport(c, viewer, deps);
    const { programme, programmes } = chosen;
    const addressOf = (more: Readonly<Record<string, string>>) =>
      `${reportsPath}?${new URLSearchParams({ programme: programme.businessId, ...more })}`;
    return {
      title: "Reports",
      lead: <Lead chosen={chosen} until={ledger?.until} />,
      tools: (
        <ProgrammeChoice
          programmes={programmes}
          chosen={programme}
          addressOf={(businessId) => addressOf({ programme: businessId })}
        />
      ),
      body: month ? (
        <>
          <MonthsTable
            months={months}
            pointValue={programme.pointValue}
            addressOf={(one) => `${addressOf({ month: one })}#stores`}
          />
          <Download name={reports.points} href={addressOf({ format: "csv", report: "points" })} />
          <StoresTable month={month} stores={stores} />
          <Download name={reports.stores} href={addressOf({ format: "csv", report: "stores", month: month.month })} />
        </>
      ) : (
        <p class="card">Nothing of this programme is counted yet. New points appear here within three minutes.</p>
      ),
    };
  },
};

interface Report {
  readonly chosen: Chosen;
  readonly ledger: LedgerDays | undefined;
  readonly months: readonly Month[];
  /** The month whose stores are shown; undefined if nothing is counted yet. */
  readonly month: Month | undefined;
  readonly stores: readonly StoreTotals[];
}

/**
 * With `&format=csv`, the answer to the request becomes the file of a report.
 * @throws PageError 404 for a programme, a month or a report that there is not.
 */
async function readReport(c: ConsoleContext, viewer: Viewer, deps: ConsoleDeps): Promise<Report> {
  const chosen = await deps.read((sql) => chooseProgramme(sql, c.req.query("programme")));
  const [{ id: currency }] = chosen.programme.currencies;
  const [ledger] = await deps.read((sql) => readLedgerDays(sql, [currency], daysOfReport));
  const months = ledger ? monthsOf(ledger) : [];
  const asked = c.req.query("month");
  const month = asked === undefined ? months[0] : months.find((one) => one.month === asked);
  if (!month && asked !== undefined)
    throw new PageError(404, "Nothing is counted for this month.", "Choose a month at the page Reports.");
  const period = month && { from: `${month.month}-01`, to: lastDayOf(month.month) };
  if (ledger && period && c.req.query("format") === "csv") {
    const { businessId } = chosen.programme;
    c.set("download", await downloadReport(c, viewer, deps, { programme: businessId, currency, ledger, period }));
  }
  const isShown = period && !c.var.download;
  const stores = isShown ? await deps.read((sql) => readTopStores(sql, currency, period, storesShownMax)) : [];
  return { chosen, ledger, months, month, stores };
}

const Download = ({ name, href }: { readonly name: string; readonly href: string }) => (
  <p class="pages">
    <a download href={href} aria-label={`Download CSV: ${name.toLowerCase()}`}>
      Download CSV: {name.toLowerCase()}
    </a>
  </p>
);

interface StoresProps {
  readonly month: Month;
  readonly stores: readonly StoreTotals[];
}

const StoresTable = ({ month: { month }, stores }: StoresProps) => (
  <section class="list">
    <h2 id="stores">Stores in {sayMonth(month)}</h2>
    {stores.length === 0 ? (
      <p class="note">No store gave points in this month.</p>
    ) : (
      <Table
        caption={`The ${storesShownMax} stores that gave the most points in ${sayMonth(month)}, less what returns took`}
        head={["Store", "Code", "Sales and returns", "Money", "Points"]}
        numbers={[2, 3, 4]}
        rows={stores.map(({ id, name, code, sales, money, points }) => [
          id === null ? code : <RecordLink id={formatId(store.idPrefix, id)}>{name || code}</RecordLink>,
          <span class="line">{code}</span>,
          ...[sales, money, points].map(formatPoints),
        ])}
      />
    )}
  </section>
);
