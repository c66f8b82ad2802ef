import type { Random } from "../random.ts";
import { clubOf, type ShopMember, shopMembers, shopRewards } from "../servers/shop.ts";
import { adjustCall, type Call } from "./call.ts";
import { makePayment } from "./make.payment.ts";
import { makeRedemption } from "./make.redemption.ts";
import { backLines, makeGoods, makeSale } from "./make.sale.ts";
import type { LoadState } from "./state.ts";

const store = "S0";
const wholeMax = 20;

type Make = (random: Random, state: LoadState, owner: ShopMember) => Call;

const buy: Make = (random, state, { key }) =>
  makeGoods(random, state, { member: key, store }, { goods: state.clubGoods });

/** Of goods whose points have expired, are pending or can be spent; at times with the card of another member. */
const bringBack: Make = (random, state, owner) => {
  const own = state.clubGoods.filter(({ content }) => content["MemberExternalID"] === owner.key);
  const lines = backLines(random, random.pick(own));
  if (lines.length === 0) return buy(random, state, owner);
  if (random.happens(30)) lines.push(...backLines(random, random.pick(own)));
  const by = random.happens(85) ? owner : random.pick(shopMembers.club);
  return makeSale(random, state, { key: `return-${state.nextNumber()}`, member: by.key, store, lines });
};

const redeem: Make = (random, state, { key: member }) => {
  const reward = random.pick([shopRewards.mug, shopRewards.digital]).key;
  return makeRedemption(random, state, { member, reward, quantity: 1, voucherCode: "" });
};

const adjust: Make = (random, state, { id }) =>
  adjustCall(id, state.nextAmount(random, random.happens(70) ? -1 : 1, wholeMax));

const pay: Make = (random, state, { id }) => makePayment(random, state, id);

const makes: readonly Make[] = [buy, bringBack, bringBack, redeem, redeem, adjust, pay];

/** What a member of a club may do, whose points expire. */
export function makeClubCall(random: Random, state: LoadState, club?: string): Call {
  const owners = shopMembers.club.filter(({ key }) => club === undefined || clubOf(key) === club);
  return random.pick(makes)(random, state, random.pick(owners));
}
