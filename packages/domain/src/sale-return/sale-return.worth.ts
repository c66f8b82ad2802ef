import type { Amount } from "../amount.ts";
import { multiplyRounded } from "../amount.ts";
import { groupBy } from "../group.ts";
import type { Matched } from "../rule/rule.match.ts";
import { measureRule } from "../rule/rule.measure.ts";
import { prefixOfSum } from "../rule/rule.sum.ts";
import { sharesOf, type Worth } from "../rule/rule.worth.ts";
import { noGoods } from "../sale/sale.units.ts";
import type { Award, OriginalSale } from "./sale-return.original.ts";
import { openRemaining, type Remaining, type TakenBefore, type TakenPart } from "./sale-return.remain.ts";

/** Moves a running sum. @returns the points that this gives or takes. */
export type MoveSum = (key: string, value: Amount) => Amount;

/** What the rate and each rule give less. */
export interface Loss {
  readonly base: Amount;
  /** By the rule's ID. The rules of a group may give more, if another gives less. */
  readonly rules: ReadonlyMap<string, Amount>;
}

/**
 * What an original is worth while returns take from it. A return takes the difference of two worths of what is not yet
 * returned, so that returns in any order and split take exactly the whole award in the end. Fewer goods are never worth
 * more, so no return gives a point.
 */
interface OpenWorth {
  /** @param part what `taken` has at this place since just now. */
  note(place: number, part: TakenPart): void;
  /** What was lost since the last call. */
  lose(move: MoveSum): { readonly points: Amount; readonly spend: Amount; readonly loss?: Loss };
}

/** @param taken by place; it changes before `note`. */
export function openWorth(original: OriginalSale, taken: ReadonlyMap<number, TakenBefore>): OpenWorth {
  const { award } = original;
  const base = openBase(original, taken);
  const rules = award?.matched && openRules(award, award.matched, original, taken);
  let [before, left] = [baseWorth(award, base), base.goods().amount];
  return {
    note(place, part) {
      base.note(place, part);
      rules?.note(place, part);
    },
    lose(move) {
      const after = baseWorth(award, base);
      const lost = before - after;
      before = after;
      const spend = left - base.goods().amount;
      left -= spend;
      if (!rules) return { points: lost, spend };
      const given = rules.lose(move);
      const points = [...given.values()].reduce((sum, one) => sum + one, lost);
      return { points, spend, loss: { base: lost, rules: given } };
    },
  };
}

/** What remains of the lines of an original that counted: their amount, and the points that the rate gives for it. */
export function remainingWorth(original: OriginalSale, taken: ReadonlyMap<number, TakenBefore> = new Map()) {
  const base = openBase(original, taken);
  return { points: baseWorth(original.award, base), amount: base.goods().amount };
}

const openBase = (original: OriginalSale, taken: ReadonlyMap<number, TakenBefore>): Remaining =>
  openRemaining(original, original.award?.lines ?? [], taken);

const baseWorth = (award: Award | undefined, base: Remaining): Amount =>
  award
    ? multiplyRounded(base.goods().amount, award.earning.rate, award.earning.fractionDigits, award.earning.rounding)
    : 0n;

/**
 * What the rules give for what remains. Rules that count for the same lines have the same array of them: only the rules of
 * lines that changed are measured again.
 */
function openRules(
  { earning, sumKeys = [] }: Award,
  matched: NonNullable<Award["matched"]>,
  original: OriginalSale,
  taken: ReadonlyMap<number, TakenBefore>,
) {
  const keys = new Map(sumKeys.map((key) => [prefixOfSum(key), key]));
  const measured: Amount[] = matched.map(() => 0n);
  const parts = [...groupBy(matched.keys(), (position) => (matched[position] as Matched).lines)].map(
    ([lines, positions]) => ({ positions, remaining: openRemaining(original, lines, taken), known: noGoods }),
  );
  const look = () => {
    for (const part of parts) {
      const goods = part.remaining.goods();
      if (goods.amount === part.known.amount && goods.quantity === part.known.quantity) continue;
      part.known = goods;
      for (const position of part.positions)
        measured[position] = measureRule((matched[position] as Matched).rule, goods, earning);
    }
    return sharesOf(matched, measured, ({ sum }) => sum && keys.get(sum.prefix));
  };
  let before = look();
  return {
    note(place: number, part: TakenPart): void {
      for (const { remaining } of parts) remaining.note(place, part);
    },
    lose(move: MoveSum): ReadonlyMap<string, Amount> {
      const after = look();
      const lost = lossOf(before, after, move);
      before = after;
      return lost;
    },
  };
}

/** What rules give. */
type Given = Omit<Worth, "base">;

/** By the rule's ID, those that give as much as before left out. */
function lossOf(before: Given, after: Given, move: MoveSum): Map<string, Amount> {
  const lost = new Map<string, Amount>();
  const lose = (id: string, points: Amount) => lost.set(id, (lost.get(id) ?? 0n) + points);
  for (const { id, points } of before.shares) lose(id, points);
  for (const { id, points } of after.shares) lose(id, -points);
  const left = new Map(after.sums.map(({ key, value }) => [key, value]));
  for (const { key, id, value } of before.sums) {
    const less = value - (left.get(key) ?? 0n);
    if (less > 0n) lose(id, -move(key, -less));
  }
  for (const [id, points] of lost) if (points === 0n) lost.delete(id);
  return lost;
}
