import { type ExpiryCutoff, expiryCutoff } from "@rewards/domain";
import { expiryRules } from "../catalogue/catalogue.programmes.ts";
import type { Database, Sql } from "../client.ts";
import { readFirst, readPage } from "./expiry.page.ts";
import { type ExpiringCurrency, type SweepRun, type Swept, sweepMembers } from "./expiry.take.ts";

/** So many entries are read at a time to find balances; more if some have the same time as the last one. */
const entriesMaxDefault = 10_000;
const hourMs = 3_600_000;
/** The longest time whose entries one statement reads. */
const sliceMsMax = 30 * 24 * hourMs;

export interface SweepOptions {
  readonly entriesMax?: number;
  /** A run that takes longer leaves the rest to the next one. */
  readonly runMsMax?: number;
  /** See `SweepRun`. Default: it does not. */
  readonly isBusy?: () => boolean;
}

/** A currency whose points expire, and how far it is swept. */
interface SweptCurrency extends ExpiringCurrency {
  readonly swept_to: Date | null;
  readonly clock: Date;
}

/**
 * Posts an Expiry entry to every balance with points that have expired. Looks only at balances with awards, or by
 * inactivity with entries, between the last cutoff and this one, so it continues after days without a run. What is due is
 * computed anew under the lock: two sweeps at once, or one that died, post nothing twice. Never waits for a lock, holds
 * few for a short time. After each step it pauses: for the duration of the step, or for six times that while the worker
 * posts sales. If no currency has an expiry, it sends one statement.
 */
export async function sweepExpired(
  { sql, scans }: Pick<Database, "sql" | "scans">,
  { entriesMax = entriesMaxDefault, runMsMax = Number.POSITIVE_INFINITY, isBusy = () => false }: SweepOptions = {},
): Promise<Swept> {
  const currencies = await sql<SweptCurrency[]>`
    select c.id, ${expiryRules(sql)} as rules, c.swept_to, clock_timestamp() as clock
    from currency c join programme p on p.id = c.program
    where coalesce(c.expiry_months, c.expiry_inactive_months) is not null order by c.id`;
  const endMs = performance.now() + runMsMax;
  let balances = 0;
  let isDone = true;
  for (const currency of currencies) {
    const cutoff = expiryCutoff(currency.rules, currency.clock.getTime());
    if (cutoff.untilMs <= (currency.swept_to?.getTime() ?? Number.NEGATIVE_INFINITY)) continue;
    const swept = await sweepCurrency({ sql, scans, entriesMax, endMs, isBusy }, currency, cutoff);
    balances += swept.balances;
    isDone &&= swept.isDone;
  }
  return { balances, isDone };
}

interface Run extends SweepRun {
  readonly scans: Sql;
  readonly entriesMax: number;
}

async function sweepCurrency(run: Run, currency: SweptCurrency, cutoff: ExpiryCutoff): Promise<Swept> {
  const untilMs = cutoff.untilMs;
  let mark = currency.swept_to;
  let fromMs = mark?.getTime() ?? (await readFirst(run.scans, currency.id, untilMs));
  let sliceMs = hourMs;
  let balances = 0;
  while (fromMs < untilMs) {
    const page = await readPage(run, currency.id, cutoff, fromMs, Math.min(untilMs, fromMs + sliceMs));
    sliceMs = page.isFull ? Math.max(1, Math.floor(sliceMs / 2)) : Math.min(sliceMsMax, sliceMs * 2);
    const swept = await sweepMembers(run, currency, cutoff, page.members);
    balances += swept.balances;
    if (!swept.isDone) return { balances, isDone: false };
    const moved = await moveMark(run.sql, currency.id, mark, page.toMs);
    // Another sweep was faster, or an edit set the mark back: the next run reads it again.
    if (!moved) return { balances, isDone: false };
    mark = moved;
    fromMs = page.toMs;
  }
  return { balances, isDone: true };
}

/** @returns the new mark; undefined if it is no longer where this run left it. */
async function moveMark(sql: Sql, currencyId: string, mark: Date | null, toMs: number): Promise<Date | undefined> {
  const to = new Date(toMs).toISOString();
  const moved = await sql`
    update currency set swept_to = ${to}::text::timestamptz
    where id = ${currencyId} and swept_to is not distinct from ${mark?.toISOString() ?? null}::text::timestamptz`;
  return moved.count === 1 ? new Date(toMs) : undefined;
}
