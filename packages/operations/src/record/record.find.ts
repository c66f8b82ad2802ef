import type { Sql } from "@rewards/db";
import type { ObjectDefinition } from "@rewards/domain";

/**
 * How much earlier than its neighbours a number is looked for, ms. A row gets its number and its time one after the
 * other, and meanwhile rows of other sessions get theirs.
 */
const disorderMsMax = 250;
const rowsReadMax = 5_000;
/** Halves a century to a millisecond. */
const stepsMax = 45;

/**
 * The UUID of the record whose BusinessID ends with this number; undefined if no record has it. Numbers have no index,
 * because every sale would pay for it. But they grow with the time of creation, which has an index: the search halves
 * the time between the first and the last record, and reads one row at each step. It misses records with numbers out of
 * order, for example from a time when Postgres' clock was wrong.
 */
export async function findByNumber(sql: Sql, { noun }: ObjectDefinition, number: bigint): Promise<string | undefined> {
  const table = sql(noun);
  const wanted = String(number);
  const rows = await sql<{ id: string }[]>`
    with recursive bounds as materialized (
      select (select create_date_time from ${table} order by create_date_time, id limit 1)::timestamptz as first,
        (select create_date_time from ${table} order by create_date_time desc, id desc limit 1)::timestamptz as last
    ), search as (
      select 1 as step, first as low, last as high from bounds where first is not null
      union all
      select step + 1, case when is_below then middle else low end, case when is_below then high else middle end
      from search, lateral (select low + (high - low) / 2 as middle) half,
        lateral (
          select number < ${wanted}::bigint as is_below from ${table}
          where create_date_time >= middle order by create_date_time, id limit 1
        ) probe
      where step < ${stepsMax} and high - low > interval '1 millisecond'
    )
    select id from (
      select id, number from ${table}
      where create_date_time >= (select low - ${disorderMsMax} * interval '1 millisecond' from search order by step desc limit 1)
      order by create_date_time, id limit ${rowsReadMax}
    ) near
    where number = ${wanted}::bigint limit 1`;
  return rows[0]?.id;
}

/** The time in the ID of a request that the service made, and that of its record's ID, differ by less, ms. */
const apartMsMax = 60_000;
/** The most records that a search reads. */
export const requestRowsMax = 50_000;
const matchesMax = 20;

/** The form of the IDs that the service makes: a UUIDv7, which begins with its time in ms. */
const timed = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * The UUIDs of up to 20 records of a staged class that a request with this ID created. Request IDs have no index, since
 * every sale would pay for it. An ID that the service made has a time: then it reads the records of the following minute,
 * whose IDs come from the same clock. Otherwise it reads the latest records. It reads at most `requestRowsMax` records.
 */
export async function findByRequestId(sql: Sql, { noun }: ObjectDefinition, requestId: string): Promise<string[]> {
  const [, high = "", low = ""] = timed.exec(requestId) ?? [];
  const near =
    high === ""
      ? sql`order by id desc`
      : sql`where id >= ${requestId}::uuid and id < ${timeAfter(high, low)}::uuid order by id`;
  const rows = await sql<{ id: string }[]>`
    select id from (select id, request_id from ${sql(noun)} ${near} limit ${requestRowsMax}) near
    where request_id = ${requestId} limit ${matchesMax}`;
  return rows.map(({ id }) => id);
}

/** The lowest UUID whose time is `apartMsMax` later. */
function timeAfter(high: string, low: string): string {
  const ms = (BigInt(`0x${high}${low}`) + BigInt(apartMsMax)).toString(16).padStart(12, "0").slice(-12);
  return `${ms.slice(0, 8)}-${ms.slice(8)}-0000-0000-000000000000`;
}
