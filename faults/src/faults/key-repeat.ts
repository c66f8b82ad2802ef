import type { Call } from "../load/call.ts";
import { makeRedemption } from "../load/make.redemption.ts";
import { makeSale } from "../load/make.sale.ts";
import { type Fault, nothingToHeal } from "./fault.ts";

const repeats = 100;
const otherBodies = 20;
const crossedKeys = 60;

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
        const calls = [
          ...Array.from({ length: repeats }, () => call),
          ...Array.from({ length: otherBodies }, () => other),
        ];
        await load.burst(random.shuffle(calls));
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
