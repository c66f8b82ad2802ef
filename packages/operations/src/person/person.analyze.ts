import type { Sql } from "@rewards/db";

const erasedTables = ["member", "redemption", "redemption_item", "awaiting", "idempotency_key", "history"];
const analyzeMsMax = 30_000;

/**
 * Analyzes what erasures changed, since Postgres' statistics have samples of the old values. Each table by itself: a lock
 * is held no longer than its ANALYZE, and what one table refuses or takes too long for, the others get. Together 30 s.
 * @param months the changed partitions of sales.
 * @returns the tables that were not analyzed. The erasures are committed, so nothing here is an error.
 */
export async function analyzePeople(scans: Sql, months: Iterable<string>): Promise<string[]> {
  const untilMs = performance.now() + analyzeMsMax;
  const unanalyzed: string[] = [];
  for (const table of [...erasedTables, ...months]) {
    const leftMs = Math.ceil(untilMs - performance.now());
    const isDone = leftMs > 0 && (await analyze(scans, table, leftMs).catch(() => false));
    if (!isDone) unanalyzed.push(table);
  }
  return unanalyzed;
}

async function analyze(scans: Sql, table: string, msMax: number): Promise<true> {
  await scans.begin(async (tx) => {
    await tx`select set_config('statement_timeout', ${String(msMax)}, true)`;
    await tx`select analyze_people(${table}::text::regclass)`;
  });
  return true;
}
