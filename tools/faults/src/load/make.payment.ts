import type { Random } from "../random.ts";
import { shopMembers } from "../servers/shop.ts";
import { type Call, giveBackCall, payCall } from "./call.ts";
import { type LoadState, remember } from "./state.ts";

const pointsMax = 20;
const partMax = 9;
const repeatedPercent = 15;

/** A payment of a new Reference. Members have points for some of them. */
export function makePayment(random: Random, state: LoadState, memberId: string): Call {
  const call = payCall(memberId, `payment-${state.nextNumber()}`, state.nextAmount(random, 1, pointsMax));
  return remember(state, random, call, state.payments);
}

/** Of a Reference that is new, or at times was sent before. */
export function pay(random: Random, state: LoadState): Call {
  if (state.payments.length > 0 && random.happens(repeatedPercent)) return random.pick(state.payments);
  const { hot, ordinary, rich, poor } = shopMembers;
  return makePayment(random, state, random.pick([...hot, ...ordinary, ...rich, ...poor]).id);
}

/** Of a part of a payment that was sent before: it may be more than is left. */
export function giveBack(random: Random, state: LoadState): Call {
  if (state.payments.length === 0) return pay(random, state);
  return giveBackCall(random.pick(state.payments), state.nextAmount(random, 1, partMax));
}
