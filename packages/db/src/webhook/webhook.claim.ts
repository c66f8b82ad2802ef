import type { EventKind } from "@rewards/domain";
import type { Fragment, Sql, Tx } from "../client.ts";

/** How long a turn holds its subscription without a write: longer than a slice takes. */
const heldSeconds = 30;
/** More parked events, and the place in the log stays where it is: the log keeps the others. */
export const parkedMax = 1_000;

/** A subscription in the hands of a turn, as its last statement saw it. */
export interface HeldWebhook {
  /** The time of the statement, by the clock of Postgres. */
  readonly now: Date;
  readonly id: string;
  readonly url: string;
  readonly kinds: readonly EventKind[];
  /** The valid ones, the newest first. */
  readonly secrets: readonly string[];
  /** All events up to this number are delivered, parked or set aside. */
  readonly reached: bigint;
  /** The number of the turn. */
  readonly run: string;
  /** Failed attempts since the last delivery. */
  readonly failures: number;
  /** Whether only single attempts are made. */
  readonly isFailing: boolean;
  /** Whether one of them is due, whatever else is. */
  readonly isProbeDue: boolean;
  readonly parked: number;
  /** Whether there is something to do now. */
  readonly isDue: boolean;
}

/** Whether a subscription `w` has something to do, by the head `h` of the log. */
const isDue = (sql: Sql | Tx): Fragment => sql`
  (w.state = 'active' and (coalesce(w.due_at <= clock_timestamp(), false) or case when w.failing_since is null
    then w.reached < h.last and w.parked < ${parkedMax}
    else w.probe_at <= clock_timestamp() and (w.reached < h.last or w.parked > 0) end))`;

/** Goes after `update webhook w … from event_head h`. */
export const returningHeld = (sql: Sql | Tx): Fragment => sql`
  returning clock_timestamp() as now, w.id, w.url, w.kinds, w.reached, w.run, w.failures, w.parked, w.failing_since is not null as "isFailing",
    array_remove(array[w.secret, case when w.earlier_until > clock_timestamp() then w.earlier_secret end], null) as secrets,
    coalesce(w.probe_at <= clock_timestamp(), false) as "isProbeDue", ${isDue(sql)} as "isDue"`;

/** A row of `returningHeld`. */
export type HeldRow = Omit<HeldWebhook, "reached"> & { readonly reached: string };
export const heldOf = (row: HeldRow): HeldWebhook => ({ ...row, reached: BigInt(row.reached) });

/** When a turn that writes now ends by itself. */
export const heldUntil = (sql: Sql | Tx): Fragment => sql`clock_timestamp() + make_interval(secs => ${heldSeconds})`;

/**
 * Begins the turns of at most so many subscriptions that have something to do, those first that were tried longest ago.
 * A turn ends by a release, or by itself after 30 s without a write.
 */
export async function claimWebhooks(sql: Sql, countMax: number): Promise<HeldWebhook[]> {
  const rows = await sql<HeldRow[]>`
    with due as (
      select w.id from webhook w, event_head h where ${isDue(sql)} and coalesce(w.held_until < clock_timestamp(), true)
      order by w.last_at nulls first limit ${countMax} for update of w skip locked)
    update webhook w set held_until = ${heldUntil(sql)}, run = w.run + 1 from due, event_head h where w.id = due.id
    ${returningHeld(sql)}`;
  return rows.map(heldOf);
}

/** Ends a turn. Does nothing if it has ended already. */
export async function releaseWebhook(sql: Sql, { id, run }: Pick<HeldWebhook, "id" | "run">): Promise<void> {
  await sql`update webhook set held_until = null where id = ${id} and run = ${run}::bigint`;
}
