import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { verifyWebhook, type WebhookEvent } from "@rewards/client";
import type { Sql } from "@rewards/db";
import { type EventKind, parseWebhookId } from "@rewards/domain";
import { addWebhook, listWebhooks, removeWebhook } from "@rewards/operations";
import type { Run } from "../expect.ts";
import type { Redeemed } from "./redeem.ts";
import { available, used, type Voucher } from "./vouchers.ts";

/** The kinds of which the day knows each event. */
const kinds = [
  "redemption.completed",
  "redemption.rejected",
  "voucher.locked",
  "voucher.used",
] as const satisfies EventKind[];
const author = { actor: "demo" };
const lookEveryMs = 50;
/** Where workers may call, besides what the public can reach. */
export const receiverNetwork = "127.0.0.0/8";

/** The receiver of webhooks that a shop's app would have. */
export interface Inbox {
  /** By ID: what arrives twice is the same event. */
  readonly events: ReadonlyMap<string, WebhookEvent>;
  close(): Promise<void>;
}

export async function openInbox(sql: Sql): Promise<Inbox> {
  const events = new Map<string, WebhookEvent>();
  let secret = "";
  const receive = async (request: IncomingMessage): Promise<number> => {
    const body = (await request.toArray()).join("");
    const event = await verifyWebhook(body, request.headers, secret).catch(() => undefined);
    if (event) events.set(event.id, event);
    return event ? 204 : 400;
  };
  const server = createServer(async (request, response) => response.writeHead(await receive(request)).end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const remove = async () => {
    const own = (await listWebhooks(sql)).filter(({ createdBy }) => createdBy === author.actor);
    for (const { id } of own) await removeWebhook(sql, parseWebhookId(id), author);
  };
  // A run that was broken off has left its own.
  await remove();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  ({ secret } = await addWebhook(sql, { url, kinds }, author));
  return {
    events,
    async close() {
      await remove();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The events that the day must have led to, as `kind ID`. */
function expectedEvents({ completed, rejected, ids }: Redeemed, vouchers: readonly Voucher[]): Set<string> {
  return new Set([
    ...completed.map(({ key }) => `redemption.completed ${ids.get(key)}`),
    ...rejected.map(({ wish: { key } }) => `redemption.rejected ${ids.get(key)}`),
    ...vouchers.filter(({ status }) => status !== available).map(({ id }) => `voucher.locked ${id}`),
    ...vouchers.filter(({ status }) => status === used).map(({ id }) => `voucher.used ${id}`),
  ]);
}

/** Waits for the events of the day, and checks that there are no others. `onOne` is called whenever more have arrived. */
export async function awaitEvents(
  { checks, signal }: Pick<Run, "checks" | "signal">,
  { events }: Inbox,
  { redeemed, vouchers }: { readonly redeemed: Redeemed; readonly vouchers: readonly Voucher[] },
  onOne: () => void,
): Promise<readonly WebhookEvent[]> {
  const expected = expectedEvents(redeemed, vouchers);
  for (let before = events.size; events.size < expected.size; before = events.size) {
    await delay(lookEveryMs, undefined, { signal });
    if (events.size > before) onOne();
  }
  const told = [...events.values()];
  const found = new Set(told.map(({ type, data }) => `${type} ${data["ID"]}`));
  for (const one of expected) checks.equal(`the event ${one}`, found.has(one), true);
  checks.equal("events by webhook", told.length, expected.size);
  return told;
}
