import { claimWebhooks, numberEvents, type Sql } from "@rewards/db";
import { addWebhook } from "@rewards/operations";
import { createAddressCheck } from "@rewards/webhook";
import { onTestFinished } from "vitest";
import { insertSales, openShop, openTestService } from "../../../../test/src/service.ts";
import { runTurn, type TurnDeps } from "../webhook/webhook.turn.ts";
import type { Receiver } from "./receiver.ts";

export const author = { actor: "ann" };
export const networks = ["127.0.0.0/8"];
const never = new AbortController().signal;

/** A service whose members buy, and subscriptions whose turns run when the test says so. */
export async function openWebhookWorld(members: number) {
  const { database, deps } = await openTestService(8);
  const { sql } = database;
  const worker = deps.database.sql;
  const shop = await openShop(database, members);
  const turnDeps: TurnDeps = {
    ...{ sql: worker, check: createAddressCheck(networks), retrySeconds: [60, 60], isBusy: () => false },
    ...{ count: () => undefined, stopping: never, ending: never },
  };
  return {
    sql,
    worker,
    shop,
    turnDeps,
    /** Subscribes to accepted sales, for the running test. @returns the UUID of the subscription. */
    async subscribe(receiver: Receiver): Promise<string> {
      await numberAll(sql);
      const { id, secret } = await addWebhook(sql, { url: receiver.url, kinds: ["sale.accepted"] }, author);
      receiver.secrets = [secret];
      const uuid = id.slice(3).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
      onTestFinished(async () => {
        await sql`delete from webhook where id = ${uuid}`;
        await sql`delete from webhook_parked`;
      });
      return uuid;
    },
    /** Sales of the members in turn. @returns how many. */
    async sell(count: number): Promise<number> {
      await insertSales(database, shop, count);
      await numberAll(sql);
      return count;
    },
    /** Runs the turns of subscriptions that have something to do, until none has. */
    async deliver(more: Partial<TurnDeps> = {}): Promise<void> {
      for (let held = await claimWebhooks(worker, 32); held.length > 0; held = await claimWebhooks(worker, 32))
        await Promise.all(held.map((one) => runTurn({ ...turnDeps, ...more }, one)));
    },
    /** As if an hour had passed: what is parked is due, and so is a probe. */
    async wait(): Promise<void> {
      await sql`update webhook_parked set next_at = next_at - interval '1 hour' where not is_dead`;
      await sql`
        update webhook set due_at = due_at - interval '1 hour', probe_at = probe_at - interval '1 hour',
          held_until = held_until - interval '1 hour', earlier_until = earlier_until - interval '1 hour'`;
    },
    stateOf: async (id: string) =>
      (
        await sql<StateRow[]>`
      select state, failures, parked, failing_since is not null as "isFailing", delivered::int, last_status as "lastStatus",
        (select last from event_head)::int - reached::int as behind,
        (select count(*)::int from webhook_parked where webhook = w.id and is_dead) as "setAside"
      from webhook w where id = ${id}`
      )[0],
  };
}

interface StateRow {
  readonly state: string;
  readonly failures: number;
  readonly parked: number;
  readonly isFailing: boolean;
  readonly delivered: number;
  readonly lastStatus: number | null;
  readonly behind: number;
  readonly setAside: number;
}

async function numberAll(sql: Sql): Promise<void> {
  while ((await numberEvents(sql)) !== undefined);
}
