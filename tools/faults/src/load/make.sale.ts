import { exampleOf, sale } from "@rewards/domain";
import { times } from "../list.ts";
import type { Random } from "../random.ts";
import { shopMembers, shopProducts, shopStores, unknownProduct } from "../servers/shop.ts";
import { type Call, createCall } from "./call.ts";
import type { LoadState } from "./state.ts";

/** Members and stores that are registered during the round, and some that never are. */
const lateKeys = 12;
const neverMember = "NEVER";

export const pickLateMember = (random: Random) => `LATE${random.int(0, lateKeys - 1)}`;
export const pickLateStore = (random: Random) => `LATESTORE${random.int(0, lateKeys - 1)}`;

function pickMember(random: Random, hotPercent: number): string {
  if (random.happens(hotPercent)) return "HOT";
  const percent = random.int(1, 100);
  if (percent <= 12) return pickLateMember(random);
  if (percent <= 15) return neverMember;
  if (percent <= 25) return random.pick(shopMembers.poor).key;
  return random.pick(shopMembers.ordinary).key;
}

const pickStore = (random: Random) => (random.happens(6) ? pickLateStore(random) : random.pick(shopStores).key);

function makeLine(random: Random) {
  const sign = random.happens(15) ? -1 : 1;
  const code = random.happens(4) ? unknownProduct : random.pick(shopProducts).key;
  return { ProductCode: code, Quantity: sign * random.int(1, 3), TotalAmount: (sign * random.int(1, 20_000)) / 100 };
}

export interface SaleWish {
  readonly key?: string;
  readonly member?: string;
  readonly store?: string;
  readonly lines?: readonly SaleLine[];
}

export interface SaleLine {
  readonly ProductCode: string;
  readonly Quantity: number;
  readonly TotalAmount: number;
  readonly OriginalSaleExternalID?: string;
}

/** A sale as a point of sale would send it; random where the wish leaves it open. */
export function makeSale(random: Random, state: LoadState, wish: SaleWish = {}): Call {
  const key = wish.key ?? `sale-${state.nextNumber()}`;
  const SaleItems = wish.lines ?? times(random.int(1, 3), () => makeLine(random));
  return createCall("sale", key, {
    ...exampleOf(sale, key),
    MemberExternalID: wish.member ?? pickMember(random, state.hotPercent),
    StoreCode: wish.store ?? pickStore(random),
    SaleItems,
  });
}
