import type { Amount } from "../amount.ts";
import type { ReturnShare } from "../ledger/ledger.entry.ts";
import type { Goods } from "../sale/sale.units.ts";
import { type OpenOriginal, openOriginal, type TakenPoints } from "./sale-return.open.ts";
import type { OriginalSale } from "./sale-return.original.ts";
import type { TakenBefore } from "./sale-return.remain.ts";
import type { MoveSum } from "./sale-return.worth.ts";

/** What a return took from a place of an original, as it was stored: units or, without a quantity, a reduction. */
export interface StoredPart extends Goods {
  readonly originalLine: number;
  /** The award had expired: nothing was taken. */
  readonly isExpired: boolean;
}

/** An original of a return, with what returns before it took. */
export interface StoredTaking {
  readonly original: OriginalSale;
  readonly before: ReadonlyMap<number, TakenBefore>;
}

/** By the UUID of the original: what the return takes of it. */
export type RecomputedShares = ReadonlyMap<
  string,
  Required<Pick<ReturnShare, "points" | "beyond" | "byRule" | "spend">>
>;

/**
 * What a return takes, from what came back and what the originals earned. As `takeBack`: units in their order, and then the
 * reductions of each original together.
 * @param parts by the original's UUID, in the order in which they were taken.
 */
export function recomputeReturn(
  takings: ReadonlyMap<string, StoredTaking>,
  parts: readonly (StoredPart & { readonly originalId: string })[],
  move: MoveSum,
): RecomputedShares {
  const opened = new Map<string, OpenOriginal>();
  const lost = new Map<string, TakenPoints[]>();
  const add = (id: string, points: readonly TakenPoints[]) => lost.set(id, [...(lost.get(id) ?? []), ...points]);
  const openOf = (id: string) => {
    const { original, before } = takings.get(id) as StoredTaking;
    const one = opened.get(id) ?? openOriginal(original, before);
    opened.set(id, one);
    return one;
  };
  const moveOf = (isExpired: boolean): MoveSum => (isExpired ? () => 0n : move);
  const expired = new Set<string>();
  for (const { originalId: id, isExpired, quantity, amount, originalLine } of parts) {
    if (isExpired) expired.add(id);
    if (quantity > 0n) add(id, [openOf(id).take(originalLine, { quantity, amount }, moveOf(isExpired))]);
  }
  for (const { originalId: id, quantity, amount, originalLine } of parts)
    if (quantity === 0n) openOf(id).lower(originalLine, amount);
  for (const [id, one] of opened) add(id, one.settle(moveOf(expired.has(id))));
  return new Map([...lost].map(([id, points]) => [id, sumOf(expired.has(id) ? [] : points)]));
}

function sumOf(taken: readonly TakenPoints[]) {
  const rules = new Map<string, Amount>();
  let [points, beyond, base, spend] = [0n, 0n, 0n, 0n];
  for (const one of taken) {
    points -= one.points + one.beyond;
    beyond -= one.beyond;
    base -= one.loss?.base ?? 0n;
    spend -= one.spend ?? 0n;
    for (const [id, lost] of one.loss?.rules ?? []) rules.set(id, (rules.get(id) ?? 0n) - lost);
  }
  return { points, beyond, spend, byRule: { base, rules: [...rules].map(([id, given]) => ({ id, points: given })) } };
}
