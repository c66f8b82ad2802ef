import { stagedObjects } from "@rewards/domain";
import type { Sql } from "../client.ts";
import { amongIds } from "../object/object.settle.ts";
import { columnName } from "../object/object.table.ts";

/**
 * By UUID, the value that keeps records of a queue together in one partition. Undefined if the queue's class has no such
 * field. One statement.
 */
export async function readQueueKeys(
  sql: Sql,
  queue: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string> | undefined> {
  const field = stagedObjects.find(({ noun }) => noun === queue)?.staged?.together;
  if (field === undefined) return undefined;
  const rows = await sql<{ id: string; key: string }[]>`
    select id, ${sql(columnName(field))} as key from ${sql(queue)} where ${amongIds(sql, "id", ids)}`;
  return new Map(rows.map(({ id, key }) => [id, key]));
}

/** A pending row is overdue at this age by Postgres' clock. */
const overdueMs = 5_000;

export interface OldestPending {
  readonly id: string;
  readonly isOverdue: boolean;
}

/** The place of a row in the order of Postgres' clock. */
export interface PendingPlace {
  /** As Postgres prints it: a Date would round it, and a rounded place skips or repeats rows. */
  readonly since: string;
  readonly id: string;
}

export const beforeAllPending: PendingPlace = { since: "-infinity", id: "00000000-0000-0000-0000-000000000000" };

/**
 * The record of a class that has waited longest by Postgres' clock and is not failing. The subselect looks up each
 * record in `failing`: a join that was planned while few records fail would scan all failing ones for each.
 */
export async function readOldestPending(sql: Sql, className: string): Promise<OldestPending | undefined> {
  const [row] = await sql<{ id: string; overdue: boolean }[]>`
    select p.id, p.since < clock_timestamp() - ${overdueMs} * interval '1 millisecond' as overdue from pending p
    where p.class = ${className} and (select f.id from failing f where f.class = p.class and f.id = p.id) is null
    order by p.since limit 1`;
  return row && { id: row.id, isOverdue: row.overdue };
}

/** Overdue records after a place, oldest first, to enqueue again. */
export async function readOverdue(
  sql: Sql,
  className: string,
  after: PendingPlace,
  rowsMax: number,
): Promise<PendingPlace[]> {
  return sql.begin(async (tx) => {
    // Forces a scan in the order of the index, up to the limit: a plan made while few rows wait would sort a whole
    // backlog.
    await tx`set local enable_bitmapscan = off`;
    await tx`set local enable_sort = off`;
    return tx<PendingPlace[]>`
      select p.id, p.since::text as since from pending p
      where p.class = ${className} and (p.since, p.id) > (${after.since}::text::timestamptz, ${after.id}::uuid)
        and p.since < (select clock_timestamp()) - ${overdueMs} * interval '1 millisecond'
        and (select f.id from failing f where f.class = p.class and f.id = p.id) is null
      order by p.since, p.id limit ${rowsMax}`;
  });
}

/**
 * Gives pending rows with a time in the future the current time. They were inserted before Postgres' clock stepped
 * back, and would become overdue only once it has caught up. Skips rows that a worker is settling, so nobody waits.
 * @returns the number of rows.
 */
export async function restampFuture(sql: Sql, className: string, rowsMax: number): Promise<number> {
  const { count } = await sql`
    update pending set since = clock_timestamp() where class = ${className} and id = any(array(
      select id from pending
      where class = ${className} and since > (select clock_timestamp()) + ${overdueMs} * interval '1 millisecond'
      order by since limit ${rowsMax} for update skip locked))`;
  return count;
}
