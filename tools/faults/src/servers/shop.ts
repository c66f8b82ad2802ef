import { createHash } from "node:crypto";
import type { Terms } from "@rewards/lab/replay/world";
import { times } from "../list.ts";

/** An old UUIDv7, the same in every run, so that initial records are known without a query. */
export function fixedId(name: string): string {
  const hex = createHash("sha256").update(name).digest("hex");
  return `01900000-0000-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
}

/** An initial record. */
const keyed = <More>(kind: string, key: string, more: More) => ({ key, id: fixedId(`${kind}/${key}`), ...more });

export interface ShopMember {
  readonly key: string;
  readonly id: string;
  /** The member's initial points. */
  readonly points: number;
}

const member = (key: string, points: number): ShopMember => keyed("member", key, { points });

/** The cost of a redemption for a member who can pay once. */
export const onceCost = 60;
const richPoints = 1_000_000;
const twinPoints = 500;

/** Members who buy and redeem, by their initial points. */
export const shopMembers = {
  hot: [member("HOT", 0)],
  ordinary: times(30, (n) => member(`M${n}`, 0)),
  rich: times(8, (n) => member(`RICH${n}`, richPoints)),
  poor: times(8, (n) => member(`POOR${n}`, 100)),
  /** Balance for one redemption each; only races use them. */
  once: times(4, (n) => member(`ONCE${n}`, onceCost)),
  /** Points enough for what they race for; only races use them. */
  pairs: times(8, (n) => member(`PAIR${n}`, richPoints)),
  /** Balance for one redemption, which a return holds. */
  held: [member("HELD", onceCost)],
  /** Their points expire. */
  club: times(12, (n) => member(`C${n}`, 0)),
  /** Their points expire, and only sweeps take them. */
  idle: times(8, (n) => member(`IDLE${n}`, 0)),
  /** Each with the next one may be the same person. Members of clubs; only merges use them. */
  twins: times(8, (n) => member(`TWIN${n}`, twinPoints)),
} as const;
export const allShopMembers: readonly ShopMember[] = Object.values(shopMembers).flat();

/** The worker's task that sweeps expired points. */
export const sweepTask = "ledger_head.write";
/** Programmes whose points expire, so that the points of each can become due at another time of a round. */
export const shopClubs: readonly string[] = times(4, (n) => `CLUB${n}`);
export const clubMembers: readonly ShopMember[] = [...shopMembers.club, ...shopMembers.idle];

/** Two members who may be merged, and the numbers of cards that both want. */
export interface Pair {
  readonly key: string;
  readonly twins: readonly ShopMember[];
  readonly cards: readonly string[];
}

const cardsOfPair = 4;
export const shopPairs: readonly Pair[] = times(shopMembers.twins.length / 2, (n) => ({
  key: `PAIR-OF-TWINS${n}`,
  twins: shopMembers.twins.slice(2 * n, 2 * n + 2),
  cards: times(cardsOfPair, (card) => `CARD${n}-${card}`),
}));

const clubAt = (n: number) => shopClubs[n % shopClubs.length] as string;
const clubs = new Map([
  ...clubMembers.map(({ key }, n) => [key, clubAt(n)] as const),
  ...shopPairs.flatMap(({ key, twins, cards }, n) =>
    [key, ...twins.map((one) => one.key), ...cards].map((name) => [name, clubAt(n)] as const),
  ),
]);
/** The programme of a member of a club, by any key; undefined for the other members. */
export const clubOf = (memberKey: string): string | undefined => clubs.get(memberKey);
/** The file of each club. */
export const clubRules = { expiry: { months: 1, until: "day" }, returns: { windowDays: 7 } } as const;
/** No cutoff passes this mark: the sweep leaves a club out until a round releases it. */
export const heldMark = "2100-01-01";

/** The oldest first. The points of the first two have expired, and those of the last can be spent. */
const pastDays = [45, 44, 10];

/** What the members of clubs bought before the round. Each unit costs more than 1.00. */
export const pastSales = pastDays.flatMap((daysAgo) =>
  clubMembers.map(({ key: of }) => ({
    ...{ key: `past-${of}-${daysAgo}`, id: fixedId(`past/${of}/${daysAgo}`), member: of, daysAgo },
    lines: [
      { ProductCode: "P0", Quantity: 4, TotalAmount: 13.4 },
      { ProductCode: "P1", Quantity: 3, TotalAmount: 64.95 },
    ],
  })),
);

/** It does not participate. */
export const closedStore = "SX";
export const shopStores = [
  keyed("store", "S0", { isParticipating: true }),
  keyed("store", "S1", { isParticipating: true }),
  keyed("store", closedStore, { isParticipating: false }),
];
export const shopProducts = [
  ...times(4, (n) => keyed("product", `P${n}`, { earns: true })),
  keyed("product", "PX", { earns: false }),
];
/** It earns later in a round, and its sales are repriced then. */
export const lateProduct = keyed("product", "PLATE", { earns: false });
/** A code that no product has. */
export const unknownProduct = "PU";

/** `stock` is the initial stock; undefined if it is not counted. */
const reward = (key: string, cost: number, stock?: number) => keyed("reward", key, { cost, stock });
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
  ...{ ...shopTerms, windowDays: clubRules.returns.windowDays, expiry: [clubRules.expiry] },
};

/** Number of vouchers that are open from the start. */
export const shopVouchers = 60;
export const currencyName = "Points";
