import { formatCount } from "@rewards/lab/report/number";
import type { Table } from "@rewards/lab/report/report";
import { writeDays } from "@rewards/operations";
import { withProduct } from "../measure/database.ts";
import { quantilesOf } from "../measure/statistics.ts";
import { tableOf } from "../run/figures.ts";
import { createReward } from "../run/records.ts";
import type { Bench, Session } from "../run/session.ts";
import { pagePathsOf, startConsole, timeGet } from "./console.pages.ts";

const laterCalls = 20;
/** The most that a page may take. */
export const pageMsMax = 300;
const columns = ["First after a restart", "p50", "max"] as const;

/** A page at a size of the ledger, and its milliseconds: the first call after a restart of the console, and others. */
type Page = readonly [name: string, ms: Readonly<Record<(typeof columns)[number], number>>];

/** Opens every page of the console, for a member with a history in a programme whose points expire. */
export async function measureConsole(bench: Bench, session: Session, entries: number): Promise<readonly Page[]> {
  await createReward(session, "MUG");
  await session.sql`update currency set expiry_months = 12, expiry_until = 'day'`;
  // As the worker does every five minutes.
  await withProduct(session.databaseUrl, ({ scans }) => writeDays(scans));
  const paths = await pagePathsOf(session, "M0");
  const served = await startConsole(bench, session);
  const pages: Page[] = [];
  for (const [name, path] of Object.entries(paths)) {
    await served.stop();
    await served.restart();
    const first = await timeGet(served.url + path);
    const later: number[] = [];
    while (later.length < laterCalls) later.push(await timeGet(served.url + path));
    const { p50, max } = quantilesOf(later);
    pages.push([`${formatCount(entries)}: ${name}`, { "First after a restart": first, p50, max }]);
  }
  return pages;
}

export const consoleTable = (pages: readonly Page[]): Table =>
  tableOf("Pages of the console, by entries in the ledger (ms)", ["Entries", ...columns], pages, [
    `From the request to the last byte, one call at a time: the first, for which the console was restarted, and ${laterCalls} more.`,
  ]);
