import { programmeFile } from "@rewards/domain";
import { applyProgrammes } from "@rewards/operations";
import { adjustCall } from "../load/call.ts";
import { currencyName, shopMembers } from "../servers/shop.ts";
import { suiteSession } from "../servers/watch.ts";
import { type Fault, nothingToHeal } from "./fault.ts";

const added = "Miles";
const adjustments = 60;
const wholeMax = 50;

export const currencyAdditions: readonly Fault[] = [
  {
    name: "currency-added",
    numbers: [25],
    summary: "a programme gets a currency: 60 AddBalance calls at once for members without a balance in it",
    holds: [],
    needs: ["server"],
    async inject({ sql, load }, random) {
      const file = programmeFile.parse({
        programmes: [{ businessId: "REWARDS", name: "Rewards", currencies: [{ name: currencyName }, { name: added }] }],
      });
      await applyProgrammes(sql as unknown as Parameters<typeof applyProgrammes>[0], file, { actor: suiteSession });
      load.state.currencies.push(added);
      const calls = Array.from({ length: adjustments }, () => {
        const owner = random.pick([...shopMembers.hot, ...shopMembers.poor]);
        const amount = load.state.nextAmount(random, 1, wholeMax);
        return adjustCall(owner.id, amount, random.happens(70) ? added : currencyName);
      });
      await load.burst(calls);
      return nothingToHeal;
    },
  },
];
