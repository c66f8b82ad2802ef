import type { CampaignSale, Cards } from "./campaign.ts";
import type { Rules } from "./goods.ts";
import {
  award,
  balanceOf,
  deduct,
  expire,
  giveBack,
  type Holding,
  type Lot,
  leftOf,
  openHolding,
  type Spendable,
  spendableOf,
} from "./lot.ts";
import { type Expiry, openTerm, type Term } from "./term.ts";
import type { Ladder, TierCount } from "./tier.ts";

/** A programme as the replay knows it. Sales earn, and redemptions cost, the first currency. */
export interface Terms {
  readonly rules: Rules;
  /** Points of sales can be spent after this many days. */
  readonly windowDays: number;
  /** By currency. */
  readonly expiry: readonly Expiry[];
  /** What counts for tiers; absent if the programme has none. */
  readonly tiers?: TierCount;
}

/** An entry that the ledger must have. */
export interface Expected {
  readonly member: string;
  readonly currency: number;
  readonly type: "Sale" | "Return" | "Adjustment" | "Redemption" | "Payment" | "Expiry" | "Cancellation";
  /** Ten-thousandths of a point, signed. */
  readonly points: number;
  readonly source: string;
}

/** What the entries of a step are, and whether the service refused it. */
export interface Step {
  readonly entries: readonly Expected[];
  readonly isRefused: boolean;
  /** The tier before a sale; absent if it has none. */
  readonly tier?: string | null;
}

export interface Held extends Spendable {
  readonly balance: number;
  /** What is left to spend of each lot, by its source. */
  readonly left: ReadonlyMap<string, number>;
}

export interface Noted extends CampaignSale {
  readonly member: string;
  /** Undefined if the sale earned nothing. */
  readonly lot: Lot | undefined;
  /** Its local date. */
  readonly date: string;
  /** What its repricing gave. */
  repriced?: Lot;
  /** A return found its points expired. */
  isLapsed: boolean;
}

/** Everything that the replay remembers. Each step changes it; times never run back. */
export interface World {
  terms: Terms;
  readonly currencies: readonly Term[];
  /** By currency and member. */
  readonly holdings: Map<string, Holding>;
  readonly sales: Map<string, Noted>;
  readonly cards: Cards;
  readonly ladder: Ladder;
  /** Returns that wait for a sale that they name. */
  readonly waiting: Map<string, Waiting>;
  /** Redemptions and payments that were not cancelled, with what they took of the first currency. */
  readonly redeemed: Map<string, { readonly member: string; readonly cost: number }>;
}

interface Waiting {
  readonly member: string;
  /** Of the first currency. */
  readonly held: number;
  /** Those of the time when it was made. */
  readonly rules: Rules;
}

const dayMs = 86_400_000;

export const openWorld = (zone: string, terms: Terms): World => ({
  terms,
  currencies: terms.expiry.map((expiry) => openTerm(expiry, zone)),
  holdings: new Map(),
  sales: new Map(),
  cards: new Map(),
  ladder: new Map(),
  waiting: new Map(),
  redeemed: new Map(),
});

const keyOf = (member: string, currency: number) => `${currency} ${member}`;

export function holdingOf({ holdings }: World, member: string, currency: number): Holding {
  const key = keyOf(member, currency);
  const holding = holdings.get(key) ?? openHolding();
  holdings.set(key, holding);
  return holding;
}

/** Notes the time of an entry. */
export function touch(world: World, atMs: number, member: string, currency: number): Holding {
  const holding = holdingOf(world, member, currency);
  holding.lastAtMs = atMs;
  holding.promisedMs = world.currencies[currency]?.promise(atMs) ?? atMs;
  return holding;
}

/** What returns hold: it cannot be spent. */
const pointsHeld = ({ waiting }: World, member: string, currency: number) =>
  [...waiting.values()].reduce((sum, one) => sum + (currency === 0 && one.member === member ? one.held : 0), 0);

export const expiredOf = (world: World, atMs: number, member: string, currency: number) =>
  world.currencies[currency]?.expired(holdingOf(world, member, currency), atMs) ?? [];

/** Ends what has expired. The entry names the last of these awards. */
export function expireDue(world: World, atMs: number, member: string, currency: number): Expected[] {
  const over = expiredOf(world, atMs, member, currency);
  const points = -expire(over);
  if (points === 0) return [];
  for (const lot of over) lot.isGone = true;
  touch(world, atMs, member, currency);
  return [{ member, currency, type: "Expiry", points, source: over.at(-1)?.source ?? "" }];
}

/** Posts an entry that is no return: an award makes a lot, and a deduction uses lots. */
export function enter(world: World, atMs: number, { member, currency, type, points, source }: Expected): void {
  const holding = touch(world, atMs, member, currency);
  if (points < 0) deduct(holding, -points);
  else award(holding, { source, isOfSale: type === "Sale", atMs, points, promisedMs: holding.promisedMs });
}

export function edit(world: World, atMs: number, next: Terms): void {
  for (const [currency, expiry] of next.expiry.entries()) {
    if (JSON.stringify(expiry) === JSON.stringify(world.terms.expiry[currency])) continue;
    const own = [...world.holdings].flatMap(([key, holding]) => (key.startsWith(`${currency} `) ? [holding] : []));
    const term = world.currencies[currency];
    // What had expired with nothing left has nothing that an edit could give more time.
    for (const holding of own) for (const lot of term?.expired(holding, atMs) ?? []) lot.isGone ||= leftOf(lot) === 0;
    term?.edit(atMs, expiry, own);
  }
  world.terms = next;
}

export interface Adjustment {
  readonly id: string;
  readonly member: string;
  readonly currency: number;
  /** Signed. */
  readonly points: number;
}

/** A deduction that is refused leaves nothing behind, not even what it would have expired. */
export function adjust(world: World, atMs: number, { id, member, currency, points }: Adjustment): Step {
  const entry = { member, currency, type: "Adjustment", points, source: id } as const;
  if (points < 0) {
    const over = expiredOf(world, atMs, member, currency).reduce((sum, lot) => sum + leftOf(lot), 0);
    const left = balanceOf(holdingOf(world, member, currency)) - over + points;
    if (left < pointsHeld(world, member, currency)) return { entries: [], isRefused: true };
  }
  const expired = points < 0 ? expireDue(world, atMs, member, currency) : [];
  enter(world, atMs, entry);
  return { entries: [...expired, entry], isRefused: false };
}

interface Spending {
  readonly id: string;
  readonly member: string;
  readonly cost: number;
}

export function redeem(world: World, atMs: number, by: Spending): Step {
  const entries = expireDue(world, atMs, by.member, 0);
  if (by.cost > held(world, atMs, by.member, 0).spendable) return { entries, isRefused: true };
  return { entries: [...entries, spend(world, atMs, by, "Redemption")], isRefused: false };
}

/** A payment that is refused leaves nothing behind, not even what it would have expired. */
export function pay(world: World, atMs: number, by: Spending): Step {
  if (by.cost > held(world, atMs, by.member, 0).spendable) return { entries: [], isRefused: true };
  const entries = expireDue(world, atMs, by.member, 0);
  return { entries: [...entries, spend(world, atMs, by, "Payment")], isRefused: false };
}

function spend(world: World, atMs: number, { id, member, cost }: Spending, type: "Redemption" | "Payment"): Expected {
  const entry = { member, currency: 0, type, points: -cost, source: id } as const;
  enter(world, atMs, entry);
  world.redeemed.set(id, { member, cost });
  return entry;
}

interface Cancelled {
  readonly id: string;
  readonly redemption: string;
  /** Of the item, or a part of a payment; absent if all that is left comes back. */
  readonly cost?: number;
}

/** Gives points of a redemption or payment back, each once. What has expired meanwhile, or ended before, expires at once. */
export function cancel(world: World, atMs: number, { id, redemption, cost: part }: Cancelled): Step {
  const spent = world.redeemed.get(redemption);
  const cost = part ?? spent?.cost ?? 0;
  if (!spent || cost > spent.cost) return { entries: [], isRefused: true };
  if (cost === spent.cost) world.redeemed.delete(redemption);
  else world.redeemed.set(redemption, { ...spent, cost: spent.cost - cost });
  const { member } = spent;
  const over = new Set(expiredOf(world, atMs, member, 0));
  const holding = touch(world, atMs, member, 0);
  giveBack(holding, cost);
  const ended = holding.lots.filter((lot) => lot.isGone || over.has(lot));
  const points = -expire(ended);
  if (points !== 0) for (const lot of ended) lot.isGone = true;
  const entry = { member, currency: 0, type: "Cancellation", points: cost, source: id } as const;
  const expiry = { member, currency: 0, type: "Expiry", points, source: id } as const;
  return { entries: points === 0 ? [entry] : [entry, expiry], isRefused: false };
}

export function sweep(world: World, atMs: number): Step {
  const keys = [...world.holdings.keys()].map((key) => key.split(" ") as [string, string]);
  const entries = keys.flatMap(([currency, member]) => expireDue(world, atMs, member, Number(currency)));
  return { entries, isRefused: false };
}

export function held(world: World, nowMs: number, member: string, currency: number): Held {
  const holding = holdingOf(world, member, currency);
  const over = new Set(expiredOf(world, nowMs, member, currency));
  const fromMs = nowMs - world.terms.windowDays * dayMs;
  const isPending = (lot: Lot) => lot.isOfSale && lot.atMs > fromMs;
  const { spendable, pending } = spendableOf(holding, isPending, (lot) => over.has(lot));
  return {
    ...{ pending, spendable: Math.max(0, spendable - pointsHeld(world, member, currency)) },
    balance: balanceOf(holding),
    left: new Map(holding.lots.map((lot) => [lot.source, over.has(lot) ? 0 : leftOf(lot)])),
  };
}
