import { exampleOf, formatId, member, segment, store } from "@rewards/domain";
import type { Random } from "../random.ts";
import { currencyName, shopMembers, shopRewards, shopStores } from "../servers/shop.ts";
import { actionCall, addStockCall, adjustCall, type Call, createCall, withKey } from "./call.ts";
import { makeClubCall } from "./make.club.ts";
import { makeRedemption } from "./make.redemption.ts";
import { makeGoods, makeReturn } from "./make.return.ts";
import { makeSale, pickLateMember, pickLateStore } from "./make.sale.ts";
import { type LoadState, remember } from "./state.ts";

type Make = (random: Random, state: LoadState) => Call;

/** The weight of each kind of call, and how to make it. */
const kinds: readonly { readonly weight: number; readonly make: Make }[] = [
  { weight: 54, make: sendNewSale },
  {
    weight: 8,
    make: (random, state) => (state.sent.length > 0 ? random.pick(state.sent) : sendNewSale(random, state)),
  },
  { weight: 3, make: sendOtherBody },
  { weight: 4, make: (random, state) => state.upcoming.shift() ?? makeGoods(random, state) },
  { weight: 8, make: sendReturn },
  { weight: 8, make: (random, state) => makeClubCall(random, state) },
  { weight: 10, make: makeRedemption },
  { weight: 6, make: adjustBalance },
  { weight: 1, make: (random) => addStockCall(shopRewards.mug.id, random.int(1, 9)) },
  { weight: 3, make: (random, state) => actOnVoucher("lock", random, state) },
  { weight: 3, make: (random, state) => actOnVoucher("use", random, state) },
  { weight: 5, make: (random) => makeMember(pickLateMember(random)) },
  { weight: 2, make: (random) => makeStore(pickLateStore(random)) },
  { weight: 3, make: editStore },
  { weight: 2, make: makeSegment },
];
const weights = kinds.reduce((sum, { weight }) => sum + weight, 0);

/** Draws a caller's next call. */
export function nextCall(random: Random, state: LoadState): Call {
  let left = random.int(1, weights);
  const kind = kinds.find(({ weight }) => {
    left -= weight;
    return left <= 0;
  });
  if (!kind) throw new Error("weights do not add up");
  const call = kind.make(random, state);
  if (state.leftOut.has(call.kind)) return sendNewSale(random, state);
  const percent = keyedPercent[call.kind] ?? keyedPercentElse;
  return call.idempotencyKey === undefined && random.happens(percent) ? withKey(call, nextKey(state)) : call;
}

/** Percent of calls that bring an Idempotency-Key: few of those whose content has a key. */
const keyedPercent: Partial<Record<Call["kind"], number>> = { sale: 5, redemption: 10 };
const keyedPercentElse = 60;

export const nextKey = (state: LoadState) => `key-${state.nextNumber()}`;

function sendNewSale(random: Random, state: LoadState): Call {
  const call = makeSale(random, state);
  remember(state, random, call);
  return call;
}

function sendReturn(random: Random, state: LoadState): Call {
  const call = makeReturn(random, state);
  remember(state, random, call);
  return call;
}

/** Repeats a used key with different content. */
function sendOtherBody(random: Random, state: LoadState): Call {
  if (state.sent.length === 0) return sendNewSale(random, state);
  return makeSale(random, state, { key: random.pick(state.sent).key });
}

function adjustBalance(random: Random, state: LoadState): Call {
  const of = random.pick([...shopMembers.hot, ...shopMembers.ordinary, ...shopMembers.rich, ...shopMembers.poor]);
  const amount = state.nextAmount(random, random.happens(40) ? -1 : 1, 50);
  const currency = random.pick([currencyName, ...state.currencies]);
  return adjustCall(of.id, amount, currency);
}

function actOnVoucher(kind: "lock" | "use", random: Random, state: LoadState): Call {
  const id = random.pick(state.vouchers);
  return actionCall(kind, id, id);
}

export const makeMember = (key: string): Call => createCall("member", key, exampleOf(member, key));
export const makeStore = (key: string): Call => createCall("store", key, exampleOf(store, key));

function editStore(random: Random, state: LoadState): Call {
  const { id, key } = random.pick(shopStores);
  return actionCall("edit", key, formatId(store.idPrefix, id), { Description: `edit ${state.nextNumber()}` });
}

export function makeSegment(_random: Random, state: LoadState): Call {
  const key = `segment-${state.nextNumber()}`;
  return createCall("segment", key, exampleOf(segment, key), false);
}
