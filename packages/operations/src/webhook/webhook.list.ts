import { eventIdOf, type Sql } from "@rewards/db";
import { AppError, eventRecord, formatId, webhookPrefix } from "@rewards/domain";
import { showRow } from "../row.show.ts";

/** A subscription as operators see it: without its secrets. */
export interface ListedWebhook {
  readonly id: string;
  readonly url: string;
  readonly kinds: readonly string[];
  readonly state: "active" | "paused" | "ended";
  /** Events of the log that it has not reached, of all kinds. */
  readonly lag: number;
  /** Events that failed or wait behind one that failed, and those without further attempts. */
  readonly parked: number;
  readonly setAside: number;
  readonly delivered: number;
  /** Since when only single attempts are made; null if the receiver answers. */
  readonly failingSince: string | null;
  readonly lastAt: string | null;
  readonly lastStatus: number | null;
  readonly lastError: string;
  /** Until when the secret before is used too. */
  readonly earlierUntil: string | null;
  readonly createdAt: string;
  readonly createdBy: string;
}

/** All subscriptions, the latest first. */
export async function listWebhooks(sql: Sql): Promise<ListedWebhook[]> {
  const rows = await sql<{ id: string }[]>`
    select w.id, url, kinds, state, greatest(0, h.last - reached)::float8 as lag, parked,
      (select count(*)::int from webhook_parked p where p.webhook = w.id and is_dead) as "setAside", delivered::float8,
      failing_since as "failingSince", last_at as "lastAt", last_status as "lastStatus", last_error as "lastError",
      case when earlier_until > clock_timestamp() then earlier_until end as "earlierUntil",
      created_at as "createdAt", created_by as "createdBy"
    from webhook w, event_head h order by created_at desc, w.id`;
  return rows.map((row) => showRow<ListedWebhook>({ ...row, id: formatId(webhookPrefix, row.id) }));
}

/** An attempt to deliver an event. */
export interface ListedAttempt {
  readonly at: string;
  /** The event's ID and kind; null if it is not kept any more. */
  readonly event: string | null;
  readonly type: string | null;
  readonly sequence: number;
  /** Null if no answer came; then `error` says why. */
  readonly status: number | null;
  readonly error: string;
  readonly ms: number;
}

const attemptsMax = 200;

interface AttemptRow extends Omit<ListedAttempt, "at" | "event"> {
  readonly key: string | null;
  readonly position: number;
  readonly at: Date;
}

/**
 * The latest attempts of a subscription, newest first. They are kept for three days.
 * @throws AppError 404 if there is no such subscription.
 */
export async function listAttempts(sql: Sql, id: string, isFailedOnly: boolean): Promise<ListedAttempt[]> {
  const found = await sql`select from webhook where id = ${id}`;
  if (found.length === 0) throw new AppError("Error_Object_Unknown");
  const rows = await sql<AttemptRow[]>`
    select a.at, a.status, a.error, a.n::float8 as sequence, a.ms, e.key, e.kind as type, (a.n - e.first)::int as position
    from (
      select r.id, r.at, r.status, r.error, u.n, u.ms
      from webhook_attempt r, unnest(r.numbers, r.ms) u(n, ms)
      where webhook = ${id} and (not ${isFailedOnly} or status is null or status not between 200 and 299)
      order by r.id desc, u.n desc limit ${attemptsMax}) a
    left join lateral (
      select * from event where first <= a.n order by first desc limit 1) e on a.n < e.first + e.size
    order by a.id desc, a.n desc`;
  return rows.map(({ key, position, at, ...row }) => ({
    at: at.toISOString(),
    event: key === null ? null : formatId(eventRecord.idPrefix, eventIdOf(key, position)),
    ...row,
  }));
}
