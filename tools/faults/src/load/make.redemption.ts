import { exampleOf, redemption } from "@rewards/domain";
import type { Random } from "../random.ts";
import { shopMembers, shopRewards } from "../servers/shop.ts";
import { type Call, createCall } from "./call.ts";
import { pickLateMember } from "./make.sale.ts";
import type { LoadState } from "./state.ts";

const collidingCodes = 40;

/** Different spellings of one voucher code, which only one item can have. */
export function spellCode(random: Random, n: number): string {
  return random.pick([`ol-${n}-x`, `OL${n}X`, `01 ${n} x`, `0I${n}-X`]);
}

export interface RedemptionWish {
  readonly key?: string;
  readonly member?: string;
  readonly reward?: string;
  readonly quantity?: number;
  readonly voucherCode?: string;
}

/** A redemption. One in four has no ExternalID, so it is not repeatable. */
export function makeRedemption(random: Random, state: LoadState, wish: RedemptionWish = {}): Call {
  const key = wish.key ?? `redemption-${state.nextNumber()}`;
  const isKeyed = wish.key !== undefined || !random.happens(25);
  const code = random.happens(25) ? spellCode(random, random.int(0, collidingCodes - 1)) : "";
  const line = {
    Quantity: String(wish.quantity ?? random.int(1, 2)),
    RewardExternalID: wish.reward ?? random.pick(Object.values(shopRewards).filter((one) => one.key !== "SCARCE")).key,
    VoucherCode: wish.voucherCode ?? code,
  };
  const content = {
    ...exampleOf(redemption, isKeyed ? key : ""),
    // Identifies a redemption without an ExternalID in the check.
    Origin: key,
    MemberExternalID: wish.member ?? pickMember(random),
    RedemptionItems: [line],
  };
  return createCall("redemption", key, content, isKeyed);
}

function pickMember(random: Random): string {
  if (random.happens(5)) return pickLateMember(random);
  return random.pick(random.happens(60) ? shopMembers.rich : shopMembers.poor).key;
}
