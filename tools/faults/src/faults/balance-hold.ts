import { setTimeout as delay } from "node:timers/promises";
import { makeSale } from "../load/make.sale.ts";
import { expectPosted } from "../round/posted.ts";
import { shopMembers } from "../servers/shop.ts";
import type { Fault } from "./fault.ts";

const hotPercent = 50;
const others = 40;
/** A worker waits 2 s for the lock, and 2 s more behind another waiter, before it skips the balance. */
const noticedMs = 5_000;
const postedMsMax = 10_000;

export const balanceHolds: readonly Fault[] = [
  {
    name: "balance-held",
    numbers: [29],
    summary: "another session holds the balance of the member of half the sales: the other members' sales are posted",
    holds: ["everything"],
    async inject(world, random) {
      const { sql, load } = world;
      const hotBefore = load.state.hotPercent;
      load.state.hotPercent = hotPercent;
      const holder = await sql.reserve();
      await holder`begin`;
      await holder`select b.id from balance b join member m on m.id = b.member where m.external_id = ${shopMembers.hot[0]?.key ?? ""} for update of b`;
      await delay(noticedMs);
      const calls = Array.from({ length: others }, () =>
        makeSale(random, load.state, { store: "S0", member: random.pick(shopMembers.ordinary).key }),
      );
      await load.burst(calls);
      await expectPosted(world, calls, postedMsMax);
      return async () => {
        await holder`rollback`;
        holder.release();
        load.state.hotPercent = hotBefore;
      };
    },
  },
];
