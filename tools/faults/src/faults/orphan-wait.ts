import { setTimeout as delay } from "node:timers/promises";
import { findLeader } from "../round/leader.ts";
import { expectPosted } from "../round/posted.ts";
import { makeSales } from "../round/sales.ts";
import { letTimePass } from "../round/time.ts";
import type { World } from "../round/world.ts";
import type { Fault } from "./fault.ts";

const orphans = 30;
/** Recovery needs two checks, 2 s apart; a new leader needs one more. */
const postedMsMax = 15_000;
/** Without the queue, a worker looks twice, and rests up to 6 s after each look. */
const aloneMsMax = 25_000;
/** Sorts before the IDs of every gateway. */
const arrivingId = "00000000-0000-7000-8000-000000000000";
const arrivesEveryMs = 200;
const leaderMsMax = 4_000;

/**
 * Keeps one pending sale as young as if it had just arrived, so that recovery finds a fresh sale at every check, as
 * under a stream of sales. Otherwise a check between two sales of the load would find only the orphans.
 */
async function keepArriving({ sql }: World): Promise<() => Promise<void>> {
  const ended = new AbortController();
  const { signal } = ended;
  await sql`insert into pending (class, id) values ('SaleCase', ${arrivingId})`;
  const renewed = (async () => {
    while (!signal.aborted) {
      await sql`update pending set since = clock_timestamp() where id = ${arrivingId}`;
      await delay(arrivesEveryMs, undefined, { signal }).catch(() => undefined);
    }
  })();
  return async () => {
    ended.abort();
    await renewed;
    await sql`delete from pending where id = ${arrivingId}`;
  };
}

export const orphanWaits: readonly Fault[] = [
  {
    name: "api-clock-ahead",
    numbers: [27],
    summary: "an API whose clock is an hour ahead loses the queue: its sales are posted while the other API's come in",
    holds: ["everything"],
    clocksAhead: "first-api",
    async inject(world, random) {
      const { fleet, load, sql } = world;
      const [ahead] = fleet.apis;
      ahead?.queue.cut();
      const stopArriving = await keepArriving(world);
      const calls = makeSales(world, random, orphans);
      await Promise.all(calls.map((call) => load.send(call, 0)));
      const keys = calls.map(({ key }) => key);
      // Only these: no sale of the other API may look as if the queue had lost it.
      await sql`
        update pending p set since = since - interval '1 minute' from sale s
        where s.id = p.id and s.external_id = any(${keys}::text[])`;
      await expectPosted(world, calls, postedMsMax);
      return async () => {
        await stopArriving();
        await ahead?.queue.mend();
      };
    },
  },
  {
    name: "queue-cut-off",
    numbers: [34],
    summary: "no process reaches the queue: a worker posts what is pending by itself",
    holds: ["everything"],
    async inject(world, random) {
      const { fleet, load, sql } = world;
      const all = [...fleet.apis, ...fleet.workers];
      for (const { queue } of all) queue.cut();
      const calls = makeSales(world, random, orphans);
      await load.burst(calls);
      await letTimePass(sql);
      await expectPosted(world, calls, aloneMsMax);
      return async () => void (await Promise.all(all.map(({ queue }) => queue.mend())));
    },
  },
  {
    name: "leader-cut-off",
    numbers: [30],
    summary: "the leader of recovery loses the queue, cut or silent: another worker recovers the records without jobs",
    holds: ["everything"],
    async inject(world, random) {
      const { fleet, load, sql } = world;
      const leader = await findLeader(world, leaderMsMax * world.patience);
      if (!leader) return undefined;
      if (random.happens(50)) leader.queue.cut();
      else leader.queue.freeze();
      for (const api of fleet.apis) api.queue.cut();
      const calls = makeSales(world, random, orphans);
      await load.burst(calls);
      for (const api of fleet.apis) await api.queue.mend();
      await letTimePass(sql);
      await expectPosted(world, calls, postedMsMax);
      return async () => {
        // Cut the frozen connection, so that the worker opens a new one.
        leader.queue.cut();
        await leader.queue.mend();
      };
    },
  },
];
