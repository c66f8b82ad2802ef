import { setTimeout as delay } from "node:timers/promises";
import { isEmpty, poll } from "@rewards/lab/poll";
import type { Rule } from "../check/book.ts";
import { times } from "../list.ts";
import { addStockCall } from "../load/call.ts";
import { makeRedemption } from "../load/make.redemption.ts";
import { points } from "../proxy/trap.ts";
import type { Random } from "../random.ts";
import type { World } from "../round/world.ts";
import { shopMembers, shopRewards } from "../servers/shop.ts";
import type { FaultRows } from "./fault.ts";

const racers = 60;
const additions = 4;
const pairs = 5;
const meetMs = 150;
const caughtMsMax = 1_000;
const settledMsMax = 2_000;
const pollMs = 10;
const { scarce } = shopRewards;

/** When more is requested than the stock, all of the initial stock is taken. */
const expectSoldOut: Rule = ({ facts }) => {
  const { id, key, stock = 0 } = scarce;
  const row = facts.stock.find(({ reward }) => reward === id);
  if (Number(row?.issued) >= stock) return [];
  return [{ kind: "lost", key, message: "more was requested than the stock, but some was left", evidence: [row] }];
};

/** The stock that is left, once no redemption is pending, or after a while. */
async function readAvailable({ sql }: World): Promise<number> {
  await poll(() => sql`select id from pending where class = 'RedemptionCase' limit 1`, isEmpty, settledMsMax, pollMs);
  const [row] = await sql<{ available: string }[]>`select available from stock where reward_id = ${scarce.id}`;
  return Number(row?.available ?? 0);
}

function redeem({ load }: World, random: Random, member: string, quantity: number) {
  const key = `scarce-${load.state.nextNumber()}`;
  return makeRedemption(random, load.state, { key, member, reward: scarce.key, quantity, voucherCode: "" });
}

/**
 * Stops the worker that takes the first just before its commit, so that another worker takes the second. Holds the
 * first until the second has had time to reach the same point.
 */
async function meetAtCommit(
  { fleet }: World,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<void> {
  const held: (() => void)[] = [];
  const traps = fleet.workers.map((worker) =>
    worker.proxy.catchAt(points.beforeStockCommit, (caught) => {
      worker.signal("SIGSTOP");
      held.push(() => {
        caught.release();
        worker.signal("SIGCONT");
      });
    }),
  );
  await first();
  await Promise.race([...traps.map(({ caught }) => caught), delay(caughtMsMax)]);
  for (const trap of traps) trap.disarm();
  await second();
  await delay(meetMs);
  for (const goOn of held) goOn();
}

/** Adds stock, and two members want all of it at once. They share only the stock. */
async function racePair(world: World, random: Random): Promise<void> {
  const { load } = world;
  await readAvailable(world);
  await load.send(addStockCall(scarce.id, 1));
  const available = await readAvailable(world);
  if (available === 0) return;
  const [one, other] = random.shuffle(shopMembers.pairs).map(({ key }) => redeem(world, random, key, available));
  if (one && other)
    await meetAtCommit(
      world,
      () => load.send(one),
      () => load.send(other),
    );
}

export const stockFaults: FaultRows = {
  "stock-raced": {
    number: 13,
    summary:
      "60 redemptions of a stock of 5, while stock is added; then pairs that each want all of it, on two workers",
    holds: ["scarce", "postgres", "worker"],
    needs: ["server"],
    async inject(world, random) {
      const { load, expect } = world;
      const redemptions = times(racers, () => redeem(world, random, random.pick(shopMembers.rich).key, 1));
      const stock = times(additions, () => addStockCall(scarce.id, random.int(1, 4)));
      await load.burst(random.shuffle([...redemptions, ...stock]));
      load.state.leftOut.add("redemption");
      for (let n = 0; n < pairs; n += 1) await racePair(world, random);
      load.state.leftOut.delete("redemption");
      expect(expectSoldOut);
    },
  },
};
