import { setTimeout as delay } from "node:timers/promises";
import { migrate } from "@rewards/lab/database";
import { unless } from "../check/book.ts";
import type { Random } from "../random.ts";
import { expectPosted, findLeader } from "../round/posted.ts";
import type { World } from "../round/world.ts";
import { openPair, type Pair } from "../servers/pair.open.ts";
import { openPooler, type Pooler } from "../servers/pooler.open.ts";
import type { TopologyRows } from "./fault.ts";
import { sendOrphans } from "./going-on.ts";
import { leadAll, topology } from "./topology.ts";

const heldBackMsMin = 200;
const heldBackMsMax = 600;
const promotedAfterMs = 2_000;
const misledMs = 3_000;
/** A silent connection is ended after 7 s, and the first statement of the next one may have its turn a moment later. */
const acceptSilentMsMax = 12_000;
const leaderMsMax = 20_000;
/** The lease of a dead leader ends after 6 s; then the next one needs three looks, one each 2 s. */
const postedMsMax = 20_000;
const downMsMin = 500;
const downMsMax = 2_000;
const unreadyMsMax = 30_000;
const oldMsMax = 2_000;

/**
 * SIGKILL of the primary while its commits wait for the standby, to which it sends nothing for a moment. What was
 * answered until then is on both; what waits has no answer. The standby is promoted after a while.
 */
async function failOver({ first, promote }: Pair, random: Random, meanwhile: () => void): Promise<void> {
  await first.holdBack();
  await delay(random.int(heldBackMsMin, heldBackMsMax));
  await first.end("SIGKILL");
  meanwhile();
  await delay(promotedAfterMs);
  await promote();
}

/** Every process, which reached Postgres directly until now, goes through the pooler. */
async function goThrough(world: World, url: string): Promise<void> {
  // A copied database lacks the settings of the roles, which `migrate` writes.
  await migrate(world.databaseUrl);
  await lead(world, url);
}

async function lead(world: World, url: string): Promise<void> {
  for (const { proxy } of world.fleet.all) proxy.cut();
  await leadAll(world, url);
}

export const postgresTopologies: TopologyRows = {
  "primary-killed": topology<Pair>({
    number: 36,
    summary: "the primary is killed (SIGKILL), and its synchronous standby promoted 2 s later; DATABASE_URL names both",
    open: (opening) => openPair(opening, "both"),
    async harm({ world, watch, random, ...pair }) {
      await failOver(pair, random, () => {
        for (const { proxy } of world.fleet.all) proxy.shut();
      });
      await watch.awaitServing(random);
    },
  }),
  switchover: topology<Pair>({
    number: 36,
    summary: "the address leads to the former primary for 3 s, which is a standby by then, and then to the new one",
    open: (opening) => openPair(opening, "one"),
    async harm({ world, watch, random, first, second, promote }) {
      for (const { proxy } of world.fleet.all) proxy.shut();
      await first.end();
      await promote();
      await first.follow();
      await leadAll(world, first.url);
      await delay(misledMs);
      await leadAll(world, second.url);
      await watch.awaitServing(random);
    },
  }),
  "primary-silent": topology<Pair>({
    number: 36,
    summary: "the machine of the primary is gone: open connections go silent, new ones lead to its promoted standby",
    open: (opening) => openPair(opening, "one"),
    async harm({ world, watch, random, ...pair }) {
      for (const { proxy } of world.fleet.all) {
        proxy.silence();
        proxy.refuse();
      }
      await failOver(pair, random, () => undefined);
      await leadAll(world, pair.second.url);
      await watch.awaitServing(random, { acceptMsMax: acceptSilentMsMax });
      // As the keepalives of the system do after 70 s: the connection for scans, whose statements may take an hour.
      return () => {
        for (const { proxy } of world.fleet.all) proxy.endSilent();
      };
    },
  }),
  "pooler-old": topology<Pooler>({
    number: 37,
    summary:
      "a PgBouncer that loses prepared statements comes between: nobody is ready, until the address leads past it",
    open: (opening) => openPooler(opening, "old"),
    async harm({ world, watch, random, url, directUrl }) {
      await goThrough(world, url);
      for (const [name, readiness] of watch.readiness) {
        const says = await readiness.until(
          ({ status, reason }) => status === 503 && reason.includes("PgBouncer must be 1.21"),
          unreadyMsMax,
        );
        world.expect(unless(says, "false", name, "it does not say that the pooler is too old", ...readiness.seen));
      }
      await delay(random.int(0, oldMsMax));
      await lead(world, directUrl);
      await watch.awaitServing(random);
    },
  }),
  "pooler-leader-killed": topology<Pooler>({
    number: 37,
    summary: "the leader of recovery is killed behind a pooler: another worker leads, and posts what has no job",
    open: (opening) => openPooler(opening, "new"),
    async harm({ world, watch, random, url }) {
      await goThrough(world, url);
      await watch.awaitServing(random);
      const leader = await findLeader(world, leaderMsMax);
      if (!leader) throw new Error("no worker leads");
      await leader.kill();
      await expectPosted(world, await sendOrphans(world, random), postedMsMax);
      await leader.restart();
    },
  }),
  "pooler-restarted": topology<Pooler>({
    number: 37,
    summary: "the pooler is killed under load (SIGKILL), and returns",
    open: (opening) => openPooler(opening, "new"),
    async harm({ world, watch, random, url, kill, start }) {
      await goThrough(world, url);
      await watch.awaitServing(random);
      await kill();
      await delay(random.int(downMsMin, downMsMax));
      await start();
      await watch.awaitServing(random);
    },
  }),
};
