import { atMost } from "@rewards/lab/report/bars";
import { formatCount } from "@rewards/lab/report/number";
import type { Bar, Table } from "@rewards/lab/report/report";
import { writeDays } from "@rewards/operations";
import { withProduct } from "../measure/database.ts";
import { type Quantiles, quantilesOf } from "../measure/statistics.ts";
import { createReward } from "../run/calls.ts";
import { tableOf } from "../run/columns.ts";
import type { Bench, Session } from "../run/session.ts";
import { openPage, pagePathsOf, startConsole } from "./console.pages.ts";

/** Milliseconds of a page of the console. */
export interface ConsolePage {
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
  // As the worker does every five minutes.
  await withProduct(session.databaseUrl, ({ scans }) => writeDays(scans));
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

interface SizeOfPages {
  readonly entries: number;
  readonly consolePages: readonly ConsolePage[] | undefined;
}

export const consolePageTable = (sizes: readonly SizeOfPages[]): Table =>
  tableOf(
    "Pages of the console, by entries in the ledger (ms)",
    sizes.flatMap(({ entries, consolePages = [] }) => consolePages.map((page) => ({ entries, ...page }))),
    [
      ["Entries", ({ entries }) => formatCount(entries)],
      ["Page", ({ name }) => name],
      ["First after a restart", ({ firstMs }) => firstMs],
      ["p50", ({ laterMs }) => laterMs.p50],
      ["max", ({ laterMs }) => laterMs.max],
    ],
    [
      `From the request to the last byte, one call at a time: the first, for which the console was restarted, and ${laterCalls} more.`,
    ],
  );

export function consolePageBars(sizes: readonly SizeOfPages[]): Bar[] {
  const { entries = 0, consolePages = [] } = sizes.findLast((size) => size.consolePages) ?? {};
  if (consolePages.length === 0) return [];
  const slowestMs = Math.max(...consolePages.flatMap(({ firstMs, laterMs }) => [firstMs, laterMs.max]));
  return [atMost(`the slowest page of the console, of ${formatCount(entries)} entries`, pageMsMax, "ms", slowestMs)];
}
