import type { EarningLine, LineState } from "../earning/earning.rule.ts";
import { erasedKeyText } from "../person.ts";
import type { KnownOriginal, OriginalSale, Originals } from "../sale-return/sale-return.original.ts";
import type { RestLine, Taking } from "../sale-return/sale-return.take.ts";
import { isPurchase } from "./sale.goods.ts";

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

/** Which lines earned or took nothing, and why: the first part of a sale's note. */
export function unearnedNote(lines: readonly EarningLine[]): string {
  if (lines.every(({ state }) => state === "counts")) return "";
  if (lines.some(({ state }) => state === "store-out")) return unearnedStoreNote;
  const unknown = lines.filter(({ state }) => state === "product-unknown");
  const bought = codesOf(unknown.filter(({ item }) => isPurchase(item)));
  const excluded = codesOf(lines.filter(({ state }) => state === "product-out"));
  return joinNotes(
    bought.length > 0 ? `Nothing earned for unknown product ${listed(bought)}.` : "",
    unknownReturnNote(codesOf(unknown.filter(({ item }) => !isPurchase(item)))),
    excluded.length > 0 ? `Nothing earned for product ${listed(excluded)}, which is not incentivizable.` : "",
  );
}

const unknownReturnNote = (codes: readonly string[]) =>
  codes.length > 0 ? `Nothing taken back for unknown product ${listed(codes)}.` : "";

const codesOf = (lines: readonly Pick<EarningLine, "item">[]) => [
  ...new Set(lines.map(({ item }) => item.ProductCode)),
];

/** The part of a sale's note about reductions that are more than the lines that they lower. */
export const excessiveNote = (lines: readonly number[]) =>
  lines.length > 0 ? "A reduction is more than what it lowers, which is worth nothing now." : "";

const listedMax = 10;

function listed(codes: readonly string[]): string {
  const shown = codes.slice(0, listedMax).join(", ");
  return codes.length > listedMax ? `${shown} and ${codes.length - listedMax} more` : shown;
}

const originalTexts = {
  rejected: (sale: string) => `Sale ${sale} was rejected: nothing taken back for it.`,
  unlinked: (sale: string) => `Sale ${sale} did not come in time: its lines took points back at the programme's rate.`,
  expired: (sale: string) => `The points of sale ${sale} had expired: nothing taken back for it.`,
  exceeded: (sale: string) => `Reductions of sale ${sale} are more than it sold: the rest took nothing.`,
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

/**
 * The part of a return's note about originals whose points had expired, and about what originals do not have.
 * @param currencyId of the return's member: a rest of another programme takes nothing.
 */
export function takenNotes(
  { lapsed, exceeded, rests }: Pick<Taking, "lapsed" | "exceeded" | "rests">,
  currencyId: string,
): string {
  const keysOf = (originals: readonly OriginalSale[]) => originals.map(({ externalId }) => externalId);
  const linkedOf = (state: LineState) => rests.flatMap(({ linked }) => (linked.state === state ? [linked] : []));
  const excluded = codesOf(linkedOf("product-out"));
  const isForeign = linkedOf("counts").some(({ original }) => original.currencyId !== currencyId);
  return joinNotes(
    noteOn("expired", keysOf(lapsed)),
    restNote(rests),
    isForeign ? "The sale is of another programme: nothing taken back for the rest." : "",
    linkedOf("store-out").length > 0 ? "The store does not participate: nothing taken back for the rest." : "",
    unknownReturnNote(codesOf(linkedOf("product-unknown"))),
    excluded.length > 0 ? `Nothing taken back for product ${listed(excluded)}, which is not incentivizable.` : "",
    noteOn("exceeded", keysOf(exceeded)),
  );
}

/** Names lines as people count them, from 1. */
function restNote(rests: readonly RestLine[]): string {
  if (rests.length === 0) return "";
  const lines = listed(rests.map(({ linked }) => String(linked.line + 1)));
  return `More came back than the named sale has, in line ${lines}: the rest counts as returned without a sale.`;
}
