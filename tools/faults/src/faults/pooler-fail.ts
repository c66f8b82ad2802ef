import { setTimeout as delay } from "node:timers/promises";
import { migrate } from "@rewards/lab/database";
import { unless } from "../check/book.ts";
import type { Random } from "../random.ts";
import { findLeader } from "../round/leader.ts";
import { expectPosted } from "../round/posted.ts";
import { makeSales } from "../round/sales.ts";
import { type Watch, watchServing } from "../round/serving.ts";
import { letTimePass } from "../round/time.ts";
import type { RoundWorld } from "../round/world.ts";
import { openPooler, type Pooler } from "../servers/pooler.open.ts";
import { type Heal, nothingToHeal, type TopologyFault } from "./fault.ts";

const orphans = 30;
const leaderMsMax = 20_000;
/** The lease of a dead leader ends after 6 s; then the next one needs three looks, one each 2 s. */
const postedMsMax = 20_000;
const downMsMin = 500;
const downMsMax = 2_000;
const unreadyMsMax = 30_000;
const oldMsMax = 2_000;

const processesOf = ({ fleet }: RoundWorld) => [...fleet.apis, ...fleet.workers];

/** From now on every process connects to this server. */
async function leadAll(world: RoundWorld, url: string): Promise<void> {
  for (const { proxy } of processesOf(world)) {
    proxy.lead(url);
    proxy.cut();
    await proxy.mend();
  }
}

/** A fault of a pooler in front of the shared Postgres, which processes reach directly at first. */
function faultOfPooler(
  card: Pick<TopologyFault, "name" | "summary">,
  kind: Parameters<typeof openPooler>[1],
  harm: (world: RoundWorld, site: { pooler: Pooler; direct: string; watch: Watch }, random: Random) => Promise<void>,
): TopologyFault {
  return {
    ...card,
    numbers: [37],
    backends: ["redis"],
    holds: ["everything"],
    async open(opening) {
      const { backend, postgres, redis, template } = opening.servers;
      const pooler = await openPooler(opening, kind);
      const inject = async (world: RoundWorld, random: Random): Promise<Heal> => {
        // A copied database lacks the settings of the roles, which `migrate` writes.
        await migrate(world.databaseUrl);
        const watch = watchServing(world);
        await leadAll(world, pooler.url);
        await harm(world, { pooler, direct: postgres.url, watch }, random);
        return nothingToHeal;
      };
      return { place: { backend, postgresUrl: postgres.url, template, queueUrl: redis?.url }, inject };
    },
  };
}

export const poolerFailures: readonly TopologyFault[] = [
  faultOfPooler(
    {
      name: "pooler-old",
      summary:
        "a PgBouncer that loses prepared statements comes between: nobody is ready, until the address leads past it",
    },
    "old",
    async (world, { direct, watch }, random) => {
      for (const [name, readiness] of watch.readiness) {
        const says = await readiness.until(
          ({ status, reason }) => status === 503 && reason.includes("PgBouncer must be 1.21"),
          unreadyMsMax,
        );
        world.expect(unless(says, "false", name, "it does not say that the pooler is too old", ...readiness.seen));
      }
      await delay(random.int(0, oldMsMax));
      await leadAll(world, direct);
      await watch.awaitServing(random);
    },
  ),
  faultOfPooler(
    {
      name: "pooler-leader-killed",
      summary: "the leader of recovery is killed behind a pooler: another worker leads, and posts what has no job",
    },
    "new",
    async (world, { watch }, random) => {
      await watch.awaitServing(random);
      const leader = await findLeader(world, leaderMsMax);
      if (!leader) throw new Error("no worker leads");
      await leader.kill();
      for (const api of world.fleet.apis) api.queue.cut();
      const calls = makeSales(world, random, orphans);
      await world.load.burst(calls);
      for (const api of world.fleet.apis) await api.queue.mend();
      await letTimePass(world.sql);
      await expectPosted(world, calls, postedMsMax);
      await leader.restart();
    },
  ),
  faultOfPooler(
    { name: "pooler-restarted", summary: "the pooler is killed under load (SIGKILL), and returns" },
    "new",
    async (_, { pooler, watch }, random) => {
      await watch.awaitServing(random);
      await pooler.kill();
      await delay(random.int(downMsMin, downMsMax));
      await pooler.start();
      await watch.awaitServing(random);
    },
  ),
];
