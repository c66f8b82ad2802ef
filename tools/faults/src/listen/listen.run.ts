import { type EventKind, eventKinds, parseId } from "@rewards/domain";
import type { Closers } from "@rewards/lab/closers";
import { isEmpty, poll } from "@rewards/lab/poll";
import { addWebhook, replayWebhook, resumeWebhook } from "@rewards/operations";
import type { Sql } from "postgres";
import { type Finding, rowFinding } from "../check/finding.ts";
import { suiteSession } from "../servers/watch.ts";
import { type EffectRow, readEffects } from "./effect.read.ts";
import { type Reader, startReader } from "./reader.start.ts";
import { openReceiver, type Receiver } from "./receiver.open.ts";

type OperationsSql = Parameters<typeof addWebhook>[0];

/** A subscription to all kinds of events, and what was there before it. */
export interface Subscription {
  readonly receiver: Receiver;
  readonly id: string;
  readonly before: ReadonlySet<string>;
}

/** Those who listen to the events of a round. */
export interface Listeners extends Subscription {
  readonly reader: Reader;
}

/** How a process may call the receiver, and how soon it tries again. */
export const listenerEnv = {
  WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8",
  WEBHOOK_RETRY_SECONDS: "1,1,1,2,2,2,4,4,4",
} as const;

const author = { actor: suiteSession };
const resumesEvery = 10;
const pollMs = 200;

export const effectKey = ({ kind, id }: EffectRow) => `${kind} ${id}`;

/** Subscribes before anything happens. */
export async function subscribe(sql: Sql, closers: Closers): Promise<Subscription> {
  const receiver = await openReceiver(closers);
  const kinds = Object.keys(eventKinds) as EventKind[];
  const { id, secret } = await addWebhook(sql as unknown as OperationsSql, { url: receiver.url, kinds }, author);
  receiver.secret = secret;
  return { receiver, id: parseId(id)?.uuid ?? "", before: new Set((await readEffects(sql)).map(effectKey)) };
}

export const startListening = (subscription: Subscription, urls: readonly string[]): Listeners => ({
  ...subscription,
  reader: startReader(urls),
});

/** Events that have no number, or that the subscription has not got. */
const readUndelivered = (sql: Sql, id: string) => sql`
  select last - reached as behind, parked, failures, unnumbered,
    (select count(*) from webhook_parked where webhook = w.id and is_dead)::int as dead
  from webhook w, event_head, (select count(*)::int as unnumbered from event where first is null) e
  where w.id = ${id} and (unnumbered > 0 or reached < last or exists (select from webhook_parked where webhook = w.id))`;

/** The receiver is well, and an operator resumes: everything must arrive. What does not within `settleMsMax` is a finding. */
export async function finishListening(sql: Sql, { id, receiver, reader }: Listeners, settleMsMax: number) {
  receiver.manner = "take";
  let looks = 0;
  const read = async () => {
    if (looks % resumesEvery === 0) {
      await resumeWebhook(sql as unknown as OperationsSql, id, author);
      await replayWebhook(sql as unknown as OperationsSql, id, undefined, author);
    }
    looks += 1;
    return readUndelivered(sql, id);
  };
  const left = await poll(read, isEmpty, settleMsMax, pollMs);
  await reader.finish();
  return left.map((row): Finding => rowFinding("stuck", "webhook", "events are not delivered", row));
}
