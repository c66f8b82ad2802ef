import type { ObjectDefinition } from "@rewards/domain";
import type { Sql } from "../client.ts";

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
