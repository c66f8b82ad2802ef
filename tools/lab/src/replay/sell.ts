import { type BackLine, giveBack, pointsOf } from "./goods.ts";
import { type Lot, takeBack } from "./lot.ts";
import { enter, expireDue, expiredOf, holdingOf, type Noted, type Step, touch, type World } from "./world.ts";

export interface SoldLine {
  readonly code: string;
  /** Whether a line without an original earns or takes points. */
  readonly counts: boolean;
  /** Negative if goods come back. */
  readonly quantity: number;
  readonly amount: number;
  /** The sale whose goods come back. */
  readonly original?: string;
}

export interface Sold {
  readonly id: string;
  readonly member: string;
  readonly lines: readonly SoldLine[];
}

type LinkedLine = BackLine & { readonly original: string };

/** What linked lines take of each original. Points of an award that has expired are gone already. */
function takeLinked(world: World, lines: readonly LinkedLine[], over: ReadonlySet<Lot>): number {
  let taken = 0;
  for (const line of lines) {
    const noted = world.sales.get(line.original) as Noted;
    const { points, units } = giveBack(noted, line);
    const { member, lot } = noted;
    if (!lot || units === 0) continue;
    noted.isLapsed ||= lot.isGone || over.has(lot);
    if (noted.isLapsed) continue;
    takeBack(holdingOf(world, member, 0), lot, points);
    taken += points;
  }
  return taken;
}

const isBought = ({ quantity }: SoldLine) => quantity > 0;
const linkedOf = ({ code, quantity, amount, original }: SoldLine) =>
  original === undefined ? [] : [{ code, quantity: -quantity, refund: -amount, original }];

/** The points that lines without an original earn or take. */
function plainPoints({ terms }: World, lines: readonly SoldLine[]): number {
  const counted = lines.filter(({ counts, original }) => counts && original === undefined);
  return pointsOf(
    counted.reduce((sum, { amount }) => sum + Math.abs(amount), 0),
    terms.rules,
  );
}

function note(world: World, { id, member, lines }: Sold): void {
  const lot = holdingOf(world, member, 0).lots.find(({ source }) => source === id);
  const noted = lines
    .filter(isBought)
    .map(({ code, counts, quantity: left, amount }) => ({ code, counts, left, amount }));
  world.sales.set(id, { member, lot, rules: world.terms.rules, lines: noted, isLapsed: false });
}

/** A sale, its returns and what they take back of earlier sales. All of it is taken from one member. */
export function sell(world: World, atMs: number, sold: Sold): Step {
  const { id, member, lines } = sold;
  // A sale that was refused earned nothing, so its return takes nothing.
  const linked = lines.flatMap(linkedOf).filter(({ original }) => world.sales.has(original));
  const bought = plainPoints(world, lines.filter(isBought));
  const unlinked = plainPoints(
    world,
    lines.filter((line) => !isBought(line)),
  );
  const owners = new Set(linked.map(({ original }) => world.sales.get(original)?.member ?? ""));
  const over = new Set([...owners].flatMap((owner) => expiredOf(world, atMs, owner, 0)));
  const entries = [...owners].flatMap((owner) => expireDue(world, atMs, owner, 0));
  if (linked.length > 0 && unlinked > 0) owners.add(member);
  if (owners.size > 1) return { entries, isRefused: true };
  const [owner = member] = owners;
  const sale = { member, currency: 0, type: "Sale", points: bought, source: id } as const;
  if (bought > 0) {
    enter(world, atMs, sale);
    entries.push(sale);
  }
  note(world, sold);
  const back = { member: owner, currency: 0, type: "Return", source: id } as const;
  if (unlinked > 0) enter(world, atMs, { ...back, points: -unlinked });
  const points = -(takeLinked(world, linked, over) + unlinked);
  if (points === 0) return { entries, isRefused: false };
  touch(world, atMs, owner, 0);
  return { entries: [...entries, { ...back, points }], isRefused: false };
}
