import { silent } from "@rewards/lab/database";
import { createProducer } from "@rewards/queue";
import { times } from "../list.ts";
import { addStockCall, adjustCall, type Call, makeMember, makeSegment, makeStore, withKey } from "../load/call.ts";
import type { Load } from "../load/load.run.ts";
import { makeRedemption } from "../load/make.redemption.ts";
import { makeSale } from "../load/make.sale.ts";
import { makeAction } from "../load/mix.ts";
import { type Point, points } from "../proxy/trap.ts";
import type { Random } from "../random.ts";
import type { World } from "../round/world.ts";
import { shopMembers, shopRewards } from "../servers/shop.ts";
import type { FaultRows } from "./fault.ts";
import { killAt } from "./kill.ts";

const repeats = 100;
const otherBodies = 20;
const crossedKeys = 60;
const headers = 30;
const otherHeaders = 6;
const amountMax = 9;
const stormed = 300;
const stormedTwice = 60;
/** Where the API is killed. */
const keyTable = "idempotency_key";
const stormPoints: readonly (readonly [Point, string?])[] = [
  [points.afterClaim, keyTable],
  [points.beforeActionCommit, keyTable],
  [points.afterActionCommit],
];
const deliveries = 10;
const idsMax = 80;
const families = 4;
const salesOfFamily = 12;
const lateSales = 40;
const hotPercent = 50;

/** All at once, each call the given number of times, shuffled. */
const burstOf = (load: Load, random: Random, ...calls: readonly (readonly [Call, number])[]) =>
  load.burst(random.shuffle(calls.flatMap(([call, count]) => times(count, () => call))));

/** Sends the newest records of a class to the queue ten times; jobs that the queue refuses are not delivered. */
async function deliverAgain({ sql, queueUrl }: World, noun: "sale" | "redemption"): Promise<void> {
  const producer = createProducer({ url: queueUrl, names: [noun], logger: silent });
  try {
    const rows = await sql<{ id: string }[]>`select id from ${sql(noun)} order by id desc limit ${idsMax}`;
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return;
    // Other workers than that of their members get them too.
    const deliver = (n: number) => producer.add(noun, ids, [], n % producer.partitions).catch(() => undefined);
    await Promise.all(times(deliveries, deliver));
  } finally {
    await producer.close();
  }
}

/** A member and a store that do not exist yet, and sales that name both. */
function makeFamily(random: Random, { state }: Load, name: string, sales: number) {
  const n = state.nextNumber();
  const [member, store] = [`${name}${n}`, `${name}STORE${n}`];
  return {
    owners: [makeMember(member), makeStore(store)],
    sales: times(sales, () => makeSale(random, state, { member, store })),
  };
}

export const repeatFaults: FaultRows = {
  "key-repeated": {
    number: 7,
    summary: "100 creates of one key at once, and 20 of the same key with another body; sales and redemptions",
    async inject({ load }, random) {
      for (const make of [makeSale, makeRedemption]) {
        const key = `repeated-${load.state.nextNumber()}`;
        const [call, other] = [make(random, load.state, { key }), make(random, load.state, { key })];
        await burstOf(load, random, [call, repeats], [other, otherBodies]);
      }
    },
  },
  "header-repeated": {
    number: 7,
    summary: "30 calls of one Idempotency-Key at once, and 6 with another body: AddBalance, AddRewardStock, a segment",
    async inject({ load }, random) {
      const owner = random.pick(shopMembers.rich).id;
      const adjust = () => adjustCall(owner, load.state.nextAmount(random, 1, amountMax));
      const stock = () => addStockCall(shopRewards.mug.id, random.int(1, amountMax));
      for (const make of [adjust, stock, () => makeSegment(`segment-${load.state.nextNumber()}`)]) {
        const key = `key-${load.state.nextNumber()}`;
        await burstOf(load, random, [withKey(make(), key), headers], [withKey(make(), key), otherHeaders]);
      }
    },
  },
  "actions-stormed": {
    number: 5,
    summary:
      "300 actions with keys at once at two APIs, some twice; kill -9 of one with keys claimed, written or committed; all again",
    holds: ["api", "postgres"],
    needs: ["server"],
    lastsMs: [50, 800],
    async inject(world, random) {
      const { fleet, load } = world;
      const calls = times(stormed, () => makeAction(random, load.state));
      const killing = killAt(world, random.pick(fleet.apis), ...random.pick(stormPoints));
      const sent = load.burst(random.shuffle([...calls, ...calls.slice(0, stormedTwice)]));
      const restart = await killing;
      const repeat = async () => {
        await sent;
        await load.burst(calls);
      };
      if (restart) return () => Promise.all([restart(), repeat()]);
      await repeat();
      return false;
    },
  },
  "keys-crossed": {
    number: 22,
    summary: "two APIs get the same 60 keys at once, in another order, some with another body",
    async inject({ load }, random) {
      const calls = times(crossedKeys, () => makeSale(random, load.state));
      const others = calls.map((call) => (random.happens(20) ? makeSale(random, load.state, { key: call.key }) : call));
      const sendTo = (list: readonly Call[], api: number) => list.map((call) => load.send(call, api));
      await Promise.all([...sendTo(calls, 0), ...sendTo(others.toReversed(), 1), ...sendTo(random.shuffle(calls), 0)]);
    },
  },
  "job-repeated": {
    number: 8,
    summary: "one job delivered 10 times, to two workers, for open and for settled records",
    needs: ["server"],
    async inject(world) {
      await Promise.all([deliverAgain(world, "sale"), deliverAgain(world, "redemption")]);
    },
  },
  "order-shuffled": {
    number: 9,
    summary: "a member, a store, their sales and returns, all sent at once in any order",
    async inject({ load }, random) {
      const all = times(families, () => makeFamily(random, load, "SHUFFLED", salesOfFamily));
      await load.burst(random.shuffle(all.flatMap(({ owners, sales }) => [...owners, ...sales])));
    },
  },
  "member-late": {
    number: 20,
    summary: "a member and a store are created while 40 of their sales are being parked",
    async inject({ load }, random) {
      const { owners, sales } = makeFamily(random, load, "RACED", lateSales);
      await load.burst(sales.slice(0, lateSales / 2));
      // The workers have just begun to park the first half.
      await load.burst([...owners, ...sales.slice(lateSales / 2)]);
    },
  },
  "member-hot": {
    number: 16,
    summary: "half of all sales belong to one member",
    lastsMs: [1_000, 1_500],
    async inject({ load }, random) {
      const before = load.state.hotPercent;
      load.state.hotPercent = hotPercent;
      await load.burst(times(lateSales, () => makeSale(random, load.state, { member: "HOT" })));
      return () => {
        load.state.hotPercent = before;
      };
    },
  },
};
