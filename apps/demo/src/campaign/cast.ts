import type { DemoSale } from "../day/sales.ts";
import type { DemoProduct } from "../day/shop.ts";
import { openingStore } from "./programme.ts";

/** A receipt of a member, and its points, calculated by hand. */
interface Receipt {
  /** UTC, the time zone of the programme; absent if it is sold during the run. */
  readonly at?: string;
  readonly store: string;
  readonly channel?: string;
  /** Quantities by the names of products; negative if they come back. */
  readonly goods: Readonly<Record<string, number>>;
  /** The number of the member's receipt that the goods come back from, from 1. */
  readonly of?: number;
  /** Points by rule, in the order of their IDs; `base` is the rate's. */
  readonly points: Readonly<Record<string, number>>;
}

interface Buyer {
  readonly code: string;
  readonly name: string;
  /** Whether the member was born in the month of the run. */
  readonly hasBirthday?: true;
  /** In their order. */
  readonly receipts: readonly Receipt[];
}

/** Three members of the programme with campaigns. */
export const cast: readonly Buyer[] = [
  {
    code: "ADA",
    name: "Ada Brandt",
    hasBirthday: true,
    receipts: [
      {
        ...{ at: "2026-03-03T12:00", store: "BER1", goods: { "Cast-iron pan": 1, "Red wine": 2 } },
        points: { base: 65, CARD: 0, FIRST100: 65 },
      },
      {
        ...{ at: "2026-03-07T11:00", store: "HAM1", goods: { "Chef's knife": 1, Pretzel: 4 } },
        points: { base: 38, BAKERY2: 3, FIRST100: 35, WEEKEND: 38 },
      },
      {
        ...{ at: "2026-03-10T12:00", store: "BER1", goods: { "Cast-iron pan": -1 }, of: 1 },
        points: { base: -50, FIRST100: -47 },
      },
      {
        ...{ store: "BER1", goods: { "Olive oil": 1, Honey: 1 } },
        points: { base: 14, BIRTHDAY: 14 },
      },
    ],
  },
  {
    code: "BEN",
    name: "Ben Okafor",
    receipts: [
      {
        ...{ at: "2026-04-08T16:30", store: "BER1", goods: { "Mineral water": 6, Butter: 3 } },
        points: { base: 12, ALPGOLD: 9, CARD: 0, HAPPY: 5, SPRING: 6 },
      },
      {
        ...{ at: "2026-04-09T10:00", store: "VIE1", goods: { "Cast-iron pan": 1, "Pale ale": 5 } },
        points: { base: 59, BASKET: 30, CARD: 50, SPRING: 0 },
      },
      {
        ...{ at: "2026-04-10T10:00", store: "VIE1", goods: { "Pale ale": -2 }, of: 2 },
        points: { base: -4, CARD: -50 },
      },
    ],
  },
  {
    code: "CLARA",
    name: "Clara Lindqvist",
    receipts: [
      {
        ...{ at: "2026-05-04T09:30", store: openingStore, goods: { "Laundry powder": 1, Honey: 1 } },
        points: { base: 16, OPENING: 8 },
      },
      {
        ...{ at: "2026-05-09T10:00", store: openingStore, goods: { "Cast-iron pan": 1 } },
        points: { base: 49, OPENING: 24, WEEKEND: 49 },
      },
      {
        ...{ at: "2026-05-09T15:00", store: "MUC1", goods: { "Olive oil": 1, "Rye bread": 2 } },
        points: { base: 15, BAKERY2: 6, WEEKEND: 1 },
      },
      {
        ...{ at: "2026-05-20T20:00", store: "MUC1", channel: "ONLINE" },
        goods: { "Light bulb": 1, "Laundry powder": 1, "Kitchen roll": 1 },
        points: { base: 20, ONLINE10: 10, SILVER2: 20 },
      },
      {
        ...{ at: "2026-05-22T10:00", store: "MUC1", goods: { "Kitchen roll": -1 }, of: 4 },
        points: { base: -4, ONLINE10: -10, SILVER2: -4 },
      },
    ],
  },
];

export const memberKey = (prefix: string, { code }: Pick<Buyer, "code">) => `${prefix}-${code}`;

/** A receipt, and the sale that the till sends. */
export interface CastSale extends Pick<Receipt, "points"> {
  readonly key: string;
  /** `1 Cast-iron pan, 2 Red wine` */
  readonly bought: string;
  readonly sale: DemoSale;
}

/** @param soldAt the time of receipts that are sold during the run. */
export function salesOf(prefix: string, products: readonly DemoProduct[], one: Buyer, soldAt: string): CastSale[] {
  const member = memberKey(prefix, one);
  const lineOf = (name: string, Quantity: number, of: number | undefined) => {
    const product = products.find(({ content }) => content.Name === name);
    if (!product) throw new Error(`no product ${name}`);
    const back = of === undefined ? {} : { OriginalSaleExternalID: `${member}-${of}` };
    return { ProductCode: product.key, Quantity, TotalAmount: (Quantity * product.priceCents) / 100, ...back };
  };
  return one.receipts.map(({ at, store, channel = "TILL", goods, of, points }, index) => {
    const key = `${member}-${index + 1}`;
    const StoreCode = store === openingStore ? store : `${prefix}-${store}`;
    const sale = {
      ...({ Origin: "API", ExternalID: key, MemberExternalID: member } as const),
      SaleDateTime: at === undefined ? soldAt : `${at}:00.000Z`,
      ...{ SaleChannelCode: channel, PointOfSaleID: "1", StoreCode },
      SaleItems: Object.entries(goods).map(([name, quantity]) => lineOf(name, quantity, of)),
    };
    const bought = Object.entries(goods).map(([name, quantity]) => `${quantity} ${name}`);
    return { key, bought: bought.join(", "), points, sale };
  });
}
