import { formatId, product, store } from "@rewards/domain";
import type { Random } from "../random.ts";
import { currencyName, shopMembers, shopProducts, shopRewards, shopStores } from "../servers/shop.ts";
import {
  actionCall,
  addStockCall,
  adjustCall,
  type Call,
  editCall,
  makeMember,
  makeSegment,
  makeStore,
  withKey,
} from "./call.ts";
import { makeClubCall } from "./make.club.ts";
import { giveBack, pay } from "./make.payment.ts";
import { makeRedemption } from "./make.redemption.ts";
import { makeGoods, makeReturn, makeSale, pickLateMember, pickLateStore } from "./make.sale.ts";
import { type LoadState, remember } from "./state.ts";

type Make = (random: Random, state: LoadState) => Call;

const newSale: Make = (random, state) => remember(state, random, makeSale(random, state));

/** Of a sale that was sent before, if there is one. */
const again =
  (make: (sent: Call, random: Random, state: LoadState) => Call): Make =>
  (random, state) =>
    state.sent.length > 0 ? make(random.pick(state.sent), random, state) : newSale(random, state);

const adjust: Make = (random, state) => {
  const of = random.pick([...shopMembers.hot, ...shopMembers.ordinary, ...shopMembers.rich, ...shopMembers.poor]);
  const amount = state.nextAmount(random, random.happens(40) ? -1 : 1, 50);
  return adjustCall(of.id, amount, random.pick([currencyName, ...state.currencies]));
};

const onVoucher =
  (kind: "lock" | "use" | "cancel"): Make =>
  (random, { vouchers }) => {
    const id = random.pick(vouchers);
    return actionCall(kind, id, id);
  };

const editStore: Make = (random, state) =>
  editCall(formatId(store.idPrefix, random.pick(shopStores).id), `edit ${state.nextNumber()}`);
const editProduct: Make = (random, state) =>
  editCall(formatId(product.idPrefix, random.pick(shopProducts).id), `edit ${state.nextNumber()}`);
const addStock: Make = (random) => addStockCall(shopRewards.mug.id, random.int(1, 9));

const actions: readonly Make[] = [
  ...[adjust, adjust, pay, pay, giveBack, giveBack, addStock, editStore, editProduct],
  ...[onVoucher("lock"), onVoucher("use"), onVoucher("cancel")],
];

/** Any action, with an Idempotency-Key. */
export const makeAction: Make = (random, state) =>
  withKey(random.pick(actions)(random, state), `key-${state.nextNumber()}`);

/** The weight of each kind of call, and how to make it. */
const kinds: readonly (readonly [weight: number, make: Make])[] = [
  [54, newSale],
  [8, again((sent) => sent)],
  // A used key with different content.
  [3, again(({ key }, random, state) => makeSale(random, state, { key }))],
  [4, (random, state) => state.upcoming.shift() ?? makeGoods(random, state)],
  [8, (random, state) => remember(state, random, makeReturn(random, state))],
  [8, (random, state) => makeClubCall(random, state)],
  [10, (random, state) => makeRedemption(random, state)],
  [6, adjust],
  [4, pay],
  [4, giveBack],
  [1, addStock],
  [3, onVoucher("lock")],
  [3, onVoucher("use")],
  [2, onVoucher("cancel")],
  [5, (random) => makeMember(pickLateMember(random))],
  [2, (random) => makeStore(pickLateStore(random))],
  [3, editStore],
  [2, (_random, state) => makeSegment(`segment-${state.nextNumber()}`)],
];
/** Each way of making a call as often as it weighs. */
const makes = kinds.flatMap(([weight, make]) => Array.from({ length: weight }, () => make));

/** Percent of calls that bring an Idempotency-Key: few of those whose content has a key. */
const keyedPercent: Partial<Record<Call["kind"], number>> = { sale: 5, redemption: 10 };
const keyedPercentElse = 60;

/** Draws a caller's next call. */
export function nextCall(random: Random, state: LoadState): Call {
  const call = random.pick(makes)(random, state);
  if (state.leftOut.has(call.kind)) return newSale(random, state);
  const percent = keyedPercent[call.kind] ?? keyedPercentElse;
  const isKeyed = call.idempotencyKey === undefined && random.happens(percent);
  return isKeyed ? withKey(call, `key-${state.nextNumber()}`) : call;
}
