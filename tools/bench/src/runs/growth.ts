import { atMost, type Bar, booksHold, formatCount } from "@rewards/lab/report/report";
import { cpuColumns, type Figures, figureOf, quantileFigures, tableOf } from "../measure/figures.ts";
import { fillLedger, pickLooks } from "../measure/ledger.fill.ts";
import { measureViewCost } from "../measure/ledger.read.ts";
import { buyers, defineRun, inTurn, list, type OptionValues, positive, warmUpOption } from "../run/command.ts";
import { measureSales, timeReads, warmUp } from "../run/sales.ts";
import { type Bench, withSession } from "../run/session.ts";
import { measurePages, pageTable } from "./console.pages.ts";
import { farPageSales, listBars, listTable, measureLists } from "./growth.lists.ts";

const viewRatioMax = 4;
/** Of the first call after a restart, which compiles the page, and of the others. */
const pageMsMax = { first: 300, later: 100 } as const;
/** Of a member with a history; the same at each size, so that a ledger read returns as much at each. */
const entriesPerMember = [50, 450] as const;
const entriesPerMemberMean = 250;
/** Entries of a read: anything up to what a screen shows, and the maximum. */
const lookRows = [1, 100] as const;
const fullLookRows = [100, 100] as const;
const looksCount = 2_000;

const options = {
  sizes: list("entries in the ledger", [10_000, 1_000_000, 5_000_000], [10_000, 100_000]),
  seconds: positive("seconds of load at each size", 10, 2),
  warmUp: warmUpOption,
  readSeconds: positive("seconds of each kind of read", 5, 1),
  ...buyers(20_000, 20_000),
};
type Options = OptionValues<typeof options>;

export const growth = defineRun({
  name: "growth",
  summary: "cost of a sale and of a ledger read as the ledger grows",
  options,
  measure: (bench: Bench, given) => inTurn(given.sizes, (size) => measureSize(bench, given, size)),
  tables(sizes, { seconds }) {
    const rows = sizes.map(({ entries, figures }) => [formatCount(entries), figures] as const);
    return [
      tableOf("Posting, by entries in the ledger", ["Entries", "Sales/s", ...cpuColumns, "Filled in (s)"], rows, [
        `CPU in µs a sale, from POST to posted. Closed loop of ${seconds} s.`,
      ]),
      tableOf("LedgerEntriesBetweenDates, by entries in the ledger (ms)", ["Entries", ...viewColumns], rows, [
        "Members with 50 to 450 entries, 1 to 100 of them a look, and 100 in the last column. By HTTP one call at a time; the statement as the product prepares it, in turns with a look at an entry by its key on the same connection.",
      ]),
      listTable(sizes.flatMap(({ lists }) => lists)),
      pageTable(sizes.flatMap(({ pages }) => pages)),
    ];
  },
  bars(sizes) {
    const { entries = 0, figures = {} } = sizes.at(-1) ?? {};
    const view = `the ledger view of 1 to 100 of ${formatCount(entries)} entries, against a row by its key`;
    return [
      atMost(view, viewRatioMax, "times", figureOf(figures, "Ratio of p50")),
      ...sizes.slice(-1).flatMap(pageBars),
      booksHold,
    ];
  },
});

const viewColumns = [
  ...["HTTP p50", "HTTP p99", "Statement p50", "Statement p99", "Row by key p50", "Row by key p99"],
  ...["Ratio of p50", "of 100 rows"],
];

type Size = Awaited<ReturnType<typeof measureSize>>;

/** One size: fill, load, and read the ledger, the pages of sales and the console. */
async function measureSize(bench: Bench, given: Options, size: number) {
  bench.say(`${formatCount(size)} entries`);
  const { members, readSeconds } = given;
  const prepare = async (databaseUrl: string) => {
    const owners = Math.max(1, Math.round(size / entriesPerMemberMean));
    const startedMs = performance.now();
    const ledger = await fillLedger(databaseUrl, { members: owners, perMember: entriesPerMember });
    return { ...ledger, fillSeconds: (performance.now() - startedMs) / 1000 };
  };
  return withSession(bench, { members, prepare }, async (session, ledger) => {
    const { databaseUrl } = session;
    const { entries } = ledger;
    const looks = pickLooks(ledger, looksCount, lookRows);
    await warmUp(session, given);
    const posting = await measureSales(session, given);
    const viewMs = await timeReads(session, "ledger-view", looks, readSeconds);
    const cost = await measureViewCost(databaseUrl, looks);
    const fullCost = await measureViewCost(databaseUrl, pickLooks(ledger, looksCount, fullLookRows));
    const hasPages = entries >= farPageSales;
    const lists = hasPages ? await measureLists(session, entries, readSeconds) : [];
    const pages = hasPages ? await measurePages(bench, session, entries) : [];
    const figures: Figures = {
      ...{ ...posting, "Filled in (s)": ledger.fillSeconds },
      ...quantileFigures("HTTP", viewMs),
      ...quantileFigures("Statement", cost.view),
      ...quantileFigures("Row by key", cost.byKey),
      ...{ "Ratio of p50": ratioOf(cost), "of 100 rows": ratioOf(fullCost) },
    };
    return { entries, figures, lists, pages };
  });
}

const ratioOf = ({ view, byKey }: Awaited<ReturnType<typeof measureViewCost>>) => view.p50 / byKey.p50;

function pageBars({ entries, lists, pages }: Size): Bar[] {
  if (pages.length === 0) return [];
  const slowestOf = (column: "First after a restart" | "max") => Math.max(...pages.map(([, page]) => page[column]));
  const slowest = `the slowest page of the console, of ${formatCount(entries)} entries`;
  return [
    ...listBars(lists),
    atMost(`${slowest}, first after a restart`, pageMsMax.first, "ms", slowestOf("First after a restart")),
    atMost(slowest, pageMsMax.later, "ms", slowestOf("max")),
  ];
}
