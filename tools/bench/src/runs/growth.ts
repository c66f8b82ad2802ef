import { atMost, booksHold, exactly } from "@rewards/lab/report/bars";
import { formatCount } from "@rewards/lab/report/number";
import type { Bar, Table } from "@rewards/lab/report/report";
import { expectBooksOk } from "../measure/database.ts";
import { fillLedger, pickLooks } from "../measure/ledger.fill.ts";
import { measureViewCost, readPlans, type ViewCost } from "../measure/plans.ts";
import { callApi, timeReads } from "../run/calls.ts";
import { type Column, partColumns, quantileColumns, tableOf } from "../run/columns.ts";
import { defineRun } from "../run/define.ts";
import { buyers, list, type OptionValues, positive, whole } from "../run/options.ts";
import { measureSales, salesOf, warmUp } from "../run/sales.ts";
import { type Bench, type Session, withSession } from "../run/session.ts";
import { consolePageBars, consolePageTable, measureConsolePages } from "./growth.console.ts";

const viewRatioMax = 4;
/** Of page 1,000 of a list, and of the page by its token, against page 1. */
const farPageRatioMax = 10;
const tokenRatioMax = 1.5;
const pageSize = 100;
const farPage = 1_000;
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
  warmUp: positive("seconds of load before it", 8, 1),
  readSeconds: positive("seconds of each kind of read", 5, 1),
  ...buyers(20_000, 20_000),
  verifyMax: whole("check the books up to this many entries", 10_000_000),
};

export const growth = defineRun({
  name: "growth",
  summary: "cost of a sale and of a ledger read as the ledger grows",
  title: "As the ledger grows",
  options,
  steps: ({ sizes }) => sizes.length,
  async measure(bench, given, progress) {
    const sizes: GrowthFigures[] = [];
    for (const size of given.sizes.toSorted((a, b) => a - b)) {
      progress.step(`${formatCount(size)} entries`);
      sizes.push(await measureSize(bench, given, size));
    }
    return { sizes };
  },
  tables: ({ sizes }, { seconds }) => [
    tableOf("Posting, by entries in the ledger", sizes, postingColumns, [
      `CPU in µs a sale, from POST to posted. Closed loop of ${seconds} s.`,
    ]),
    tableOf("LedgerEntriesBetweenDates, by entries in the ledger (ms)", sizes, viewColumns, [
      "Members with 50 to 450 entries, 1 to 100 of them a look, and 100 in the last column. By HTTP one call at a time; the statement as the product prepares it, in turns with a look at an entry by its key on the same connection.",
    ]),
    pageTable(sizes),
    consolePageTable(sizes),
  ],
  bars({ sizes }) {
    const largest = sizes.at(-1) as GrowthFigures;
    const scanned = new Set(sizes.flatMap((size) => size.plans.flatMap((plan) => plan.scanned)));
    const view = `the ledger view of 1 to 100 of ${formatCount(largest.entries)} entries, against a row by its key`;
    const scans = exactly("growing tables read from end to end", 0, scanned.size);
    return [
      atMost(view, viewRatioMax, "times", ratioOf(largest.viewCost)),
      scanned.size > 0 ? { ...scans, measured: [...scanned].join(", ") } : scans,
      ...pageBars(sizes),
      ...consolePageBars(sizes),
      ...(sizes.every((size) => size.isVerified) ? [booksHold] : []),
    ];
  },
  chart({ sizes }) {
    const barOf = (size: GrowthFigures, value: number) => ({ label: `${formatCount(size.entries)} entries`, value });
    return {
      title: "As the ledger grows",
      groups: [
        { title: "CPU a sale", unit: "µs", bars: sizes.map((size) => barOf(size, size.cpu.total)) },
        { title: "Ledger view by HTTP, p50", unit: "ms", bars: sizes.map((size) => barOf(size, size.viewMs.p50)) },
      ],
    };
  },
});

/** Figures of posting, and of ledger reads. */
type GrowthFigures = Awaited<ReturnType<typeof measureSize>>;

const entriesColumn: Column<{ readonly entries: number }> = ["Entries", ({ entries }) => formatCount(entries)];
const shown = ["p50", "p99"] as const;

const postingColumns: readonly Column<GrowthFigures>[] = [
  entriesColumn,
  ["Sales/s", (size) => formatCount(size.salesPerSecond)],
  ...partColumns<GrowthFigures>(({ cpu }) => cpu),
  ["CPU", ({ cpu }) => cpu.total],
  ["Filled in (s)", ({ fillSeconds }) => fillSeconds],
  ["Books", ({ isVerified }) => (isVerified ? "add up" : "not checked")],
];

const viewColumns: readonly Column<GrowthFigures>[] = [
  entriesColumn,
  ...quantileColumns<GrowthFigures>("HTTP", ({ viewMs }) => viewMs, shown),
  ...quantileColumns<GrowthFigures>("Statement", ({ viewCost }) => viewCost.view, shown),
  ...quantileColumns<GrowthFigures>("Row by key", ({ viewCost }) => viewCost.byKey, shown),
  ["Ratio of p50", ({ viewCost }) => ratioOf(viewCost)],
  ["of 100 rows", ({ fullCost }) => ratioOf(fullCost)],
];

/** The view's time as a multiple of that of one row by its key. */
const ratioOf = ({ view, byKey }: ViewCost) => view.p50 / byKey.p50;

/** One size: fill, load, read the ledger, and ask Postgres for its plans. */
async function measureSize(bench: Bench, given: OptionValues<typeof options>, size: number) {
  const { members, verifyMax, readSeconds } = given;
  const prepare = async (databaseUrl: string) => {
    const startedMs = performance.now();
    const owners = Math.max(1, Math.round(size / entriesPerMemberMean));
    const ledger = await fillLedger(databaseUrl, { members: owners, perMember: entriesPerMember });
    return { ledger, fillSeconds: (performance.now() - startedMs) / 1000 };
  };
  return withSession(bench, { members, prepare }, async (session, { ledger, fillSeconds }) => {
    const { entries } = ledger;
    const looks = pickLooks(ledger, looksCount, lookRows);
    const spec = salesOf(given);
    await warmUp(session, spec);
    const posting = await measureSales(session, spec, "sale");
    const viewMs = await timeReads(session, "ledger-view", looks, readSeconds);
    const viewCost = await measureViewCost(session.databaseUrl, looks);
    const fullCost = await measureViewCost(session.databaseUrl, pickLooks(ledger, looksCount, fullLookRows));
    const pages = entries >= farPage * pageSize ? await measurePages(session, readSeconds) : undefined;
    const consolePages = pages && (await measureConsolePages(bench, session));
    const plans = await readPlans(session.databaseUrl, members, looks[0] as string);
    const isVerified = entries <= verifyMax;
    if (isVerified) await expectBooksOk(session.databaseUrl);
    return { entries, fillSeconds, ...posting, viewMs, viewCost, fullCost, pages, consolePages, plans, isVerified };
  });
}

/** Milliseconds of a page of SaleList by HTTP, one call at a time; by token: the far page again. */
async function measurePages(session: Session, seconds: number) {
  const measurePage = (paging: object) => timeReads(session, "sale-page", [JSON.stringify(paging)], seconds);
  const firstMs = await measurePage({ pageNumber: 1, pageSize });
  const farMs = await measurePage({ pageNumber: farPage, pageSize });
  const paging = { pageNumber: farPage - 1, pageSize };
  const { nextPageToken } = await callApi(session, "POST", "/data_views/SaleList", { paging });
  if (nextPageToken === undefined) throw new Error("a page was answered without a token");
  return { firstMs, farMs, tokenMs: await measurePage({ pageSize, nextPageToken }) };
}

type SizeWithPages = GrowthFigures & { readonly pages: Awaited<ReturnType<typeof measurePages>> };
const withPages = (sizes: readonly GrowthFigures[]) => sizes.filter((size): size is SizeWithPages => !!size.pages);

const pageTable = (sizes: readonly GrowthFigures[]): Table =>
  tableOf(
    "Pages of 100 of SaleList by HTTP, by sales (ms)",
    withPages(sizes),
    [
      ["Sales", ({ entries }) => formatCount(entries)],
      ...quantileColumns<SizeWithPages>("Page 1", ({ pages }) => pages.firstMs, shown),
      ...quantileColumns<SizeWithPages>("Page 1,000", ({ pages }) => pages.farMs, shown),
      ...quantileColumns<SizeWithPages>("By token", ({ pages }) => pages.tokenMs, shown),
    ],
    ["One call at a time. By token: page 1,000 again, asked for with the nextPageToken of page 999."],
  );

function pageBars(sizes: readonly GrowthFigures[]): Bar[] {
  const largest = withPages(sizes).at(-1);
  if (!largest) return [];
  const { firstMs, farMs, tokenMs } = largest.pages;
  const name = `of ${formatCount(largest.entries)} sales, against page 1`;
  return [
    atMost(`page 1,000 ${name}`, farPageRatioMax, "times", farMs.p50 / firstMs.p50),
    atMost(`the page by its token ${name}`, tokenRatioMax, "times", tokenMs.p50 / firstMs.p50),
  ];
}
