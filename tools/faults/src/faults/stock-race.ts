import { setTimeout as delay } from "node:timers/promises";
import { isEmpty, poll } from "@rewards/lab/poll";
import type { Sql } from "postgres";
import type { Rule } from "../check/book.ts";
import type { Fleet } from "../fleet/fleet.start.ts";
import { addStockCall } from "../load/call.ts";
import { makeRedemption } from "../load/make.redemption.ts";
import { points } from "../proxy/trap.ts";
import { shopMembers, shopRewards } from "../servers/shop.ts";
import { type Fault, nothingToHeal } from "./fault.ts";

const racers = 60;
const additions = 4;
const pairs = 5;
const meetMs = 150;
const caughtMsMax = 1_000;
const settledMsMax = 2_000;
const pollMs = 10;

/** When more is requested than the stock, all of the initial stock is taken. */
const expectSoldOut: Rule = ({ facts }) => {
  const { id, key, stock = 0 } = shopRewards.scarce;
  const row = facts.stock.find(({ reward }) => reward === id);
  if (Number(row?.issued) >= stock) return [];
  return [{ kind: "lost", key, message: "more was requested than the stock, but some was left", evidence: [row] }];
};

/** Waits until no redemption is pending, or for a while. */
async function untilSettled(sql: Sql): Promise<void> {
  await poll(() => sql`select id from pending where class = 'RedemptionCase' limit 1`, isEmpty, settledMsMax, pollMs);
}

async function readAvailable(sql: Sql): Promise<number> {
  const [row] = await sql<
    { available: string }[]
  >`select available from stock where reward_id = ${shopRewards.scarce.id}`;
  return Number(row?.available ?? 0);
}

/**
 * Stops the worker that takes the first just before its commit, so that another worker takes the second. Holds the
 * first until the second has had time to reach the same point.
 */
async function meetAtCommit(
  { workers }: Fleet,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<void> {
  const held: (() => void)[] = [];
  const traps = workers.map((worker) =>
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

export const stockRaces: readonly Fault[] = [
  {
    name: "stock-raced",
    numbers: [13],
    summary:
      "60 redemptions of a stock of 5, while stock is added; then pairs that each want all of it, on two workers",
    holds: ["scarce", "postgres", "worker"],
    needs: ["server"],
    async inject(world, random) {
      const { load } = world;
      const { scarce } = shopRewards;
      const redeem = (member: string, quantity: number) =>
        makeRedemption(random, load.state, {
          key: `scarce-${load.state.nextNumber()}`,
          member,
          reward: scarce.key,
          quantity,
          voucherCode: "",
        });
      const anyone = () => random.pick(shopMembers.rich).key;
      const redemptions = Array.from({ length: racers }, () => redeem(anyone(), 1));
      const stock = Array.from({ length: additions }, () => addStockCall(scarce.id, random.int(1, 4)));
      await load.burst(random.shuffle([...redemptions, ...stock]));
      load.state.leftOut.add("redemption");
      for (let n = 0; n < pairs; n += 1) {
        await untilSettled(world.sql);
        await load.send(addStockCall(scarce.id, 1));
        const available = await readAvailable(world.sql);
        if (available === 0) continue;
        // Two members, so that they share only the stock; each redemption wants all of it.
        const [one, other] = random.shuffle(shopMembers.pairs).map(({ key }) => redeem(key, available));
        if (one && other)
          await meetAtCommit(
            world.fleet,
            () => load.send(one),
            () => load.send(other),
          );
      }
      load.state.leftOut.delete("redemption");
      world.expect(expectSoldOut);
      return nothingToHeal;
    },
  },
];
