import type { Random } from "../random.ts";
import type { Call, CallKind } from "./call.ts";

/** What the callers of a round share, and what steers what they send. */
export interface LoadState {
  /** How many of a hundred sales are of one member. */
  hotPercent: number;
  /** Kinds that the callers leave out for now, where a race needs its own to itself. */
  readonly leftOut: Set<CallKind>;
  /** Public IDs of the vouchers that stand from the start. */
  readonly vouchers: readonly string[];
  /** Sales sent so far that may be sent again. */
  readonly sent: Call[];
  /** Names of further currencies that members can be given points in. */
  readonly currencies: string[];
  nextNumber(): number;
  /** An amount of points that no other adjustment of the round has. */
  nextAmount(random: Random, sign: 1 | -1, wholeMax: number): string;
}

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
    currencies: [],
    nextNumber: () => numbers++,
    nextAmount(random, sign, wholeMax) {
      amounts += 1;
      const whole = random.int(1, wholeMax) + wholeMax * Math.floor(amounts / fractions);
      return `${sign < 0 ? "-" : ""}${whole}.${String((amounts % fractions) + 1).padStart(4, "0")}`;
    },
  };
}

/** Keeps a bounded number of sales to be sent again. */
export function remember(state: LoadState, random: Random, call: Call): void {
  if (state.sent.length < sentMax) state.sent.push(call);
  else state.sent[random.int(0, sentMax - 1)] = call;
}
