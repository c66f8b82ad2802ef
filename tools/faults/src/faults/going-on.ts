import { setTimeout as delay } from "node:timers/promises";
import type { TcpProxy } from "@rewards/lab/proxy";
import type { FleetProcess } from "../fleet/fleet.start.ts";
import type { Call } from "../load/call.ts";
import type { Random } from "../random.ts";
import { expectPosted, findLeader, makeSales } from "../round/posted.ts";
import { letTimePass } from "../round/time.ts";
import type { World } from "../round/world.ts";
import { shopMembers } from "../servers/shop.ts";
import type { FaultRows } from "./fault.ts";

const orphans = 30;
const others = 40;
const hotPercent = 50;
/** Recovery needs two checks, 2 s apart; a new leader needs one more. */
const postedMsMax = 15_000;
/** Without the queue, a worker looks twice, and rests up to 6 s after each look. */
const aloneMsMax = 25_000;
/** A worker waits 2 s for the lock, and 2 s more behind another waiter, before it skips the balance. */
const noticedMs = 5_000;
const heldPostedMsMax = 10_000;
/** Sorts before the IDs of every gateway. */
const arrivingId = "00000000-0000-7000-8000-000000000000";
const arrivesEveryMs = 200;
const leaderMsMax = 4_000;

const mendAll = (queues: readonly TcpProxy[]) => Promise.all(queues.map((queue) => queue.mend()));
const queuesOf = (processes: readonly FleetProcess[]) => processes.map(({ queue }) => queue);

/** Sends sales whose jobs are lost, as no API reaches the queue meanwhile. */
export async function sendOrphans(world: World, random: Random): Promise<Call[]> {
  const queues = queuesOf(world.fleet.apis);
  for (const queue of queues) queue.cut();
  const calls = makeSales(world, random, orphans);
  await world.load.burst(calls);
  await mendAll(queues);
  await letTimePass(world.sql);
  return calls;
}

/** Sales that no job will settle are settled by a worker that does not reach the queue either. */
export async function expectPostedAlone(world: World, random: Random): Promise<void> {
  const calls = makeSales(world, random, orphans);
  await world.load.burst(calls);
  await letTimePass(world.sql);
  await expectPosted(world, calls, aloneMsMax);
}

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

export const goingOnFaults: FaultRows = {
  "api-clock-ahead": {
    number: 27,
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
  "queue-cut-off": {
    number: 34,
    summary: "no process reaches the queue: a worker posts what is pending by itself",
    holds: ["everything"],
    async inject(world, random) {
      const queues = queuesOf(world.fleet.all);
      for (const queue of queues) queue.cut();
      await expectPostedAlone(world, random);
      return () => mendAll(queues);
    },
  },
  "leader-cut-off": {
    number: 30,
    summary: "the leader of recovery loses the queue, cut or silent: another worker recovers the records without jobs",
    holds: ["everything"],
    async inject(world, random) {
      const leader = await findLeader(world, leaderMsMax * world.patience);
      if (!leader) return false;
      if (random.happens(50)) leader.queue.cut();
      else leader.queue.freeze();
      await expectPosted(world, await sendOrphans(world, random), postedMsMax);
      return async () => {
        // Cut the frozen connection, so that the worker opens a new one.
        leader.queue.cut();
        await leader.queue.mend();
      };
    },
  },
  "balance-held": {
    number: 29,
    summary: "another session holds the balance of the member of half the sales: the other members' sales are posted",
    holds: ["everything"],
    async inject(world, random) {
      const { sql, load } = world;
      const hotBefore = load.state.hotPercent;
      load.state.hotPercent = hotPercent;
      const holder = await sql.reserve();
      await holder`begin`;
      await holder`select b.id from balance b join member m on m.id = b.member where m.external_id = ${shopMembers.hot[0]?.key ?? ""} for update of b`;
      await delay(noticedMs);
      const calls = makeSales(world, random, others);
      await load.burst(calls);
      await expectPosted(world, calls, heldPostedMsMax);
      return async () => {
        await holder`rollback`;
        holder.release();
        load.state.hotPercent = hotBefore;
      };
    },
  },
};
