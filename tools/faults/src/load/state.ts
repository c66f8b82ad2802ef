import { type TierCount, tierCounts } from "@rewards/lab/replay/tier";
import type { Random } from "../random.ts";
import { firstRegulars, laterRegulars } from "../servers/shop.rules.ts";
import { pastSales } from "../servers/shop.ts";
import { type Call, type CallKind, createCall } from "./call.ts";

const goodsOf = ({ key, member: MemberExternalID, lines: SaleItems }: (typeof pastSales)[number]) =>
  createCall("sale", key, { MemberExternalID, SaleItems });

const fractions = 9_999;
const sentMax = 500;

export type LoadState = ReturnType<typeof createLoadState>;

/** State that a round's callers share, and settings of their calls. `vouchers` have public IDs and exist from the start. */
export function createLoadState(vouchers: readonly string[]) {
  let numbers = 0;
  let amounts = 0;
  return {
    vouchers,
    /** Percent of sales that belong to one member. */
    hotPercent: 15,
    /** Kinds that the callers skip for now, when a race must be the only one to use them. */
    leftOut: new Set<CallKind>(),
    /** Sent sales that may be repeated. */
    sent: [] as Call[],
    /** Sales whose goods may come back. */
    goods: [] as Call[],
    /** Sales to members of clubs whose goods may come back. */
    clubGoods: pastSales.map(goodsOf),
    /** Payments that may be given back. */
    payments: [] as Call[],
    /** Sales that are sent after their returns. */
    upcoming: [] as Call[],
    /** Members to add to the segment, and to remove from it. */
    joining: [...laterRegulars],
    leaving: [...firstRegulars],
    /** What the programme's tiers count, and how often they were edited. */
    tiers: { counts: tierCounts[0] as TierCount, edits: 0 },
    /** Names of additional currencies in which members can get points. */
    currencies: [] as string[],
    nextNumber: () => numbers++,
    /** An amount of points that no other adjustment of the round has. */
    nextAmount(random: Random, sign: 1 | -1, wholeMax: number): string {
      amounts += 1;
      const whole = random.int(1, wholeMax) + wholeMax * Math.floor(amounts / fractions);
      return `${sign < 0 ? "-" : ""}${whole}.${String((amounts % fractions) + 1).padStart(4, "0")}`;
    },
  };
}

/** Keeps a bounded number of calls, by default of sales to repeat. */
export function remember({ sent }: LoadState, random: Random, call: Call, kept = sent, keptMax = sentMax): Call {
  if (kept.length < keptMax) kept.push(call);
  else kept[random.int(0, keptMax - 1)] = call;
  return call;
}
