import { backLines, makeGoods } from "../load/make.return.ts";
import { makeSale } from "../load/make.sale.ts";
import { shopMembers } from "../servers/shop.ts";
import { type Fault, nothingToHeal } from "./fault.ts";

const returns = 20;
const units = 3;

export const returnRaces: readonly Fault[] = [
  {
    name: "returns-raced",
    numbers: [33],
    summary: "20 returns of more goods than a sale sold, all sent at once with the sale",
    holds: [],
    async inject({ load }, random) {
      const { state } = load;
      const member = random.pick(shopMembers.ordinary).key;
      const goods = makeGoods(random, state, { member, store: "S0" }, { units });
      const back = Array.from({ length: returns }, () =>
        makeSale(random, state, {
          key: `return-${state.nextNumber()}`,
          member,
          store: "S0",
          lines: backLines(random, goods),
        }),
      );
      await load.burst(random.shuffle([goods, ...back]));
      return nothingToHeal;
    },
  },
];
