import { advisoryLocks, allowLong, postingsEnd, readClock, type Sql, type Tx } from "@rewards/db";
import { addSlice } from "./ledger-day.count.ts";

/** Entries are counted by minutes. */
const sliceMs = 60_000;
/** Postgres' clock may be set back by so much before an entry gets a time that is counted already. */
export const dayGraceMs = 60_000;
/** One transaction counts a minute. If there are more, it counts up to a day: twice as much after each that was quick. */
const slicesMax = 1_440;
const quickMs = 200;
const runMsMaxDefault = 60_000;

export interface WriteDaysOptions {
  /** Milliseconds since the epoch; Postgres' clock by default. */
  readonly clockMs?: number;
  /** A run that takes longer leaves the rest to the next one. */
  readonly runMsMax?: number;
}

/**
 * Adds the entries of the minutes that are over to the totals of their days, some in each transaction, with the mark
 * of how far the currency is counted. So each entry is counted once, even if processes die or run at the same time.
 * Reads only the entries after the marks.
 * @returns the transactions that counted something. 0 if a posting that may belong to them does not end in time.
 */
export async function writeDays(sql: Sql, options: WriteDaysOptions = {}): Promise<number> {
  const until = await begin(sql, options.clockMs);
  if (until === undefined) return 0;
  const endMs = performance.now() + (options.runMsMax ?? runMsMaxDefault);
  let counted = 0;
  let slices = 1;
  for (;;) {
    const startMs = performance.now();
    if (!(await sql.begin((tx) => countSlices(tx, until, slices)))) return counted;
    counted += 1;
    const nowMs = performance.now();
    if (nowMs >= endMs) return counted;
    slices = nowMs - startMs < quickMs ? Math.min(slicesMax, slices * 2) : Math.max(1, Math.floor(slices / 2));
  }
}

const inTurn = async (tx: Tx) => {
  await allowLong(tx);
  await tx`select pg_advisory_xact_lock(${advisoryLocks.ledgerDays})`;
};

/** The end of the last slice that can get no more entries; undefined if postings do not end in time. */
async function begin(sql: Sql, clockMs: number | undefined): Promise<string | undefined> {
  return sql.begin(async (tx) => {
    await inTurn(tx);
    await openMarks(tx);
    const closedMs = (clockMs ?? (await readClock(tx))) - dayGraceMs;
    if (!(await postingsEnd(tx))) return undefined;
    return new Date(closedMs - (closedMs % sliceMs)).toISOString();
  });
}

interface Unmarked {
  readonly currency: string;
  readonly zone: string;
  readonly isNew: boolean;
}

/**
 * Begins to count new currencies where the others are, since they had no entries before. Those of a programme with
 * another time zone are counted again from the first entry on.
 */
async function openMarks(tx: Tx): Promise<void> {
  const unmarked = await tx<Unmarked[]>`
    select c.id as currency, p.time_zone_text as zone, m.currency is null as "isNew"
    from currency c join programme p on p.id = c.program left join ledger_day_mark m on m.currency = c.id
    where m.time_zone is distinct from p.time_zone_text order by c.id`;
  if (unmarked.length === 0) return;
  const [furthest] = await tx<{ until: Date | null }[]>`select max(until) as until from ledger_day_mark`;
  const moved = unmarked.filter(({ isNew }) => !isNew).map(({ currency }) => currency);
  const first = furthest?.until && moved.length === 0 ? furthest.until : await readFirst(tx);
  if (!first) return;
  const untils = unmarked.map(({ isNew }) => ((isNew && furthest?.until) || first).toISOString());
  await tx`delete from ledger_day where currency = any(${moved}::uuid[])`;
  await tx`delete from store_total where currency = any(${moved}::uuid[])`;
  await tx`delete from activity_day where currency = any(${moved}::uuid[])`;
  await tx`
    insert into ledger_day_mark (currency, time_zone, until)
    select * from unnest(${unmarked.map((one) => one.currency)}::uuid[], ${unmarked.map((one) => one.zone)}::text[], ${untils}::text[]::timestamptz[])
    on conflict (currency) do update set time_zone = excluded.time_zone, until = excluded.until`;
}

/** The slice of the first entry. Reads the whole ledger, so it is asked for once, and after a change of time zone. */
async function readFirst(tx: Tx): Promise<Date | undefined> {
  const [row] = await tx<{ at: Date | null }[]>`
    select date_bin(${sliceMs} * interval '1 millisecond', min(create_date_time), 'epoch') as at from ledger_entry`;
  return row?.at ?? undefined;
}

/**
 * Counts the next slices of the currencies that are furthest behind, at most up to the mark of another one.
 * @returns false if all are counted up to `until`.
 */
async function countSlices(tx: Tx, until: string, slices: number): Promise<boolean> {
  await inTurn(tx);
  const [slice] = await tx<{ from: Date; to: Date }[]>`
    select m.from, least(${until}::text::timestamptz, m.from + ${slices * sliceMs} * interval '1 millisecond',
      (select min(until) from ledger_day_mark where until > m.from)) as to
    from (select min(until) as from from ledger_day_mark) m where m.from < ${until}::text::timestamptz`;
  if (!slice) return false;
  const [from, to] = [slice.from.toISOString(), slice.to.toISOString()];
  await addSlice(tx, { from, to });
  await tx`
    update ledger_day_mark set until = ${to}::text::timestamptz where until = ${from}::text::timestamptz`;
  return true;
}
