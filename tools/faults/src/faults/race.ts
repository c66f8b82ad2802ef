import { setTimeout as delay } from "node:timers/promises";
import { expireItems } from "@rewards/db";
import { parseId } from "@rewards/domain";
import { rowFinding } from "../check/finding.ts";
import { times } from "../list.ts";
import { actionCall, adjustCall, giveBackCall, payCall } from "../load/call.ts";
import { makePayment } from "../load/make.payment.ts";
import { makeRedemption, spellCode } from "../load/make.redemption.ts";
import { backLines, makeGoods, makeSale } from "../load/make.sale.ts";
import type { Random } from "../random.ts";
import type { World } from "../round/world.ts";
import { onceCost, shopMembers, shopRewards } from "../servers/shop.ts";
import type { FaultRows } from "./fault.ts";

const racers = 100;
const adjusters = 20;
const returns = 20;
const units = 3;
const references = 3;
const payers = 10;
const codeRacers = 60;
const codes = 6;
const vouchers = 3;
const voucherCalls = 50;
const expiresInMs = 150;
const expiryRuns = 12;

/** A member with balance for one redemption, and `count` redemptions that want it. Exactly one deduction succeeds. */
function makeRivals({ load, expect }: World, random: Random, count: number) {
  const owner = random.pick(shopMembers.once);
  const wish = { member: owner.key, reward: shopRewards.digital.key, quantity: 1, voucherCode: "" };
  const redemptions = times(count, () =>
    makeRedemption(random, load.state, { ...wish, key: `raced-${load.state.nextNumber()}` }),
  );
  expect(({ facts }) => {
    const taken = facts.entries.filter((entry) => entry.member === owner.key && Number(entry.amount) < 0);
    if (taken.length === 1) return [];
    const kind = taken.length > 1 ? "doubled" : "lost";
    return [rowFinding(kind, owner.key, `${taken.length} deductions of a balance that suffices for one`, ...taken)];
  });
  return { owner, redemptions };
}

/** Sets the expiry of open vouchers, and shifts their creation by as much. */
const expireSoon = ({ sql }: World, uuids: string[]) => sql`
  with due as (
    update redemption_item i set expiration_date_time = n.at, create_date_time = i.create_date_time - (i.expiration_date_time - n.at)
    from (select pg_catalog.clock_timestamp() + ${expiresInMs} * interval '1 millisecond' as at) n
    where i.id = any(${uuids}::uuid[]) and i.status like 'Open-%' returning i.id, i.expiration_date_time)
  update expiring e set at = d.expiration_date_time from due d where d.id = e.item_id`;

export const balanceFaults: FaultRows = {
  "balance-raced": {
    number: 11,
    summary: "100 redemptions at once, with balance for one",
    holds: ["once"],
    async inject(world, random) {
      await world.load.burst(makeRivals(world, random, racers).redemptions);
    },
  },
  "adjustment-raced": {
    number: 14,
    summary: "deductions by AddBalance against redemptions, with balance for one of them",
    holds: ["once"],
    async inject(world, random) {
      const { load } = world;
      const { owner, redemptions } = makeRivals(world, random, adjusters);
      // More than half of the balance, but less than all.
      const amount = () => `-${onceCost - 2}.${load.state.nextAmount(random, 1, 1).split(".")[1]}`;
      const deductions = times(adjusters, () => adjustCall(owner.id, amount()));
      await load.burst(random.shuffle([...redemptions, ...deductions]));
    },
  },
  "payments-raced": {
    number: 44,
    summary:
      "20 payments of each of 3 References at once, half with other points, and then 100 cancellations of parts of each",
    async inject({ load }, random) {
      const { state } = load;
      const { id } = random.pick(shopMembers.rich);
      const made = times(references, () => makePayment(random, state, id));
      const others = made.flatMap(({ key }) =>
        times(payers, () => payCall(id, key, state.nextAmount(random, 1, units))),
      );
      await load.burst(random.shuffle([...made.flatMap((call) => times(payers, () => call)), ...others]));
      const parts = made.flatMap((call) => times(racers, () => giveBackCall(call, state.nextAmount(random, 1, units))));
      await load.burst(random.shuffle(parts));
    },
  },
  "returns-raced": {
    number: 33,
    summary: "20 returns of more goods than a sale sold, all sent at once with the sale",
    async inject({ load }, random) {
      const { state } = load;
      const wish = { member: random.pick(shopMembers.ordinary).key, store: "S0" };
      const goods = makeGoods(random, state, wish, { units });
      const back = times(returns, () =>
        makeSale(random, state, { ...wish, key: `return-${state.nextNumber()}`, lines: backLines(random, goods) }),
      );
      await load.burst(random.shuffle([goods, ...back]));
    },
  },
};

export const voucherFaults: FaultRows = {
  "voucher-code-raced": {
    number: 13,
    summary: "60 redemptions at once that share 6 voucher codes, in several spellings",
    async inject({ load }, random) {
      const first = 100 + codes * load.state.nextNumber();
      const redemptions = times(codeRacers, () =>
        makeRedemption(random, load.state, {
          key: `coded-${load.state.nextNumber()}`,
          member: random.pick(shopMembers.rich).key,
          reward: shopRewards.free.key,
          quantity: 1,
          voucherCode: spellCode(random, first + random.int(0, codes - 1)),
        }),
      );
      await load.burst(redemptions);
    },
  },
  "cancel-raced": {
    number: 43,
    summary: "50 Cancels and 50 Uses at once on each of three vouchers, while their members redeem",
    async inject({ load }, random) {
      const { state } = load;
      const ids = random.shuffle(state.vouchers).slice(0, vouchers);
      const calls = ids.flatMap((id) =>
        times(voucherCalls, () => [actionCall("cancel", id, id), actionCall("use", id, id)]).flat(),
      );
      const redemptions = times(codeRacers, () =>
        makeRedemption(random, state, {
          ...{ key: `beside-${state.nextNumber()}`, member: random.pick(shopMembers.rich).key },
          ...{ reward: shopRewards.digital.key, quantity: 1, voucherCode: "" },
        }),
      );
      await load.burst(random.shuffle([...calls, ...redemptions]));
    },
  },
  "voucher-raced": {
    number: 12,
    summary: "100 Lock and Use at once on each of three vouchers, which expire meanwhile",
    needs: ["server"],
    async inject(world, random) {
      const { load, sql } = world;
      const ids = random.shuffle(load.state.vouchers).slice(0, vouchers);
      await expireSoon(
        world,
        ids.map((id) => parseId(id)?.uuid ?? ""),
      );
      const calls = ids.flatMap((id) =>
        times(voucherCalls, () => [actionCall("lock", id, id), actionCall("use", id, id)]).flat(),
      );
      const expiring = async () => {
        for (let n = 0; n < expiryRuns; n += 1) {
          // What a worker's scheduled task does.
          await expireItems(sql as unknown as Parameters<typeof expireItems>[0]).catch(() => undefined);
          await delay(random.int(5, 50));
        }
      };
      await Promise.all([load.burst(random.shuffle(calls)), expiring()]);
    },
  },
};
