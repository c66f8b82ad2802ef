import type { Sql, Tx } from "@rewards/db";
import type { ClassCounts } from "@rewards/runtime";

/** Records that passed, by what became of them. */
export interface Counts {
  readonly accepted: number;
  readonly posted: number;
  readonly rejected: number;
  readonly dead: number;
  /** In the buckets of `lagBoundsMs`. */
  readonly lags: readonly number[];
}

/** What a process counted of one class since its last write. */
export interface MinuteRow extends Counts {
  readonly class: string;
}

/** Minutes are kept for this long. */
const minutesKeptDays = 8;

/**
 * Adds counts to the current minute by Postgres' clock. In the order of classes, so that processes do not deadlock. Never
 * repeat it if its outcome is unknown: it may have been added.
 */
export async function addToMinute(sql: Sql | Tx, rows: readonly MinuteRow[]): Promise<void> {
  const sorted = [...rows].sort((a, b) => (a.class < b.class ? -1 : 1));
  await sql`
    insert into pipeline_minute as m (minute, class, accepted, posted, rejected, dead, lags)
    select date_trunc('minute', clock_timestamp()), class, accepted, posted, rejected, dead, lags
    from jsonb_to_recordset(${JSON.stringify(sorted)}::text::jsonb)
      as r(class text, accepted integer, posted integer, rejected integer, dead integer, lags integer[])
    on conflict (minute, class) do update set accepted = m.accepted + excluded.accepted,
      posted = m.posted + excluded.posted, rejected = m.rejected + excluded.rejected, dead = m.dead + excluded.dead,
      lags = (select array_agg(coalesce(a, 0) + coalesce(b, 0) order by place)
        from unnest(m.lags, excluded.lags) with ordinality as u(a, b, place))`;
}

/** Deletes the minutes that are no longer kept. Safe to run at any time. */
export async function deleteOldMinutes(sql: Sql): Promise<void> {
  await sql`delete from pipeline_minute where minute < (select clock_timestamp()) - ${minutesKeptDays} * interval '1 day'`;
}

/** What a process counted and has not written. */
export function createChanges(classes: ReadonlyMap<string, ClassCounts>) {
  let taken: ReadonlyMap<string, MinuteRow> = new Map();
  let takenBefore = taken;
  return {
    /** The change of the counts since the last call, as rows; classes without a change are left out. */
    take(): MinuteRow[] {
      takenBefore = taken;
      taken = new Map([...classes].map(([className, counts]) => [className, rowOf(className, counts)]));
      return [...taken].flatMap(([className, now]) => {
        const before = takenBefore.get(className);
        const change = before ? subtract(now, before) : now;
        return change.accepted + change.posted + change.rejected + change.dead > 0 ? [change] : [];
      });
    },
    /** Gives back what the last call took: the next call takes it again. */
    giveBack(): void {
      taken = takenBefore;
    },
  };
}

function rowOf(className: string, { accepted, posted, rejected, dead, lagsMs }: ClassCounts): MinuteRow {
  return { class: className, accepted, posted, rejected: total(rejected), dead: total(dead), lags: [...lagsMs.counts] };
}

const total = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);

const subtract = (now: MinuteRow, before: MinuteRow): MinuteRow => ({
  class: now.class,
  accepted: now.accepted - before.accepted,
  posted: now.posted - before.posted,
  rejected: now.rejected - before.rejected,
  dead: now.dead - before.dead,
  lags: now.lags.map((count, bucket) => count - (before.lags[bucket] ?? 0)),
});
