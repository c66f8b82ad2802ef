import { showAmount } from "../amount.ts";
import { type Earned, earn } from "../earning/earning.earn.ts";
import {
  type EarningFacts,
  type EarningLine,
  type LineState,
  linesOf,
  type ProductFacts,
} from "../earning/earning.facts.ts";
import type { Reason } from "../earning/earning.rule.ts";
import type { Book } from "../ledger/ledger.book.ts";
import type { Posting } from "../ledger/ledger.entry.ts";
import { whyText } from "../ledger/ledger.why.ts";
import type { Programme } from "../programme/programme.ts";
import { type SaleItem, sale as saleDefinition } from "./sale.object.ts";

/** What a sale's decision reads from its record. */
export interface SaleToDecide {
  readonly id: string;
  readonly items: readonly SaleItem[];
  readonly storeCode: string;
  /** Empty if the caller sent none. */
  readonly channel: string;
  readonly soldAtMs: number;
}

/** What a sale refers to. Member and store are registered: without them, the sale waits. */
export interface SaleReferences {
  readonly member: { readonly id: string; readonly programme: Programme };
  readonly store: { readonly isParticipating: boolean };
  /** By product code; codes that are not registered are absent. */
  readonly products: ReadonlyMap<string, ProductFacts>;
}

export interface SaleKeys {
  readonly memberExternalId: string;
  readonly storeCode: string;
}

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
export function awaitingNote(missing: Partial<SaleKeys>): string {
  const names = [
    ...(missing.memberExternalId === undefined ? [] : ["the member"]),
    ...(missing.storeCode === undefined ? [] : [`store ${missing.storeCode}`]),
  ];
  return `Awaiting ${names.join(" and ")}.`;
}

/** What a sale will do, decided before its member's balance is locked: only postings and a note. */
export interface SalePlan {
  readonly id: string;
  /** The member's balance, to lock even if nothing is posted to it. */
  readonly balance: { readonly memberId: string; readonly currencyId: string };
  readonly postings: readonly Posting[];
  readonly note: string;
}

export interface SaleOutcome {
  readonly id: string;
  readonly status: string;
  readonly note: string;
}

/** The note of a sale in a store that does not participate. */
export const unearnedStoreNote = "The store does not participate: nothing earned.";

const noSegments: ReadonlySet<string> = new Set();

/** What a sale earns and why: `planSale` posts it, and `rewards sale` prints it. */
export function earnSale(sale: SaleToDecide, { member, store, products }: SaleReferences): Earned {
  const facts: EarningFacts = {
    lines: linesOf(sale.items, products, store.isParticipating),
    storeCode: sale.storeCode,
    channel: sale.channel,
    soldAtMs: sale.soldAtMs,
    timeZone: member.programme.timeZone,
    segments: noSegments,
    tier: undefined,
  };
  return earn(facts, member.programme.earning);
}

/** Plans the postings of the points that a sale earns and takes back. */
export function planSale(sale: SaleToDecide, references: SaleReferences): SalePlan {
  const { member } = references;
  const { reasons, lines } = earnSale(sale, references);
  const memberId = member.id;
  const currencyId = member.programme.currencies[0].id;
  const balance = { memberId, currencyId };
  // Not `...balance`: in Node 20 a spread here costs 6 µs a sale, and makes postings slower to read (profile of a worker).
  const rules = member.programme.earningVersion;
  const posting = ({ type, points, lines: counted }: Reason): Posting => ({
    memberId,
    currencyId,
    type,
    amount: points,
    sourceClass: saleDefinition.class,
    sourceId: sale.id,
    rules,
    why: whyText(points, counted),
  });
  const postings = reasons.filter(({ points }) => points !== 0n).map(posting);
  return { id: sale.id, balance, postings, note: unearnedNote(lines) };
}

function unearnedNote(lines: readonly EarningLine[]): string {
  if (lines.some(({ state }) => state === "store-out")) return unearnedStoreNote;
  const unknown = codesIn("product-unknown", lines);
  const excluded = codesIn("product-out", lines);
  const parts = [
    ...(unknown.length > 0 ? [`Nothing earned for unknown product ${listed(unknown)}.`] : []),
    ...(excluded.length > 0 ? [`Nothing earned for product ${listed(excluded)}, which is not incentivizable.`] : []),
  ];
  return parts.join(" ");
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

/** Posts a plan to the book, or rejects the sale if its member's balance cannot hold the result. */
export function decideSale(plan: SalePlan, book: Book): SaleOutcome {
  if (!book.fits(plan.postings)) {
    const total = plan.postings.reduce((sum, posting) => sum + posting.amount, 0n);
    return {
      id: plan.id,
      status: saleDefinition.transitions.reject.to,
      note: `Error_Balance_OutOfRange: ${showAmount(total)} points go over the limit of a balance.`,
    };
  }
  book.post(plan.postings);
  return { id: plan.id, status: saleDefinition.transitions.complete.to, note: plan.note };
}
