import type { OriginalSale, Taking } from "./sale-return.take.ts";

/**
 * What is known of a sale that return lines name: what it earned; or that it was rejected, so there is nothing to take
 * back; or that it did not come in time, so the lines count as if they named none.
 */
export type KnownOriginal = OriginalSale | "rejected" | "unlinked";

/** By ExternalID. */
export type Originals = ReadonlyMap<string, KnownOriginal>;

const texts = {
  rejected: (sale: string) => `Sale ${sale} was rejected: nothing taken back for it.`,
  unlinked: (sale: string) => `Sale ${sale} did not come in time: its lines took points back at the programme's rate.`,
  expired: (sale: string) => `The points of sale ${sale} had expired: nothing taken back for it.`,
  exceeded: (sale: string) => `More was returned than sale ${sale} sold: the rest took nothing.`,
};

const notedMax = 3;

/** A note on some sales; names the first three. */
function noteOf(kind: keyof typeof texts, sales: readonly string[]): string {
  const notes = sales.slice(0, notedMax).map(texts[kind]);
  if (sales.length > notedMax) notes.push(`So for ${sales.length - notedMax} more sales.`);
  return notes.join(" ");
}

/** The part of a return's note about originals that were rejected or did not come in time; empty if there are none. */
export function originalNotes(originals: Originals = new Map()): string {
  const keysOf = (state: KnownOriginal) => [...originals].flatMap(([key, known]) => (known === state ? [key] : []));
  return [noteOf("rejected", keysOf("rejected")), noteOf("unlinked", keysOf("unlinked"))].filter(Boolean).join(" ");
}

const keysOf = (originals: readonly OriginalSale[]) => originals.map(({ externalId }) => externalId);

/** The part of a return's note about originals whose points had expired or of which more was returned than sold. */
export const takenNotes = ({ lapsed, exceeded }: Pick<Taking, "lapsed" | "exceeded">): string =>
  [noteOf("expired", keysOf(lapsed)), noteOf("exceeded", keysOf(exceeded))].filter(Boolean).join(" ");
