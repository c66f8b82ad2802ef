import { setTimeout as sleep } from "node:timers/promises";
import { type ExpiryCutoff, type ExpiryRules, expiryCutoff, openBook } from "@rewards/domain";
import { uuidv7 } from "uuidv7";
import { expiryRules } from "../catalogue/catalogue.expiry.ts";
import type { Database, Sql } from "../client.ts";
import { lockBalances, readClock } from "../ledger/ledger.lock.ts";
import { writeBook } from "../ledger/ledger.write.ts";
import { allowScans } from "../scan.ts";
import { expireFirst } from "./expiry.first.ts";

/** So many balances are locked at a time, at most. */
const balancesMax = 300;
/** So many entries are read at a time to find balances; more if some have the same time as the last one. */
const entriesMaxDefault = 10_000;
const hourMs = 3_600_000;
/** The longest time whose entries one statement reads. */
const sliceMsMax = 30 * 24 * hourMs;
/** A balance that another session holds is tried again so often, with this pause. */
const attemptsMax = 5;
const retryMs = 200;

export interface SweepOptions {
  readonly entriesMax?: number;
  /** A run that takes longer leaves the rest to the next one. */
  readonly runMsMax?: number;
}

export interface Swept {
  /** Balances that lost points. */
  readonly balances: number;
  /** Nothing that has expired is left. */
  readonly isDone: boolean;
}

/** A currency whose points expire, and how far it is swept. */
interface SweptCurrency {
  readonly id: string;
  readonly rules: ExpiryRules;
  readonly swept_to: Date | null;
  readonly clock: Date;
}

/**
 * Posts an Expiry entry to every balance with points that have expired. Looks only at balances with awards, or by
 * inactivity with entries, between the last cutoff and this one, so it continues after days without a run. What is due is
 * computed anew under the lock: two sweeps at once, or one that died, post nothing twice. Never waits for a lock, holds
 * few for a short time, and pauses as long as it works. If no currency has an expiry, it sends one statement.
 */
export async function sweepExpired(
  { sql, scans }: Pick<Database, "sql" | "scans">,
  { entriesMax = entriesMaxDefault, runMsMax = Number.POSITIVE_INFINITY }: SweepOptions = {},
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
    const swept = await sweepCurrency({ sql, scans, entriesMax, endMs }, currency, cutoff);
    balances += swept.balances;
    isDone &&= swept.isDone;
  }
  return { balances, isDone };
}

interface Run {
  readonly sql: Sql;
  readonly scans: Sql;
  readonly entriesMax: number;
  readonly endMs: number;
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

/** Right before the first entry of a currency. Reads the whole ledger, so it is asked for once. */
async function readFirst(scans: Sql, currencyId: string, untilMs: number): Promise<number> {
  const [row] = await scans.begin("read only", async (tx) => {
    await allowScans(tx);
    return tx<{ at: Date | null }[]>`
      select min(create_date_time) as at from ledger_entry where currency = ${currencyId}`;
  });
  return Math.min(untilMs, row?.at ? row.at.getTime() - 1 : untilMs) - 1;
}

interface Page {
  /** UUIDs of members who may have something to lose. */
  readonly members: readonly string[];
  /** Up to here, the members are complete. */
  readonly toMs: number;
  readonly isFull: boolean;
}

/** The members with entries after `fromMs`, up to `toMs`, as far as the limit of entries allows. */
async function readPage(
  { sql, entriesMax }: Run,
  currencyId: string,
  { start }: ExpiryCutoff,
  fromMs: number,
  toMs: number,
): Promise<Page> {
  const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
  const [row] = await sql<{ members: string[] | null; last: Date | null; entries: number }[]>`
    select array_agg(distinct member) as members, max(create_date_time) as last, count(*)::int as entries
    from (
      select member, create_date_time from ledger_entry
      where create_date_time > ${from}::text::timestamptz and create_date_time <= ${to}::text::timestamptz
        and currency = ${currencyId} and (currency_awarded > 0 or ${start === "last-entry"})
      order by create_date_time fetch first (${entriesMax}::int) rows with ties
    ) page`;
  const isFull = (row?.entries ?? 0) >= entriesMax;
  return { members: row?.members ?? [], toMs: (isFull && row?.last?.getTime()) || toMs, isFull };
}

/** Sweeps the balances of a page, a few at a time. Balances that another session holds are tried again at the end. */
async function sweepMembers(
  run: Run,
  { id, rules }: SweptCurrency,
  cutoff: ExpiryCutoff,
  members: readonly string[],
): Promise<Swept> {
  let balances = 0;
  let open = members;
  for (let attempt = 1; open.length > 0 && attempt <= attemptsMax; attempt += 1) {
    const blocked: string[] = [];
    for (let at = 0; at < open.length; at += balancesMax) {
      if (performance.now() > run.endMs) return { balances, isDone: false };
      const startMs = performance.now();
      const due = await readDue(run.sql, id, cutoff, open.slice(at, at + balancesMax));
      if (due.length === 0) continue;
      const { posted, locked } = await expireBalances(run.sql, id, rules, due);
      balances += posted;
      blocked.push(...due.filter((member) => !locked.has(member)));
      await sleep(performance.now() - startMs);
    }
    open = blocked;
    if (open.length > 0) await sleep(retryMs);
  }
  return { balances, isDone: open.length === 0 };
}

/** The members among these whose balance holds expired points. Takes no lock, so it is only a guess. */
async function readDue(
  sql: Sql,
  currencyId: string,
  { start, untilMs }: ExpiryCutoff,
  members: readonly string[],
): Promise<string[]> {
  const until = new Date(untilMs).toISOString();
  const isIdle = start === "last-entry";
  const rows = await sql<{ member: string }[]>`
    select b.member from balance b
    cross join lateral (
      select awarded_after from ledger_entry
      where member = b.member and currency = b.currency and currency_awarded > 0
        and (create_date_time <= ${until}::text::timestamptz)
      order by create_date_time desc, sequence desc limit 1
    ) e
    cross join lateral (
      select coalesce(sum(points), 0) as points from returned_line
      where member = b.member and currency = b.currency and original_posted_at <= ${until}::text::timestamptz
    ) r
    where b.member = any(${[...members]}::uuid[]) and b.currency = ${currencyId} and b.balance > 0
      and (not ${isIdle} or b.last_at <= ${until}::text::timestamptz)
      and e.awarded_after - r.points > b.awarded - b.balance - b.returned`;
  return rows.map(({ member }) => member);
}

/** One transaction: locks the balances that are free, and posts what has expired of them. */
async function expireBalances(
  sql: Sql,
  currencyId: string,
  rules: ExpiryRules,
  members: readonly string[],
): Promise<{ posted: number; locked: ReadonlySet<string> }> {
  return sql.begin(async (tx) => {
    const keys = members.map((memberId) => ({ memberId, currencyId }));
    const [balances, clockMs] = await Promise.all([lockBalances(tx, keys, "skip"), readClock(tx)]);
    const book = openBook({ balances, clockMs, newId: uuidv7 });
    await expireFirst(
      tx,
      book,
      balances.map((balance) => ({ balance, rules })),
      clockMs,
    );
    await writeBook(tx, book);
    return { posted: book.entries().length, locked: new Set(balances.map(({ memberId }) => memberId)) };
  });
}

/** @returns the new mark; undefined if it is no longer where this run left it. */
async function moveMark(sql: Sql, currencyId: string, mark: Date | null, toMs: number): Promise<Date | undefined> {
  const to = new Date(toMs).toISOString();
  const moved = await sql`
    update currency set swept_to = ${to}::text::timestamptz
    where id = ${currencyId} and swept_to is not distinct from ${mark?.toISOString() ?? null}::text::timestamptz`;
  return moved.count === 1 ? new Date(toMs) : undefined;
}
