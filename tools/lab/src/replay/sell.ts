import { countCampaigns, measureAll, noteCampaigns, type Season } from "./campaign.ts";
import { pointsOf, roundPoints } from "./goods.ts";
import { deduct, type Lot, takeBack } from "./lot.ts";
import {
  countMore,
  giveBack,
  lowerPrice,
  noteSale,
  type Receipt,
  type ReceiptLine,
  readReceipt,
  spentOn,
} from "./receipt.ts";
import { countFor, tierOf } from "./tier.ts";
import {
  type Expected,
  enter,
  expireDue,
  expiredOf,
  holdingOf,
  type Noted,
  type Step,
  touch,
  type World,
} from "./world.ts";

/** A line of a receipt; `counts` says whether it earns or takes points without an original. */
export interface SoldLine extends ReceiptLine {
  /** The sale whose goods come back, or whose price is lowered. */
  readonly original?: string;
  /** The position there, from 1. */
  readonly originalLine?: number;
}

export interface Sold {
  readonly id: string;
  readonly member: string;
  readonly lines: readonly SoldLine[];
  /** Absent if there were no campaigns. */
  readonly season?: Season | undefined;
}

type LinkedLine = SoldLine & { readonly original: string };

const isLinked = (line: SoldLine): line is LinkedLine => line.original !== undefined;

/** What a line takes of its original, and the amount that comes back without one. */
function takeLine(noted: Noted, { code, counts, quantity, amount, originalLine: position }: LinkedLine) {
  if (quantity === 0) return { ...lowerPrice(noted, { code, amount: -amount }), over: 0 };
  const units = { code, quantity: -quantity, refund: -amount, ...(position !== undefined && { position }) };
  const { rest, ...taken } = giveBack(noted, units);
  return { ...taken, over: counts ? rest.refund : 0 };
}

/** What linked lines take of each original. Points of an award that has expired are gone already. */
function takeLinked(
  world: World,
  lines: readonly LinkedLine[],
  gone: ReadonlySet<Lot>,
): { taken: number; over: number; isNoted: boolean } {
  const sum = { taken: 0, over: 0, isNoted: false };
  for (const line of lines) {
    const noted = world.sales.get(line.original) as Noted;
    const before = measureAll(noted);
    const spent = spentOn(noted);
    const { points: byRate, isAny, over } = takeLine(noted, line);
    const { member, lot } = noted;
    const first = lot ?? noted.repriced;
    sum.over += over;
    if (!first || !isAny) continue;
    noted.isLapsed ||= first.isGone || gone.has(first);
    if (noted.isLapsed) continue;
    const byCampaigns = noteCampaigns(world.cards, member, noted, before);
    const points = byRate - byCampaigns.points;
    const counted = { base: -byRate, points: -points, spend: spentOn(noted) - spent };
    const isCounted = countFor(world, member, noted.date, counted);
    sum.isNoted ||= byCampaigns.isOnCard || isCounted;
    const holding = holdingOf(world, member, 0);
    const own = Math.min(points, lot?.points ?? 0);
    if (lot) takeBack(holding, lot, own);
    deduct(holding, points - own);
    sum.taken += points;
  }
  return sum;
}

/** Notes a sale, and enters what it earns. What changes a card, or counts for a tier, makes an entry, if only of 0 points. */
function note(world: World, atMs: number, { id, member, season }: Sold, receipt: Receipt, tier: string | null) {
  const { rules } = world.terms;
  const { date = "" } = season ?? {};
  const sale = { ...noteSale(receipt, rules), campaigns: countCampaigns(season, receipt.bought, tier) };
  const more = noteCampaigns(world.cards, member, sale);
  const spend = amountOf(receipt.bought);
  const base = pointsOf(spend, rules);
  const points = base + more.points;
  const entry = { member, currency: 0, type: "Sale", points, source: id } as const;
  const isCounted = countFor(world, member, date, { base, points, spend });
  const isPosted = points > 0 || more.isOnCard || isCounted;
  if (isPosted) enter(world, atMs, entry);
  const lot = holdingOf(world, member, 0).lots.find(({ source }) => source === id);
  world.sales.set(id, { ...sale, member, date, lot, isLapsed: false });
  return isPosted ? [entry] : [];
}

const amountOf = (goods: readonly { readonly counts: boolean; readonly amount: number }[]) =>
  goods.reduce((sum, { counts, amount }) => sum + (counts ? amount : 0), 0);

/** A sale, its returns and what they take back of earlier sales. All of it is taken from one member. */
export function sell(world: World, atMs: number, sold: Sold): Step {
  const { id, member, lines, season } = sold;
  const tier = season ? tierOf(world.ladder, member, season.date, season.levels ?? []) : null;
  const positioned = lines.map((line, index) => ({ ...line, position: index + 1 }));
  const receipt = readReceipt(positioned.filter((line) => !isLinked(line)));
  // A sale that was refused earned nothing, so its return takes nothing.
  const linked = lines.filter(isLinked).filter(({ original }) => world.sales.has(original));
  const back = amountOf(receipt.back.map(({ counts, refund: amount }) => ({ counts, amount })));
  const owners = new Set(linked.map(({ original }) => world.sales.get(original)?.member ?? ""));
  const gone = new Set([...owners].flatMap((owner) => expiredOf(world, atMs, owner, 0)));
  const entries: Expected[] = [...owners].flatMap((owner) => expireDue(world, atMs, owner, 0));
  if (linked.length > 0 && back > 0) owners.add(member);
  if (owners.size > 1) return { entries, isRefused: true };
  const [owner = member] = owners;
  entries.push(...note(world, atMs, sold, receipt, tier));
  const date = season?.date ?? "";
  entries.push(...takeAll(world, atMs, { id, owner, linked, gone, back, date }));
  return { entries, isRefused: false, tier };
}

/** A return waits for a sale that it names, and holds what it would take at the rate. */
export function wait(world: World, { id, member, lines }: Sold): void {
  const { rules } = world.terms;
  const back = lines.filter(isLinked).map(({ counts, amount }) => ({ counts, amount: -amount }));
  world.waiting.set(id, { member, held: pointsOf(amountOf(back), rules), rules });
}

/** The sale has come. The return takes by the rules of the time when it was made. */
export function wake(world: World, atMs: number, sold: Sold): Step {
  const { terms } = world;
  world.terms = { ...terms, rules: world.waiting.get(sold.id)?.rules ?? terms.rules };
  world.waiting.delete(sold.id);
  const step = sell(world, atMs, sold);
  world.terms = terms;
  return step;
}

export interface Reprice {
  /** Of the adjustment. */
  readonly id: string;
  readonly sale: string;
  /** Whether a product earns now. */
  readonly earns: (code: string) => boolean;
}

/** Counts what earns now of a sale: once, and not when its points have expired. */
export function reprice(world: World, atMs: number, { id, sale, earns }: Reprice): Step {
  const noted = world.sales.get(sale);
  const isOver = ({ member, lot }: Noted) => lot && (lot.isGone || expiredOf(world, atMs, member, 0).includes(lot));
  const spent = noted ? spentOn(noted) : 0;
  const points = !noted || noted.repriced || noted.isLapsed || isOver(noted) ? 0 : countMore(noted, earns);
  if (!noted || points === 0) return { entries: [], isRefused: false };
  countFor(world, noted.member, noted.date, { base: points, points, spend: spentOn(noted) - spent });
  const entry = { member: noted.member, currency: 0, type: "Adjustment", points, source: id } as const;
  enter(world, atMs, entry);
  noted.repriced = holdingOf(world, noted.member, 0).lots.at(-1) as Lot;
  return { entries: [entry], isRefused: false };
}

interface Taking {
  readonly id: string;
  readonly owner: string;
  readonly linked: readonly LinkedLine[];
  readonly gone: ReadonlySet<Lot>;
  /** The amount that comes back without a sale. */
  readonly back: number;
  /** The local date of the return. */
  readonly date: string;
}

/** Goods without their sale take what the sum of all such goods rounds to, less what earlier ones took. */
function takeAll(world: World, atMs: number, { id, owner, linked, gone, back, date }: Taking): Step["entries"] {
  const holding = holdingOf(world, owner, 0);
  const { rules } = world.terms;
  const { taken, over, isNoted } = takeLinked(world, linked, gone);
  const value = BigInt(back + over) * BigInt(rules.rate);
  const unlinked = roundPoints(holding.back + value, rules) - roundPoints(holding.back, rules);
  holding.back += value;
  const entry = { member: owner, currency: 0, type: "Return", source: id } as const;
  if (unlinked > 0) enter(world, atMs, { ...entry, points: -unlinked });
  const points = taken + unlinked;
  const isCounted = countFor(world, owner, date, { base: -unlinked, points: -unlinked, spend: -(back + over) });
  if (points === 0 && value === 0n && !isNoted && !isCounted) return [];
  touch(world, atMs, owner, 0);
  return [{ ...entry, points: points === 0 ? 0 : -points }];
}
