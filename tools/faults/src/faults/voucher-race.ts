import { setTimeout as delay } from "node:timers/promises";
import { expireItems } from "@rewards/db";
import { parseId } from "@rewards/domain";
import { actionCall } from "../load/call.ts";
import { makeRedemption, spellCode } from "../load/make.redemption.ts";
import { shopMembers, shopRewards } from "../servers/shop.ts";
import { type Fault, nothingToHeal } from "./fault.ts";

const codeRacers = 60;
const codes = 6;
const voucherCalls = 50;
const expiresInMs = 150;
const expiryRuns = 12;

export const voucherRaces: readonly Fault[] = [
  {
    name: "voucher-code-raced",
    numbers: [13],
    summary: "60 redemptions at once that share 6 voucher codes, in several spellings",
    holds: [],
    async inject({ load }, random) {
      const first = 100 + codes * load.state.nextNumber();
      const redemptions = Array.from({ length: codeRacers }, () =>
        makeRedemption(random, load.state, {
          key: `coded-${load.state.nextNumber()}`,
          member: random.pick(shopMembers.rich).key,
          reward: shopRewards.free.key,
          quantity: 1,
          voucherCode: spellCode(random, first + random.int(0, codes - 1)),
        }),
      );
      await load.burst(redemptions);
      return nothingToHeal;
    },
  },
  {
    name: "voucher-raced",
    numbers: [12],
    summary: "100 Lock and Use at once on each of three vouchers, which expire meanwhile",
    holds: [],
    needs: ["server"],
    async inject({ load, sql }, random) {
      const ids = random.shuffle(load.state.vouchers).slice(0, 3);
      const uuids = ids.map((id) => parseId(id)?.uuid ?? "");
      await sql`
        with due as (
          update redemption_item i set expiration_date_time = n.at, create_date_time = i.create_date_time - (i.expiration_date_time - n.at)
          from (select pg_catalog.clock_timestamp() + ${expiresInMs} * interval '1 millisecond' as at) n
          where i.id = any(${uuids}::uuid[]) and i.status like 'Open-%' returning i.id, i.expiration_date_time)
        update expiring e set at = d.expiration_date_time from due d where d.id = e.item_id`;
      const calls = ids.flatMap((id) =>
        Array.from({ length: voucherCalls }, () => [actionCall("lock", id, id), actionCall("use", id, id)]).flat(),
      );
      const expiring = async () => {
        for (let n = 0; n < expiryRuns; n += 1) {
          // What a worker's scheduled task does.
          await expireItems(sql as unknown as Parameters<typeof expireItems>[0]).catch(() => undefined);
          await delay(random.int(5, 50));
        }
      };
      await Promise.all([load.burst(random.shuffle(calls)), expiring()]);
      return nothingToHeal;
    },
  },
];
