import { setTimeout as delay } from "node:timers/promises";
import { poll } from "@rewards/lab/poll";
import type { Call } from "../load/call.ts";
import { makeSale } from "../load/make.sale.ts";
import type { Random } from "../random.ts";
import { expectPosted } from "../round/posted.ts";
import { letTimePass } from "../round/time.ts";
import type { World } from "../round/world.ts";
import { shopMembers } from "../servers/shop.ts";
import type { Fault } from "./fault.ts";

const orphans = 30;
/** Recovery needs two checks, 2 s apart; a new leader needs one more. */
const postedMsMax = 15_000;
/** Sorts before the IDs of every gateway. */
const arrivingId = "00000000-0000-7000-8000-000000000000";
const arrivesEveryMs = 200;
const leaderMsMax = 4_000;

function makeOrphans({ load }: World, random: Random): Call[] {
  const wish = () => ({ store: "S0", member: random.pick(shopMembers.ordinary).key });
  return Array.from({ length: orphans }, () => makeSale(random, load.state, wish()));
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

/** The worker that leads recovery. */
async function findLeader({ sql, fleet }: World) {
  const read = async () => {
    const [row] = await sql<{ pid: number }[]>`
      select split_part(holder, ':', 2)::int as pid from lease where name = 'recovery' and until > clock_timestamp()`;
    return row && fleet.workers.find(({ pid }) => pid() === row.pid);
  };
  return poll(read, (leader) => leader !== undefined, leaderMsMax);
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
      const calls = makeOrphans(world, random);
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
    name: "leader-cut-off",
    numbers: [30],
    summary: "the leader of recovery loses the queue, cut or silent: another worker recovers the records without jobs",
    holds: ["everything"],
    async inject(world, random) {
      const { fleet, load, sql } = world;
      const leader = await findLeader(world);
      if (!leader) return undefined;
      if (random.happens(50)) leader.queue.cut();
      else leader.queue.freeze();
      for (const api of fleet.apis) api.queue.cut();
      const calls = makeOrphans(world, random);
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
