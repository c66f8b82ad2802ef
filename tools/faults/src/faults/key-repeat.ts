import { addStockCall, adjustCall, type Call, withKey } from "../load/call.ts";
import type { Load } from "../load/load.run.ts";
import { makeRedemption } from "../load/make.redemption.ts";
import { makeSale } from "../load/make.sale.ts";
import { makeSegment, nextKey } from "../load/mix.ts";
import type { Random } from "../random.ts";
import { shopMembers, shopRewards } from "../servers/shop.ts";
import { type Fault, nothingToHeal } from "./fault.ts";

const repeats = 100;
const otherBodies = 20;
const crossedKeys = 60;
const headers = 30;
const otherHeaders = 6;
const amountMax = 9;

/** All at once, each call the given number of times, shuffled. */
const burstOf = (load: Load, random: Random, ...calls: readonly (readonly [Call, number])[]) =>
  load.burst(random.shuffle(calls.flatMap(([call, times]) => Array.from({ length: times }, () => call))));

export const keyRepeats: readonly Fault[] = [
  {
    name: "key-repeated",
    numbers: [7],
    summary: "100 creates of one key at once, and 20 of the same key with another body; sales and redemptions",
    holds: [],
    async inject({ load }, random) {
      for (const make of [makeSale, makeRedemption]) {
        const key = `repeated-${load.state.nextNumber()}`;
        const call = make(random, load.state, { key });
        const other = make(random, load.state, { key });
        await burstOf(load, random, [call, repeats], [other, otherBodies]);
      }
      return nothingToHeal;
    },
  },
  {
    name: "header-repeated",
    numbers: [7],
    summary: "30 calls of one Idempotency-Key at once, and 6 with another body: AddBalance, AddRewardStock, a segment",
    holds: [],
    async inject({ load }, random) {
      const owner = random.pick(shopMembers.rich).id;
      const adjust = () => adjustCall(owner, load.state.nextAmount(random, 1, amountMax));
      const stock = () => addStockCall(shopRewards.mug.id, random.int(1, amountMax));
      for (const make of [adjust, stock, () => makeSegment(random, load.state)]) {
        const key = nextKey(load.state);
        const [call, other] = [withKey(make(), key), withKey(make(), key)];
        await burstOf(load, random, [call, headers], [other, otherHeaders]);
      }
      return nothingToHeal;
    },
  },
  {
    name: "keys-crossed",
    numbers: [22],
    summary: "two APIs get the same 60 keys at once, in another order, some with another body",
    holds: [],
    async inject({ load }, random) {
      const calls = Array.from({ length: crossedKeys }, () => makeSale(random, load.state));
      const others = calls.map((call) => (random.happens(20) ? makeSale(random, load.state, { key: call.key }) : call));
      const sendTo = (list: readonly Call[], api: number) => list.map((call) => load.send(call, api));
      await Promise.all([...sendTo(calls, 0), ...sendTo(others.toReversed(), 1), ...sendTo(random.shuffle(calls), 0)]);
      return nothingToHeal;
    },
  },
];
