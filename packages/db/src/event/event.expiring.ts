import { sql as text } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Sql, Tx } from "../client.ts";
import { expiringBetween } from "../standing/standing.view.ts";
import { allowScans } from "../statement.ts";

/** So long before points expire, `points.expiring` tells it. */
const expiringDays = 30;
const dayMs = 86_400_000;
/** Shorter steps would read the ledger again for a few points. */
const stepMsMin = 3_600_000;
const rowsOfSlice = 1_000;
const dialect = new PgDialect();

interface ExpiringRow {
  readonly member: string;
  readonly currency: string;
  readonly amount: string;
  readonly expires_at: Date;
}

/**
 * Tells which points expire within the next 30 days, each once: those of the days that were not looked at, a day in a
 * transaction, and nothing while nobody asks for it. Points that are earned later and expire sooner are not told.
 * @param runMsMax a run that takes longer leaves the rest to the next one.
 */
export async function tellExpiring(scans: Sql, runMsMax: number): Promise<void> {
  for (const endMs = performance.now() + runMsMax; performance.now() < endMs; ) {
    const isDone = await scans.begin(async (tx) => {
      await allowScans(tx);
      const [row] = await tx<{ now: Date; told_to: Date | null }[]>`
        select clock_timestamp() as now, told_to from event_kind where kind = 'points.expiring'`;
      if (!row) return true;
      const nowMs = row.now.getTime();
      const fromMs = Math.max(nowMs, row.told_to?.getTime() ?? 0);
      const untilMs = Math.min(fromMs + dayMs, nowMs + expiringDays * dayMs);
      if (untilMs - fromMs < stepMsMin) return true;
      await tellBetween(tx, new Date(fromMs), new Date(untilMs - 1));
      // Last, because it locks a row that callers of EventsSince need. It fails if another process was faster.
      await tx`select told_expiring(${row.told_to}, ${new Date(untilMs)})`;
      return false;
    });
    if (isDone) return;
  }
}

/** Both instants are included. */
async function tellBetween(tx: Tx, from: Date, to: Date): Promise<void> {
  const source = expiringBetween(text`${from.toISOString()}`, text`${to.toISOString()}`);
  const { sql, params } = dialect.sqlToQuery(text`
    select p.member, c.name as currency, p.amount, p.expires_at from (${source}) p join currency c on c.id = p.currency
    where p.expires_at between ${from.toISOString()}::timestamptz and ${to.toISOString()}::timestamptz order by p.member, p.currency, p.expires_at`);
  const slices = tx.unsafe<ExpiringRow[]>(sql, params as never[]).cursor(rowsOfSlice);
  for await (const rows of slices) {
    const data = rows.map(({ currency, amount, expires_at }) => ({
      ...{ Currency: currency, Points: Number(amount), ExpirationDateTime: expires_at.toISOString() },
    }));
    await tx`select tell_expiring(${rows.map(({ member }) => member)}::uuid[], ${JSON.stringify(data)}::text::jsonb)`;
  }
}
