import type { EarningLine, LineState } from "../earning/earning.rule.ts";
import { erasedKeyText } from "../person.ts";
import type { KnownOriginal, OriginalSale, Originals, Taking } from "../sale-return/sale-return.take.ts";

export interface SaleKeys {
  readonly memberExternalId: string;
  readonly storeCode: string;
}

/** What a sale waits for. `original` is the first sale that a return names and that is not resolved. */
export type MissingKeys = Partial<SaleKeys> & { readonly original?: string };

/** The references that a sale waits for: the keys of those that are not registered. */
export function missingReferences(
  keys: SaleKeys,
  { hasMember, hasStore }: { hasMember: boolean; hasStore: boolean },
): Partial<SaleKeys> {
  return {
    ...(hasMember ? {} : { memberExternalId: keys.memberExternalId }),
    ...(hasStore ? {} : { storeCode: keys.storeCode }),
  };
}

/** Does not name the member's key, which identifies a person. The sale itself has the key. */
export function awaitingNote(missing: MissingKeys): string {
  const names = [
    ...(missing.memberExternalId === undefined ? [] : ["the member"]),
    ...(missing.storeCode === undefined ? [] : [`store ${missing.storeCode}`]),
    ...(missing.original === undefined ? [] : [`sale ${missing.original}`]),
  ];
  return `Awaiting ${names.join(" and ")}.`;
}

/** Why a sale for an erased person is rejected. */
export const erasedKeyNote = `Error_Member_Erased: ${erasedKeyText}`;

export const joinNotes = (...notes: readonly string[]) => notes.filter(Boolean).join(" ");

/** The note of a sale in a store that does not participate. */
export const unearnedStoreNote = "The store does not participate: nothing earned.";

/** Which lines earned nothing, and why: the first part of a sale's note. */
export function unearnedNote(lines: readonly EarningLine[]): string {
  if (lines.some(({ state }) => state === "store-out")) return unearnedStoreNote;
  const unknown = codesIn("product-unknown", lines);
  const excluded = codesIn("product-out", lines);
  return joinNotes(
    unknown.length > 0 ? `Nothing earned for unknown product ${listed(unknown)}.` : "",
    excluded.length > 0 ? `Nothing earned for product ${listed(excluded)}, which is not incentivizable.` : "",
  );
}

function codesIn(state: LineState, lines: readonly EarningLine[]): string[] {
  const found = new Set<string>();
  for (const line of lines) if (line.state === state) found.add(line.item.ProductCode);
  return [...found];
}

const listedMax = 10;

function listed(codes: readonly string[]): string {
  const shown = codes.slice(0, listedMax).join(", ");
  return codes.length > listedMax ? `${shown} and ${codes.length - listedMax} more` : shown;
}

const originalTexts = {
  rejected: (sale: string) => `Sale ${sale} was rejected: nothing taken back for it.`,
  unlinked: (sale: string) => `Sale ${sale} did not come in time: its lines took points back at the programme's rate.`,
  expired: (sale: string) => `The points of sale ${sale} had expired: nothing taken back for it.`,
  exceeded: (sale: string) => `More was returned than sale ${sale} sold: the rest took nothing.`,
};

const notedMax = 3;

/** A note on some originals; names the first three. */
function noteOn(kind: keyof typeof originalTexts, keys: readonly string[]): string {
  const notes = keys.slice(0, notedMax).map(originalTexts[kind]);
  if (keys.length > notedMax) notes.push(`So for ${keys.length - notedMax} more sales.`);
  return joinNotes(...notes);
}

/** The part of a return's note about originals that were rejected or did not come in time. */
export function originalNotes(originals: Originals): string {
  const keysOf = (state: KnownOriginal) => [...originals].flatMap(([key, known]) => (known === state ? [key] : []));
  return joinNotes(noteOn("rejected", keysOf("rejected")), noteOn("unlinked", keysOf("unlinked")));
}

/** The part of a return's note about originals whose points had expired or of which more was returned than sold. */
export function takenNotes({ lapsed, exceeded }: Pick<Taking, "lapsed" | "exceeded">): string {
  const keysOf = (originals: readonly OriginalSale[]) => originals.map(({ externalId }) => externalId);
  return joinNotes(noteOn("expired", keysOf(lapsed)), noteOn("exceeded", keysOf(exceeded)));
}
