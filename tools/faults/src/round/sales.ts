import type { Call } from "../load/call.ts";
import { makeSale } from "../load/make.sale.ts";
import type { Random } from "../random.ts";
import { shopMembers } from "../servers/shop.ts";
import type { RoundWorld } from "./world.ts";

/** Sales of ordinary members, which nothing holds up: for `expectPosted`. */
export function makeSales({ load }: RoundWorld, random: Random, count: number): Call[] {
  const wish = () => ({ store: "S0", member: random.pick(shopMembers.ordinary).key });
  return Array.from({ length: count }, () => makeSale(random, load.state, wish()));
}
