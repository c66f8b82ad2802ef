import { makeSale } from "../load/make.sale.ts";
import { makeMember, makeStore } from "../load/mix.ts";
import { type Fault, nothingToHeal } from "./fault.ts";

const families = 4;
const salesOfFamily = 12;
const lateSales = 40;
const hotPercent = 50;

export const orderShuffles: readonly Fault[] = [
  {
    name: "order-shuffled",
    numbers: [9],
    summary: "a member, a store, their sales and returns, all sent at once in any order",
    holds: [],
    async inject({ load }, random) {
      const calls = Array.from({ length: families }, () => {
        const n = load.state.nextNumber();
        const [member, store] = [`SHUFFLED${n}`, `SHUFFLEDSTORE${n}`];
        const sales = Array.from({ length: salesOfFamily }, () => makeSale(random, load.state, { member, store }));
        return [makeMember(member), makeStore(store), ...sales];
      });
      await load.burst(random.shuffle(calls.flat()));
      return nothingToHeal;
    },
  },
  {
    name: "member-late",
    numbers: [20],
    summary: "a member and a store are created while 40 of their sales are being parked",
    holds: [],
    async inject({ load }, random) {
      const n = load.state.nextNumber();
      const [member, store] = [`RACED${n}`, `RACEDSTORE${n}`];
      const sales = Array.from({ length: lateSales }, () => makeSale(random, load.state, { member, store }));
      const half = sales.length / 2;
      await load.burst(sales.slice(0, half));
      // The workers have just begun to park the first half.
      await load.burst([makeMember(member), makeStore(store), ...sales.slice(half)]);
      return nothingToHeal;
    },
  },
  {
    name: "member-hot",
    numbers: [16],
    summary: "half of all sales belong to one member",
    holds: [],
    lastsMs: [1_000, 1_500],
    async inject({ load }, random) {
      const before = load.state.hotPercent;
      load.state.hotPercent = hotPercent;
      const sales = Array.from({ length: lateSales }, () => makeSale(random, load.state, { member: "HOT" }));
      await load.burst(sales);
      return async () => {
        load.state.hotPercent = before;
      };
    },
  },
];
