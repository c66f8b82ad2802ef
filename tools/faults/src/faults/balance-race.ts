import { type Rule, rowFinding } from "../check/book.ts";
import { adjustCall } from "../load/call.ts";
import { makeRedemption } from "../load/make.redemption.ts";
import type { Random } from "../random.ts";
import type { World } from "../round/world.ts";
import { onceCost, shopMembers, shopRewards } from "../servers/shop.ts";
import { type Fault, nothingToHeal } from "./fault.ts";

const racers = 100;
const adjusters = 20;

/** A member with balance for one redemption, and `count` redemptions that want it. */
function makeRivals({ load }: World, random: Random, count: number) {
  const owner = random.pick(shopMembers.once);
  const wish = { member: owner.key, reward: shopRewards.digital.key, quantity: 1, voucherCode: "" };
  const redemptions = Array.from({ length: count }, () =>
    makeRedemption(random, load.state, { ...wish, key: `raced-${load.state.nextNumber()}` }),
  );
  return { owner, redemptions };
}

/** Exactly one deduction of the balance succeeds. */
function expectOne(world: World, owner: { readonly key: string; readonly id: string }): void {
  const rule: Rule = ({ facts }) => {
    const taken = facts.entries.filter((entry) => entry.member === owner.key && Number(entry.amount) < 0);
    if (taken.length === 1) return [];
    const kind = taken.length > 1 ? "doubled" : "lost";
    return [rowFinding(kind, owner.key, `${taken.length} deductions of a balance that suffices for one`, ...taken)];
  };
  world.expect(rule);
}

export const balanceRaces: readonly Fault[] = [
  {
    name: "balance-raced",
    numbers: [11],
    summary: "100 redemptions at once, with balance for one",
    holds: ["once"],
    async inject(world, random) {
      const { owner, redemptions } = makeRivals(world, random, racers);
      await world.load.burst(redemptions);
      expectOne(world, owner);
      return nothingToHeal;
    },
  },
  {
    name: "adjustment-raced",
    numbers: [14],
    summary: "deductions by AddBalance against redemptions, with balance for one of them",
    holds: ["once"],
    async inject(world, random) {
      const { load } = world;
      const { owner, redemptions } = makeRivals(world, random, adjusters);
      // More than half of the balance, but less than all.
      const amount = () => `-${onceCost - 2}.${load.state.nextAmount(random, 1, 1).split(".")[1]}`;
      const deductions = Array.from({ length: adjusters }, () => adjustCall(owner.id, amount()));
      await load.burst(random.shuffle([...redemptions, ...deductions]));
      expectOne(world, owner);
      return nothingToHeal;
    },
  },
];
