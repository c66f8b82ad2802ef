import type { DemoMember } from "./members.ts";
import { happens, pickWeighted, type Random } from "./random.ts";
import type { DemoProduct, DemoStore } from "./shop.ts";

interface DemoLine {
  readonly ProductCode: string;
  readonly Quantity: number;
  readonly TotalAmount: number;
  readonly OriginalSaleExternalID?: string;
}

/** A sale as a till sends it. */
export interface DemoSale {
  readonly Origin: "API";
  readonly ExternalID: string;
  readonly SaleChannelCode: string;
  readonly PointOfSaleID: string;
  readonly SaleItems: readonly DemoLine[];
  readonly SaleDateTime: string;
  readonly MemberExternalID: string;
  readonly StoreCode: string;
}

export interface Shop {
  readonly prefix: string;
  readonly dayStartMs: number;
  readonly stores: readonly DemoStore[];
  readonly products: readonly DemoProduct[];
  readonly members: readonly DemoMember[];
}

const hourMs = 3_600_000;
const openingHour = 7;
/** How busy the hours are from 7 to 21: a peak at lunch, a higher one after work. */
const hourWeights = [2, 5, 6, 6, 8, 12, 11, 7, 6, 9, 14, 15, 9, 4] as const;
const basketWeights = [26, 24, 20, 14, 9, 7] as const;
const channels = [
  { code: "TILL", weight: 76 },
  { code: "SELF-CHECKOUT", weight: 17 },
  { code: "ONLINE", weight: 7 },
] as const;
const returnPercent = 2.5;
const exchangePercent = 0.8;
/** A return is of a sale of the last hours. */
const returnWindow = 400;

/** The sales of a day in the order of their time. */
export function makeSales(random: Random, count: number, shop: Shop): DemoSale[] {
  const times = makeTimes(random, count, shop.dayStartMs);
  const sales: DemoSale[] = [];
  const returned = new Set<string>();
  for (const [index, time] of times.entries()) {
    const head = { ExternalID: `${shop.prefix}-S${String(index + 1).padStart(6, "0")}`, SaleDateTime: time };
    const earlier = sales[index - random.number.int({ min: 1, max: returnWindow })];
    const isReturned = earlier === undefined || returned.has(earlier.ExternalID);
    const sale = makeSale(random, head, isReturned ? undefined : earlier, shop);
    for (const { OriginalSaleExternalID: key } of sale.SaleItems) if (key !== undefined) returned.add(key);
    sales.push(sale);
  }
  return sales;
}

function makeTimes(random: Random, count: number, dayStartMs: number): string[] {
  const hours = hourWeights.map((weight, index) => ({ hour: openingHour + index, weight }));
  const times = Array.from({ length: count }, () => {
    const { hour } = pickWeighted(random, hours);
    return dayStartMs + hour * hourMs + random.number.int({ min: 0, max: hourMs - 1 });
  });
  return times.sort((a, b) => a - b).map((ms) => new Date(ms).toISOString());
}

function makeSale(
  random: Random,
  head: Pick<DemoSale, "ExternalID" | "SaleDateTime">,
  earlier: DemoSale | undefined,
  shop: Shop,
): DemoSale {
  const returned = earlier?.SaleItems.find((line) => line.Quantity > 0);
  if (earlier && returned && happens(random, returnPercent)) {
    const bought = happens(random, (exchangePercent / returnPercent) * 100) ? makeBasket(random, shop.products) : [];
    return { ...earlier, ...head, SaleItems: [takeBack(returned, earlier.ExternalID), ...bought] };
  }
  const store = pickWeighted(random, shop.stores);
  const { code: channel } = pickWeighted(random, channels);
  return {
    Origin: "API",
    ...head,
    SaleChannelCode: channel,
    PointOfSaleID: `${store.key}-${random.number.int({ min: 1, max: store.tills })}`,
    SaleItems: makeBasket(random, shop.products),
    MemberExternalID: pickWeighted(random, shop.members).key,
    StoreCode: store.key,
  };
}

function makeBasket(random: Random, products: readonly DemoProduct[]): DemoLine[] {
  const { lines } = pickWeighted(
    random,
    basketWeights.map((weight, index) => ({ lines: index + 1, weight })),
  );
  return Array.from({ length: lines }, () => makeLine(random, pickWeighted(random, products)));
}

/** Weighed goods have a quantity in kilograms; every total is in whole cents. */
function makeLine(random: Random, product: DemoProduct): DemoLine {
  const grams = product.isByWeight ? random.number.int({ min: 150, max: 2_500 }) : 0;
  const pieces = random.number.int({ min: 1, max: 3 });
  const totalCents = product.isByWeight
    ? Math.round((grams * product.priceCents) / 1_000)
    : pieces * product.priceCents;
  return {
    ProductCode: product.key,
    Quantity: product.isByWeight ? grams / 1_000 : pieces,
    TotalAmount: totalCents / 100,
  };
}

function takeBack(line: DemoLine, OriginalSaleExternalID: string): DemoLine {
  return { ...line, Quantity: -line.Quantity, TotalAmount: -line.TotalAmount, OriginalSaleExternalID };
}
