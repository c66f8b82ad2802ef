import { exampleOf, sale } from "@rewards/domain";
import type { Random } from "../random.ts";
import { shopMembers, shopProducts, shopStores, unknownProduct } from "../servers/shop.ts";
import { type Call, createCall } from "./call.ts";
import type { LoadState } from "./state.ts";

/** Members and stores that are registered during the round, and some that never are. */
const lateKeys = 12;
const lateMember = (n: number) => `LATE${n}`;
const lateStore = (n: number) => `LATESTORE${n}`;
const neverMember = "NEVER";

export const pickLateMember = (random: Random) => lateMember(random.int(0, lateKeys - 1));
export const pickLateStore = (random: Random) => lateStore(random.int(0, lateKeys - 1));

function pickMember(random: Random, hotPercent: number): string {
  if (random.happens(hotPercent)) return "HOT";
  const percent = random.int(1, 100);
  if (percent <= 12) return pickLateMember(random);
  if (percent <= 15) return neverMember;
  if (percent <= 25) return random.pick(shopMembers.poor).key;
  return random.pick(shopMembers.ordinary).key;
}

function pickStore(random: Random): string {
  return random.happens(6) ? pickLateStore(random) : random.pick(shopStores).key;
}

function makeLine(random: Random) {
  const sign = random.happens(15) ? -1 : 1;
  const code = random.happens(4) ? unknownProduct : random.pick(shopProducts).key;
  return { ProductCode: code, Quantity: sign * random.int(1, 3), TotalAmount: (sign * random.int(1, 20_000)) / 100 };
}

export interface SaleWish {
  readonly key?: string;
  readonly member?: string;
  readonly store?: string;
  /** In units of 1.00. If given, the sale has one line of a product that earns. */
  readonly total?: number;
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
  const { total } = wish;
  const lines =
    total === undefined
      ? (wish.lines ?? Array.from({ length: random.int(1, 3) }, () => makeLine(random)))
      : [{ ProductCode: shopProducts[0]?.key, Quantity: Math.sign(total), TotalAmount: total }];
  return createCall("sale", key, {
    ...exampleOf(sale, key),
    MemberExternalID: wish.member ?? pickMember(random, state.hotPercent),
    StoreCode: wish.store ?? pickStore(random),
    SaleItems: lines,
  });
}
