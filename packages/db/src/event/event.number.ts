import type { Sql } from "../client.ts";

/** Rows that one transaction numbers. */
const rowsMax = 500;

/**
 * Numbers the events of transactions that have committed, in the order of writing. Only here they get an order: one that
 * commits late gets a number above all that a reader can have seen, so no reader misses an event, and none waits for a
 * transaction that stays open. An entry of a balance is written after the one before it has committed, so its number is
 * higher. One process numbers at a time; the second statement sees what the first one locked.
 * @returns the last number, if this call gave it; undefined if there was nothing to number, or another process does it.
 */
export async function numberEvents(sql: Sql): Promise<bigint | undefined> {
  const [waiting] = await sql`select from event where first is null limit 1`;
  if (!waiting) return undefined;
  return sql.begin(async (tx) => {
    const [head] = await tx<{ last: string }[]>`select last from event_head for update skip locked`;
    if (!head) return undefined;
    const [numbered] = await tx<{ last: string }[]>`
      with fresh as (select id, size from event where first is null order by id limit ${rowsMax}),
        placed as (select id, ${head.last}::bigint + 1 + sum(size) over (order by id) - size as first from fresh),
        done as (update event e set first = p.first from placed p where e.id = p.id returning e.size)
      update event_head set last = last + (select sum(size) from done) where exists (select from done) returning last`;
    return numbered && BigInt(numbered.last);
  });
}

/**
 * Deletes the events of more than so many days ago, the oldest first, in slices, but for those that a webhook is still to
 * deliver. @returns whether it deleted all.
 */
export async function pruneEvents(sql: Sql, daysMax: number, slicesMax = 20): Promise<boolean> {
  for (let slice = 0; slice < slicesMax; slice += 1) {
    const [pruned] = await sql<{ rows: number }[]>`
      with gone as (
        delete from event where id in (
          select id from event e where at < clock_timestamp() - make_interval(days => ${daysMax}) and first is not null
            and not exists (select from webhook_parked where n >= e.first and n < e.first + e.size)
          order by id limit ${rowsMax})
        returning first + size as next)
      update event_head set kept_from = greatest(kept_from, (select max(next) from gone))
      returning (select count(*) from gone)::int as rows`;
    if (pruned === undefined || pruned.rows < rowsMax) return true;
  }
  return false;
}

/** Ends the writing of kinds that nobody pulls any more and no subscription has. */
export async function endUnwantedKinds(sql: Sql): Promise<void> {
  await sql`
    delete from event_kind where pulled_until < clock_timestamp()
      and not exists (select from webhook where state <> 'ended' and kind = any(kinds))`;
}

/** How long the oldest event waits for its number, in ms; 0 if none does. */
export async function readUnnumberedMs(sql: Sql): Promise<number> {
  const [oldest] = await sql<{ ms: number }[]>`
    select extract(epoch from clock_timestamp() - at)::float8 * 1000 as ms from event where first is null order by id limit 1`;
  return Math.max(0, oldest?.ms ?? 0);
}
