import { exampleOf, sale } from "@rewards/domain";
import { times } from "../list.ts";
import type { Random } from "../random.ts";
import { closedStore, clubOf, shopMembers, shopProducts, shopStores, unknownProduct } from "../servers/shop.ts";
import { type Call, createCall } from "./call.ts";
import { type LoadState, remember } from "./state.ts";

/** Members and stores that are registered during the round, and some that never are. */
const lateKeys = 12;
const neverMember = "NEVER";
const centsMin = 200;
const centsMax = 900;
const unitsMax = 4;
const goodsMax = 300;
const oldSaleAt = "2026-05-04T09:30:00.000Z";

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

/** Lines that meet on the receipt: some sales have a void of their first line, or a discount. */
function makeReceipt(random: Random): SaleLine[] {
  const lines: SaleLine[] = times(random.int(1, 3), () => makeLine(random));
  const [first] = lines;
  if (first && first.Quantity > 0 && random.happens(10)) lines.push(backOf(first, random.int(1, first.Quantity)));
  const code = random.happens(50) ? "DISCOUNT" : random.pick(shopProducts).key;
  if (random.happens(10)) lines.push({ ProductCode: code, Quantity: 0, TotalAmount: -random.int(1, 2_000) / 100 });
  return lines;
}

export interface SaleWish {
  readonly key?: string;
  readonly member?: string;
  readonly store?: string;
  readonly lines?: readonly SaleLine[];
  readonly soldAt?: string;
}

export interface SaleLine {
  readonly ProductCode: string;
  readonly Quantity: number;
  readonly TotalAmount: number;
  readonly OriginalSaleExternalID?: string;
  readonly OriginalLine?: number;
}

const aheadMs = 3_600_000;

/** Most sales are made now. Some are older than the shop, and the clocks of some tills are ahead. */
function pickSoldAt(random: Random): string {
  const percent = random.int(1, 100);
  if (percent <= 5) return oldSaleAt;
  return new Date(Date.now() + (percent <= 10 ? aheadMs : 0)).toISOString();
}

/** A sale as a point of sale would send it; random where the wish leaves it open. */
export function makeSale(random: Random, state: LoadState, wish: SaleWish = {}): Call {
  const key = wish.key ?? `sale-${state.nextNumber()}`;
  const SaleItems = wish.lines ?? makeReceipt(random);
  return createCall("sale", key, {
    ...exampleOf(sale, key),
    SaleDateTime: wish.soldAt ?? pickSoldAt(random),
    MemberExternalID: wish.member ?? pickMember(random, state.hotPercent),
    StoreCode: wish.store ?? pickStore(random),
    SaleItems,
  });
}

/**
 * A sale whose goods may come back. Each product is on one line, and each unit costs more than 1.00: so every return of
 * a product that earns takes points, and the order of the entries is that of the returns.
 */
export function makeGoods(
  random: Random,
  state: LoadState,
  wish: SaleWish = {},
  { units = unitsMax, goods = state.goods }: { readonly units?: number; readonly goods?: Call[] } = {},
): Call {
  const products = random.shuffle(shopProducts).slice(0, random.int(1, 3));
  const lines = products.map(({ key: ProductCode }) => {
    const Quantity = random.int(1, units);
    return { ProductCode, Quantity, TotalAmount: (Quantity * random.int(centsMin, centsMax)) / 100 };
  });
  const call = makeSale(random, state, { key: `goods-${state.nextNumber()}`, ...wish, lines });
  return remember(state, random, call, goods, goodsMax);
}

const linesOf = ({ content }: Call) => content["SaleItems"] as readonly SaleLine[];

/** The refund of a unit is its price. */
function backOf({ ProductCode, Quantity, TotalAmount }: SaleLine, units: number): SaleLine {
  const cents = Math.round((TotalAmount * 100) / Quantity);
  return { ProductCode, Quantity: -units, TotalAmount: (-units * cents) / 100 };
}

/** Sales whose price was lowered. */
const lowered = new WeakSet<Call>();
/** Of sales that may have earned nothing, or whose points expire: the units of each line that did not come back yet. */
const unitsLeft = new WeakMap<Call, number[]>();

/**
 * Some of the goods of a sale, sometimes more than it sold, and sometimes a lower price of a product, once a sale. No
 * more than was sold comes back of a sale whose returns may take nothing: they have no entry that tells their order.
 * @returns none if nothing is left of such a sale.
 */
export function backLines(random: Random, goods: Call): SaleLine[] {
  const sold = linesOf(goods);
  const isBounded = goods.content["StoreCode"] === closedStore || clubOf(memberOf(goods)) !== undefined;
  const left = unitsLeft.get(goods) ?? sold.map(({ Quantity }) => Quantity);
  unitsLeft.set(goods, left);
  const named = { OriginalSaleExternalID: goods.key };
  const back = random
    .shuffle([...sold.keys()])
    .slice(0, random.int(1, 2))
    .flatMap((index): SaleLine[] => {
      const line = sold[index] as SaleLine;
      const most = isBounded ? (left[index] as number) : line.Quantity + (random.happens(10) ? 2 : 0);
      if (most === 0) return [];
      const units = random.int(1, most);
      left[index] = (left[index] as number) - units;
      return [{ ...backOf(line, units), ...named, ...(random.happens(20) && { OriginalLine: index + 1 }) }];
    });
  const [first] = back;
  if (!first || lowered.has(goods) || !random.happens(10)) return back;
  lowered.add(goods);
  return [...back, { ProductCode: first.ProductCode, Quantity: 0, TotalAmount: -1, ...named }];
}

const memberOf = ({ content }: Call) => String(content["MemberExternalID"]);

/**
 * A return of goods: at times before their sale, which is sent later, or with another member's card, with goods of
 * another sale, or with a line that names no sale.
 */
export function makeReturn(random: Random, state: LoadState): Call {
  const isEarly = state.goods.length === 0 || random.happens(20);
  const goods = isEarly ? makeGoods(random, state) : random.pick(state.goods);
  if (isEarly) state.upcoming.push(goods);
  const lines = backLines(random, goods);
  if (lines.length === 0) return makeGoods(random, state);
  if (random.happens(5)) lines.push(...backLines(random, random.pick(state.goods)));
  if (random.happens(5)) lines.push({ ProductCode: shopProducts[0]?.key ?? "", Quantity: -1, TotalAmount: -5 });
  const owner = memberOf(goods);
  const wish = { key: `return-${state.nextNumber()}`, lines, ...(random.happens(85) && { member: owner }) };
  return makeSale(random, state, wish);
}
