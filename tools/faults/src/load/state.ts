import type { Random } from "../random.ts";
import { type PastSale, pastSales } from "../servers/shop.ts";
import { type Call, type CallKind, createCall } from "./call.ts";

/** State that a round's callers share, and settings of their calls. */
export interface LoadState {
  /** Percent of sales that belong to one member. */
  hotPercent: number;
  /** Kinds that the callers skip for now, when a race must be the only one to use them. */
  readonly leftOut: Set<CallKind>;
  /** Public IDs of the vouchers that exist from the start. */
  readonly vouchers: readonly string[];
  /** Sent sales that may be repeated. */
  readonly sent: Call[];
  /** Sales whose goods may come back. */
  readonly goods: Call[];
  /** Sales to members of clubs whose goods may come back. */
  readonly clubGoods: Call[];
  /** Sales that are sent after their returns. */
  readonly upcoming: Call[];
  /** Names of additional currencies in which members can get points. */
  readonly currencies: string[];
  nextNumber(): number;
  /** An amount of points that no other adjustment of the round has. */
  nextAmount(random: Random, sign: 1 | -1, wholeMax: number): string;
}

const goodsOf = ({ key, member: MemberExternalID, lines: SaleItems }: PastSale) =>
  createCall("sale", key, { MemberExternalID, SaleItems });

const fractions = 9_999;
const sentMax = 500;

export function createLoadState(vouchers: readonly string[]): LoadState {
  let numbers = 0;
  let amounts = 0;
  return {
    hotPercent: 15,
    leftOut: new Set(),
    vouchers,
    sent: [],
    goods: [],
    clubGoods: pastSales.map(goodsOf),
    upcoming: [],
    currencies: [],
    nextNumber: () => numbers++,
    nextAmount(random, sign, wholeMax) {
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
