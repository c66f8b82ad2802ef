import { count, counts, positiveNumber } from "@rewards/lab/options";
import { atMost, booksHold, exactly } from "@rewards/lab/report/bars";
import { formatCount, formatFigure } from "@rewards/lab/report/number";
import type { Bar, Chart, Table } from "@rewards/lab/report/report";
import { parts } from "../measure/processes.ts";
import type { BenchCommand } from "./command.ts";
import { consolePageBars, consolePageTable } from "./growth.console.ts";
import { type GrowthFigures, type GrowthOptions, measureSize } from "./growth.measure.ts";

const viewRatioMax = 4;
/** Of page 1,000 of a list, and of the page by its token, against page 1. */
const farPageRatioMax = 10;
const tokenRatioMax = 1.5;

export const growth: BenchCommand<GrowthOptions> = {
  name: "growth",
  summary: "cost of a sale and of a ledger read as the ledger grows",
  options: (command) =>
    command
      .option("--sizes <list>", "entries in the ledger", counts, [10_000, 1_000_000, 5_000_000])
      .option("--seconds <n>", "seconds of load at each size", positiveNumber, 10)
      .option("--connections <n>", "HTTP connections", count, 256)
      .option("--members <n>", "members who buy", count, 20_000)
      .option("--verify-max <n>", "check the books up to this many entries", count, 10_000_000),
  async run(bench, options, progress) {
    progress.begin(options.sizes.length);
    const sizes: GrowthFigures[] = [];
    for (const size of [...options.sizes].sort((a, b) => a - b)) {
      progress.step(`${formatCount(size)} entries`);
      sizes.push(await measureSize(bench, options, size));
    }
    return {
      name: "growth",
      title: "As the ledger grows",
      tables: [postingTable(sizes, options), viewTable(sizes), pageTable(sizes), consolePageTable(sizes)],
      bars: barsOf(sizes),
      chart: chartOf(sizes),
      data: { options, sizes },
    };
  },
};

function postingTable(sizes: readonly GrowthFigures[], { seconds }: GrowthOptions): Table {
  return {
    title: "Posting, by entries in the ledger",
    columns: ["Entries", "Sales/s", "API", "Worker", "Postgres", "Redis", "Sum", "Filled in (s)", "Books"],
    rows: sizes.map((size) => [
      formatCount(size.entries),
      formatCount(size.salesPerSecond),
      ...parts.map((part) => formatFigure(size.cpu[part])),
      formatFigure(size.cpu.total),
      formatFigure(size.fillSeconds),
      size.isVerified ? "add up" : "not checked",
    ]),
    notes: [`CPU in µs a sale, from POST to posted. Closed loop of ${seconds} s.`],
  };
}

function viewTable(sizes: readonly GrowthFigures[]): Table {
  return {
    title: "LedgerEntriesBetweenDates, by entries in the ledger (ms)",
    columns: [
      "Entries",
      "HTTP p50",
      "p99",
      "Statement p50",
      "p99",
      "Row by key p50",
      "p99",
      "Ratio of p50",
      "of 100 rows",
    ],
    rows: sizes.map(({ entries, viewMs, cost, fullCost }) => [
      formatCount(entries),
      ...[viewMs.p50, viewMs.p99, cost.view.p50, cost.view.p99, cost.byKey.p50, cost.byKey.p99].map(formatFigure),
      formatFigure(ratioOf(cost)),
      formatFigure(ratioOf(fullCost)),
    ]),
    notes: [
      "Members with 50 to 450 entries, 1 to 100 of them a look, and 100 in the last column. By HTTP one call at a time; the statement as the product prepares it, in turns with a look at an entry by its key on the same connection.",
    ],
  };
}

function pageTable(sizes: readonly GrowthFigures[]): Table {
  return {
    title: "Pages of 100 of SaleList by HTTP, by sales (ms)",
    columns: ["Sales", "Page 1 p50", "p99", "Page 1,000 p50", "p99", "By token p50", "p99"],
    rows: sizes.flatMap(({ entries, pages }) => {
      const figures = pages && [pages.firstMs, pages.farMs, pages.tokenMs].flatMap(({ p50, p99 }) => [p50, p99]);
      return figures ? [[formatCount(entries), ...figures.map(formatFigure)]] : [];
    }),
    notes: ["One call at a time. By token: page 1,000 again, asked for with the nextPageToken of page 999."],
  };
}

function pageBars(sizes: readonly GrowthFigures[]): Bar[] {
  const largest = sizes.findLast(({ pages }) => pages);
  if (!largest?.pages) return [];
  const { firstMs, farMs, tokenMs } = largest.pages;
  const name = `of ${formatCount(largest.entries)} sales, against page 1`;
  return [
    atMost(`page 1,000 ${name}`, farPageRatioMax, "times", farMs.p50 / firstMs.p50),
    atMost(`the page by its token ${name}`, tokenRatioMax, "times", tokenMs.p50 / firstMs.p50),
  ];
}

function barsOf(sizes: readonly GrowthFigures[]): Bar[] {
  const largest = sizes.at(-1);
  const scanned = new Set(sizes.flatMap((size) => size.plans.flatMap((plan) => plan.scanned)));
  return [
    atMost(
      `the ledger view of 1 to 100 of ${formatCount(largest?.entries ?? 0)} entries, against a row by its key`,
      viewRatioMax,
      "times",
      largest ? ratioOf(largest.cost) : Number.NaN,
    ),
    { ...exactly("growing tables read from end to end", 0, scanned.size), ...(scanned.size > 0 && named(scanned)) },
    ...pageBars(sizes),
    ...consolePageBars(sizes),
    ...(sizes.every((size) => size.isVerified) ? [booksHold] : []),
  ];
}

/** The view's time as a multiple of that of one row by its key. */
const ratioOf = ({ view, byKey }: GrowthFigures["cost"]) => view.p50 / byKey.p50;

const named = (scanned: ReadonlySet<string>) => ({ measured: [...scanned].join(", ") });

function chartOf(sizes: readonly GrowthFigures[]): Chart {
  const barOf = (size: GrowthFigures, value: number) => ({ label: `${formatCount(size.entries)} entries`, value });
  return {
    title: "As the ledger grows",
    groups: [
      { title: "CPU a sale", unit: "µs", bars: sizes.map((size) => barOf(size, size.cpu.total)) },
      { title: "Ledger view by HTTP, p50", unit: "ms", bars: sizes.map((size) => barOf(size, size.viewMs.p50)) },
    ],
  };
}
