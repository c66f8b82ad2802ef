import { createHash } from "node:crypto";
import type { Terms } from "@rewards/lab/replay/world";

/** An old UUIDv7, the same in every run, so that initial records are known without a query. */
function fixedId(name: string): string {
  const hex = createHash("sha256").update(name).digest("hex");
  return `01900000-0000-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
}

const numbered = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

export interface ShopMember {
  readonly key: string;
  readonly id: string;
  /** The member's initial points. */
  readonly points: number;
}

const member = (key: string, points: number): ShopMember => ({ key, id: fixedId(`member/${key}`), points });

/** The cost of a redemption for a member who can pay once. */
export const onceCost = 60;
const richPoints = 1_000_000;

/** Members who buy and redeem, by their initial points. */
export const shopMembers = {
  hot: [member("HOT", 0)],
  ordinary: numbered(30, (n) => member(`M${n}`, 0)),
  rich: numbered(8, (n) => member(`RICH${n}`, richPoints)),
  poor: numbered(8, (n) => member(`POOR${n}`, 100)),
  /** Balance for one redemption each; only races use them. */
  once: numbered(4, (n) => member(`ONCE${n}`, onceCost)),
  /** Points enough for what they race for; only races use them. */
  pairs: numbered(8, (n) => member(`PAIR${n}`, richPoints)),
  /** Their points expire. */
  club: numbered(12, (n) => member(`C${n}`, 0)),
  /** Their points expire, and only sweeps take them. */
  idle: numbered(8, (n) => member(`IDLE${n}`, 0)),
} as const;
export const allShopMembers: readonly ShopMember[] = Object.values(shopMembers).flat();

/** The worker's task that sweeps expired points. */
export const sweepTask = "ledger_head.write";
/** Programmes whose points expire, so that the points of each can become due at another time of a round. */
export const shopClubs: readonly string[] = numbered(4, (n) => `CLUB${n}`);
export const clubMembers: readonly ShopMember[] = [...shopMembers.club, ...shopMembers.idle];
const clubs = new Map(clubMembers.map(({ key }, n) => [key, shopClubs[n % shopClubs.length] as string]));
/** The programme of a member of a club; undefined for the other members. */
export const clubOf = (memberKey: string): string | undefined => clubs.get(memberKey);
/** The file of each club. */
export const clubRules = { expiry: { months: 1, until: "day" }, returns: { windowDays: 7 } } as const;
/** No cutoff passes this mark: the sweep leaves a club out until a round releases it. */
export const heldMark = "2100-01-01";

export interface PastSale {
  readonly key: string;
  readonly id: string;
  readonly member: string;
  readonly daysAgo: number;
  readonly lines: readonly { readonly ProductCode: string; readonly Quantity: number; readonly TotalAmount: number }[];
}

/** The oldest first. The points of the first two have expired, and those of the last can be spent. */
const pastDays = [45, 44, 10];

/** What the members of clubs bought before the round. Each unit costs more than 1.00. */
export const pastSales: readonly PastSale[] = pastDays.flatMap((daysAgo) =>
  clubMembers.map(({ key: of }) => ({
    ...{ key: `past-${of}-${daysAgo}`, id: fixedId(`past/${of}/${daysAgo}`), member: of, daysAgo },
    lines: [
      { ProductCode: "P0", Quantity: 4, TotalAmount: 13.4 },
      { ProductCode: "P1", Quantity: 3, TotalAmount: 64.95 },
    ],
  })),
);

export interface ShopStore {
  readonly key: string;
  readonly id: string;
  readonly isParticipating: boolean;
}

const store = (key: string, isParticipating: boolean): ShopStore => ({
  key,
  id: fixedId(`store/${key}`),
  isParticipating,
});
export const shopStores: readonly ShopStore[] = [store("S0", true), store("S1", true), store("SX", false)];

export interface ShopProduct {
  readonly key: string;
  readonly id: string;
  readonly earns: boolean;
}

const product = (key: string, earns: boolean): ShopProduct => ({ key, id: fixedId(`product/${key}`), earns });
export const shopProducts: readonly ShopProduct[] = [
  ...numbered(4, (n) => product(`P${n}`, true)),
  product("PX", false),
];
/** A code that no product has. */
export const unknownProduct = "PU";

export interface ShopReward {
  readonly key: string;
  readonly id: string;
  readonly cost: number;
  /** Initial stock; undefined if it is not counted. */
  readonly stock?: number;
}

const reward = (key: string, cost: number, stock?: number): ShopReward => ({
  key,
  id: fixedId(`reward/${key}`),
  cost,
  ...(stock !== undefined && { stock }),
});
export const shopRewards = {
  free: reward("FREE", 0),
  digital: reward("DIGITAL", onceCost),
  mug: reward("MUG", 10, 40),
  /** Only races use it. */
  scarce: reward("SCARCE", 10, 5),
} as const;

/** The rules of the programme, as the replay of points knows them: 1 point for 1.00, rounded toward zero. */
export const shopZone = "UTC";
export const shopTerms: Terms = {
  rules: { rate: 10_000, rounding: "toward-zero", fractionDigits: 0 },
  ...{ windowDays: 0, expiry: [null, null] },
};

export const clubTerms: Terms = {
  ...{ rules: shopTerms.rules, windowDays: clubRules.returns.windowDays, expiry: [clubRules.expiry] },
};

/** Number of vouchers that are open from the start. */
export const shopVouchers = 60;
export const currencyName = "Points";
