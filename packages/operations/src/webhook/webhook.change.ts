import { randomBytes, randomUUID } from "node:crypto";
import { type Author, type Sql, type Tx, writeAudit } from "@rewards/db";
import { AppError, formatId, type WebhookContent, webhookPrefix, webhooksMax } from "@rewards/domain";

const secretBytes = 32;
/** How long the secret before is valid after a rotation. */
const keepHours = 24;

const makeSecret = () => `whsec_${randomBytes(secretBytes).toString("base64")}`;
const shown = (id: string) => formatId(webhookPrefix, id);

/** The only time that a secret leaves the service. */
export interface IssuedWebhook {
  readonly id: string;
  readonly secret: string;
}

/**
 * Subscribes a URL to kinds of events: those of what begins after this call. `author` is for the audit.
 * @throws AppError 422 if there are too many subscriptions.
 */
export async function addWebhook(sql: Sql, { url, kinds }: WebhookContent, author: Author): Promise<IssuedWebhook> {
  const [id, secret] = [randomUUID(), makeSecret()];
  await sql.begin(async (tx) => {
    const { count } = await tx`
      insert into webhook (id, url, kinds, secret, reached, created_by)
      select ${id}, ${url}, ${[...kinds]}::text[], ${secret}, last, ${author.actor} from event_head
      where (select count(*) from webhook) < ${webhooksMax}`;
    if (count === 0) throw new AppError("Error_Webhook_TooMany");
    await writeAudit(tx, { author, operation: "webhook.add", detail: { webhook: shown(id), url, kinds } });
  });
  return { id: shown(id), secret };
}

type WebhookOperation = `webhook.${"rotate" | "pause" | "resume" | "remove" | "replay"}`;

/** Makes a change, and records it. @throws AppError 404 if there is no such subscription. */
async function change<Result>(
  sql: Sql,
  id: string,
  { author, operation, detail = {} }: { author: Author; operation: WebhookOperation; detail?: object },
  run: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return sql.begin(async (tx) => {
    const found = await tx`select from webhook where id = ${id} for update`;
    if (found.length === 0) throw new AppError("Error_Object_Unknown");
    await writeAudit(tx, { author, operation, detail: { webhook: shown(id), ...detail } });
    return run(tx);
  }) as Promise<Result>;
}

/** Gives a subscription a new secret. For a day, events are signed with the one before too. */
export async function rotateWebhook(
  sql: Sql,
  id: string,
  author: Author,
): Promise<IssuedWebhook & { readonly earlierUntil: string }> {
  const secret = makeSecret();
  return change(sql, id, { author, operation: "webhook.rotate" }, async (tx) => {
    const [row] = await tx<[{ earlierUntil: Date }]>`
      update webhook set secret = ${secret}, earlier_until = clock_timestamp() + make_interval(hours => ${keepHours})
      where id = ${id} returning earlier_until as "earlierUntil"`;
    return { id: shown(id), secret, earlierUntil: row.earlierUntil.toISOString() };
  });
}

/** Delivers nothing more until it is resumed; then everything that the log still keeps. */
export async function pauseWebhook(sql: Sql, id: string, author: Author): Promise<void> {
  await change(
    sql,
    id,
    { author, operation: "webhook.pause" },
    (tx) => tx`
    update webhook set state = 'paused' where id = ${id}`,
  );
}

/** Delivers again, at once what waits for its time too. Also after the receiver ended it. */
export async function resumeWebhook(sql: Sql, id: string, author: Author): Promise<void> {
  await change(sql, id, { author, operation: "webhook.resume" }, async (tx) => {
    await tx`update webhook_parked set next_at = clock_timestamp() where webhook = ${id} and not is_dead`;
    await tx`
      update webhook set state = 'active', failures = 0, failing_since = null, probe_at = null, due_at = clock_timestamp()
      where id = ${id}`;
  });
}

/** Ends a subscription, with its log. */
export async function removeWebhook(sql: Sql, id: string, author: Author): Promise<void> {
  await change(sql, id, { author, operation: "webhook.remove" }, async (tx) => {
    await tx`delete from webhook where id = ${id}`;
    await tx`delete from webhook_parked where webhook = ${id}`;
    await tx`delete from webhook_attempt where webhook = ${id}`;
  });
}

/**
 * Delivers again, with the same IDs: all events since a time, as far as they are kept, and after them what follows; or,
 * without a time, those that were set aside.
 * @returns how many of the log's events are to be delivered or left out now, or how many were set aside.
 */
export async function replayWebhook(sql: Sql, id: string, since: string | undefined, author: Author): Promise<number> {
  return change(sql, id, { author, operation: "webhook.replay", detail: { since } }, async (tx) => {
    if (since !== undefined) return goBack(tx, id, since);
    const { count } = await tx`
      update webhook_parked set is_dead = false, attempts = 0, next_at = clock_timestamp() where webhook = ${id} and is_dead`;
    await tx`update webhook set due_at = clock_timestamp() where id = ${id}`;
    return count;
  });
}

/** Ends the turn under way, which would write a later place. */
async function goBack(tx: Tx, id: string, since: string): Promise<number> {
  const [row] = await tx<[{ reached: string; behind: number }]>`
    update webhook set run = run + 1, held_until = null, reached = least(reached, (
      select min(first) - 1 from event where first is not null and at >= ${since}::text::timestamptz))
    where id = ${id} returning reached, ((select last from event_head) - reached)::float8 as behind`;
  // Before the next turn counts: with as many as may be parked, none would begin.
  await tx`
    with gone as (
      delete from webhook_parked where webhook = ${id} and n > ${row.reached}::bigint returning is_dead)
    update webhook set parked = parked - (select count(*) from gone where not is_dead) where id = ${id}`;
  return row.behind;
}
