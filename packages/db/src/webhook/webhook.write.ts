import type { Sql, Tx } from "../client.ts";
import { type HeldRow, type HeldWebhook, heldOf, heldUntil, returningHeld } from "./webhook.claim.ts";

const probeEverySeconds = 60;

/** An event that a slice leaves parked. */
export interface ParkedChange {
  readonly n: number;
  readonly lane: string;
  readonly attempts: number;
  /** Until it is tried again; null if it is set aside. */
  readonly seconds: number | null;
  readonly error: string;
}

/** An attempt: a status, or the code of what failed. */
interface WebhookAttempt {
  readonly n: number;
  readonly status: number | null;
  readonly error: string;
  readonly ms: number;
}

/** What came of a slice. */
export interface SliceOutcome {
  readonly reached: bigint;
  /** Parked events that are not any more. */
  readonly settled: readonly bigint[];
  readonly parked: readonly ParkedChange[];
  readonly attempts: readonly WebhookAttempt[];
  /** Deliveries among the attempts. */
  readonly delivered: number;
  /** Failed attempts since the last delivery, those of earlier slices included. */
  readonly failures: number;
  /** Whether only single attempts are made from now on. */
  readonly isFailing: boolean;
  /** Whether the receiver wants no more events. */
  readonly isEnded: boolean;
}

/**
 * Writes what came of a slice, and goes on holding the subscription.
 * @returns undefined if another turn has begun meanwhile, or the subscription is gone. Then nothing is written.
 */
export async function writeSlice(
  sql: Sql,
  webhook: HeldWebhook,
  outcome: SliceOutcome,
): Promise<HeldWebhook | undefined> {
  const { id, run, isFailing } = webhook;
  return sql.begin(async (tx) => {
    const held = await tx`select from webhook where id = ${id} and run = ${run}::bigint for update`;
    if (held.length === 0) return undefined;
    if (outcome.settled.length > 0)
      await tx`delete from webhook_parked where webhook = ${id} and n = any(${outcome.settled.map(String)}::bigint[])`;
    if (outcome.parked.length > 0) await park(tx, id, outcome.parked);
    // The receiver is back: it gets at once what waits for its time.
    if (isFailing && !outcome.isFailing)
      await tx`
        update webhook_parked set next_at = clock_timestamp()
        where webhook = ${id} and not is_dead and next_at > clock_timestamp()`;
    if (outcome.attempts.length > 0) await logAttempts(tx, id, outcome.attempts);
    return moveOn(tx, webhook, outcome);
  });
}

async function park(tx: Tx, id: string, parked: readonly ParkedChange[]): Promise<void> {
  await tx`
    insert into webhook_parked (webhook, n, lane, attempts, next_at, error, is_dead)
    select ${id}, n, lane, attempts, clock_timestamp() + make_interval(secs => coalesce(seconds, 0)), error, seconds is null
    from jsonb_to_recordset(${JSON.stringify(parked)}::text::jsonb)
      as r(n bigint, lane text, attempts int, seconds float8, error text)
    on conflict (webhook, n) do update set attempts = excluded.attempts, next_at = excluded.next_at,
      error = excluded.error, is_dead = excluded.is_dead`;
}

async function logAttempts(tx: Tx, id: string, attempts: readonly WebhookAttempt[]): Promise<void> {
  await tx`
    insert into webhook_attempt (webhook, status, error, numbers, ms)
    select ${id}, status, error, array_agg(n order by n), array_agg(ms order by n)
    from jsonb_to_recordset(${JSON.stringify(attempts)}::text::jsonb) as r(n bigint, status int, error text, ms int)
    group by status, error`;
}

async function moveOn(tx: Tx, { id, isProbeDue }: HeldWebhook, outcome: SliceOutcome): Promise<HeldWebhook> {
  const { reached, failures, isFailing, isEnded, delivered, attempts } = outcome;
  const last = attempts.at(-1);
  const probeAt = tx`clock_timestamp() + make_interval(secs => ${probeEverySeconds})`;
  const [row] = await tx<[HeldRow]>`
    update webhook w set reached = ${String(reached)}::bigint, failures = ${failures}, held_until = ${heldUntil(tx)},
      ${isEnded ? tx`state = 'ended',` : tx``}
      failing_since = ${isFailing ? tx`coalesce(w.failing_since, clock_timestamp())` : null},
      probe_at = ${isFailing ? (isProbeDue ? probeAt : tx`coalesce(w.probe_at, ${probeAt})`) : null},
      ${last ? tx`last_at = clock_timestamp(), last_status = ${last.status}, last_error = ${last.error},` : tx``}
      delivered = w.delivered + ${delivered}, parked = p.count, due_at = p.due_at
    from event_head h, (
      select count(*)::int as count, min(next_at) filter (where place = 1) as due_at from (
        select next_at, row_number() over (partition by lane order by n) as place
        from webhook_parked where webhook = ${id} and not is_dead) live) p
    where w.id = ${id}
    ${returningHeld(tx)}`;
  return heldOf(row);
}
