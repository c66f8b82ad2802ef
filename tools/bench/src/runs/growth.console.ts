import { openDatabase } from "@rewards/db";
import { atMost } from "@rewards/lab/report/bars";
import { formatCount, formatFigure } from "@rewards/lab/report/number";
import type { Bar, Table } from "@rewards/lab/report/report";
import { writeDays } from "@rewards/operations";
import { type Quantiles, quantilesOf } from "../measure/statistics.ts";
import { openPage, pagePathsOf, startConsole } from "./console.pages.ts";
import type { Bench } from "./measure.ts";
import { createReward } from "./session.calls.ts";
import type { Session } from "./session.ts";

/** Milliseconds of a page of the console. */
interface ConsolePage {
  readonly name: string;
  /** The first call after a restart of the console. */
  readonly firstMs: number;
  readonly laterMs: Quantiles;
}

const laterCalls = 20;
/** The most that a page may take. */
const pageMsMax = 300;

/** Opens every page of the console, for a member with a history in a programme whose points expire. */
export async function measureConsolePages(bench: Bench, session: Session): Promise<readonly ConsolePage[]> {
  await createReward(session, "MUG", "unlimited");
  await session.sql`update currency set expiry_months = 12, expiry_until = 'day'`;
  await countDays(session.databaseUrl);
  const paths = await pagePathsOf(session, "M0");
  const served = await startConsole(bench, session);
  try {
    const pages: ConsolePage[] = [];
    for (const [name, path] of Object.entries(paths)) {
      await served.stop();
      await served.restart();
      const firstMs = await openPage(served, path);
      const laterMs: number[] = [];
      while (laterMs.length < laterCalls) laterMs.push(await openPage(served, path));
      pages.push({ name, firstMs, laterMs: quantilesOf(laterMs) });
    }
    return pages;
  } finally {
    await served.stop();
  }
}

/** As the worker does every five minutes. */
async function countDays(url: string): Promise<void> {
  const { scans, close } = openDatabase({ url, name: "bench-days", poolMax: 1, viewPoolMax: 1 });
  await writeDays(scans).finally(close);
}

export interface SizeOfPages {
  readonly entries: number;
  readonly consolePages: readonly ConsolePage[] | undefined;
}

export function consolePageTable(sizes: readonly SizeOfPages[]): Table {
  return {
    title: "Pages of the console, by entries in the ledger (ms)",
    columns: ["Entries", "Page", "First after a restart", "p50", "max"],
    rows: sizes.flatMap(({ entries, consolePages = [] }) =>
      consolePages.map(({ name, firstMs, laterMs: { p50, max } }) => [
        formatCount(entries),
        name,
        ...[firstMs, p50, max].map(formatFigure),
      ]),
    ),
    notes: [
      `From the request to the last byte, one call at a time: the first, for which the console was restarted, and ${laterCalls} more.`,
    ],
  };
}

export function consolePageBars(sizes: readonly SizeOfPages[]): Bar[] {
  const largest = sizes.findLast(({ consolePages }) => consolePages);
  if (!largest?.consolePages) return [];
  const slowestMs = Math.max(...largest.consolePages.flatMap(({ firstMs, laterMs }) => [firstMs, laterMs.max]));
  return [
    atMost(`the slowest page of the console, of ${formatCount(largest.entries)} entries`, pageMsMax, "ms", slowestMs),
  ];
}
