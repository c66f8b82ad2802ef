import { setTimeout as delay } from "node:timers/promises";
import type { Random } from "../random.ts";
import { type Watch, watchServing } from "../round/serving.ts";
import type { RoundWorld } from "../round/world.ts";
import { openPair, type Pair } from "../servers/pair.open.ts";
import type { Heal, TopologyFault } from "./fault.ts";

const heldBackMsMin = 200;
const heldBackMsMax = 600;
const promotedAfterMs = 2_000;
const misledMs = 3_000;
/** A silent connection is ended after 7 s, and the first statement of the next one may have its turn a moment later. */
const acceptSilentMsMax = 12_000;

const processesOf = ({ fleet }: RoundWorld) => [...fleet.apis, ...fleet.workers];

/** New connections of every process lead to the new primary. */
async function leadAll(world: RoundWorld, { second }: Pair): Promise<void> {
  for (const { proxy } of processesOf(world)) {
    proxy.lead(second.url);
    await proxy.mend();
  }
}

/**
 * Ends what is silent still, as the keepalives of the system do after 70 s: the connection for scans, whose statements
 * may take an hour.
 */
function forget(world: RoundWorld): void {
  for (const { proxy } of processesOf(world)) proxy.endSilent();
}

/**
 * SIGKILL of the primary while its commits wait for the standby, to which it sends nothing for a moment. What was
 * answered until then is on both; what waits has no answer.
 */
async function killPrimary({ first }: Pair, random: Random): Promise<void> {
  await first.holdBack();
  await delay(random.int(heldBackMsMin, heldBackMsMax));
  await first.end("SIGKILL");
}

/** A fault of two servers of Postgres. `harm` ends when the second is the primary and every process can find it. */
function faultOfPair(
  card: Pick<TopologyFault, "name" | "summary">,
  hosts: (pair: Pair) => readonly string[],
  harm: (world: RoundWorld, pair: Pair, random: Random) => Promise<void>,
  acceptMsMax?: number,
): TopologyFault {
  return {
    ...card,
    numbers: [36],
    backends: ["redis"],
    holds: ["everything"],
    async open(opening) {
      const pair = await openPair(opening);
      const inject = async (world: RoundWorld, random: Random): Promise<Heal> => {
        const watch: Watch = watchServing(world);
        await harm(world, pair, random);
        await watch.awaitServing(random, acceptMsMax === undefined ? {} : { acceptMsMax });
        return async () => forget(world);
      };
      return { place: { ...pair.place, hostUrls: hosts(pair) }, inject };
    },
  };
}

export const primaryLosses: readonly TopologyFault[] = [
  faultOfPair(
    {
      name: "primary-killed",
      summary:
        "the primary is killed (SIGKILL), and its synchronous standby promoted 2 s later; DATABASE_URL names both",
    },
    ({ first, second }) => [first.url, second.url],
    async (world, pair, random) => {
      await killPrimary(pair, random);
      for (const { proxy } of processesOf(world)) proxy.shut();
      await delay(promotedAfterMs);
      await pair.promote();
    },
  ),
  faultOfPair(
    {
      name: "switchover",
      summary: "the address leads to the former primary for 3 s, which is a standby by then, and then to the new one",
    },
    ({ first }) => [first.url],
    async (world, pair) => {
      for (const { proxy } of processesOf(world)) proxy.shut();
      await pair.first.end();
      await pair.promote();
      await pair.first.follow();
      for (const { proxy } of processesOf(world)) await proxy.mend();
      await delay(misledMs);
      await leadAll(world, pair);
    },
  ),
  faultOfPair(
    {
      name: "primary-silent",
      summary: "the machine of the primary is gone: open connections go silent, new ones lead to its promoted standby",
    },
    ({ first }) => [first.url],
    async (world, pair, random) => {
      for (const { proxy } of processesOf(world)) {
        proxy.silence();
        proxy.refuse();
      }
      await killPrimary(pair, random);
      await delay(promotedAfterMs);
      await pair.promote();
      await leadAll(world, pair);
    },
    acceptSilentMsMax,
  ),
];
