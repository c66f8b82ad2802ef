import { type Amount, amountOf } from "../amount.ts";
import { type Book, openBook } from "../ledger/ledger.book.ts";
import type { Balance } from "../ledger/ledger.entry.ts";
import type { Why } from "../ledger/ledger.why.ts";
import type { Programme } from "../programme.ts";
import type { RuleSet } from "../rule/rule.compile.ts";
import { openTally } from "../rule/rule.tally.ts";
import { decideSale, planSale } from "../sale/sale.decide.ts";
import type { SaleReferences, SaleToDecide } from "../sale/sale.plan.ts";
import { saleTier } from "../sale/sale.tier.ts";
import type { KnownOriginal } from "../sale-return/sale-return.original.ts";
import type { Membership } from "../segment/segment.member.ts";
import { tierBooksOf } from "../tier/tier.books.ts";
import { type NamedSale, originalOf } from "./simulation.original.ts";

/** By what the sales of a programme earn in a replay. */
export interface ReplayedProgramme {
  /** With one version, in force from ever. */
  readonly programme: Programme;
  readonly rules: RuleSet;
}

/** A sale, and what is registered of its member and store. */
interface ReplayedSale {
  readonly sale: SaleToDecide;
  readonly joinedAtMs: number;
  /** In the segments that the rules name. */
  readonly memberships: readonly Membership[];
  readonly isParticipating: boolean;
}

/** A sale that return lines of the same member name. */
export interface ReplayedOriginal extends ReplayedSale, NamedSale {}

/** What a sale refers to. */
export interface ReplayReferences extends Pick<SaleReferences, "products" | "productRecords"> {
  /** By ExternalID: every sale that a line names. Lines that name a rejected one take nothing. */
  readonly originals: ReadonlyMap<string, ReplayedOriginal | "rejected" | "unlinked">;
}

/** What a sale gave, less what it took back. */
export interface Replayed {
  readonly points: Amount;
  /** Of the points, by the rule's ID. */
  readonly rules: ReadonlyMap<string, Amount>;
}

/** The sales of one member, decided again as workers do, on empty sums. */
interface Replay {
  post(sold: ReplayedSale, references: ReplayReferences): Replayed;
}

const memberId = "";

export function openReplay({ programme, rules }: ReplayedProgramme): Replay {
  const balance = { memberId, currencyId: programme.currencies[0].id };
  const tally = openTally();
  const tiers = tierBooksOf([programme]);
  /** By the ID of a sale, the tier that the member had at it. */
  const tierAt = new Map<string, string | null>();
  const returned = { lines: new Map(), expired: new Set<string>() };
  let state: Balance = { ...emptyState, ...balance };
  const referencesOf = ({ isParticipating, ...buyer }: ReplayedSale, { products }: ReplayReferences) => ({
    member: { id: memberId, programme, joinedAtMs: buyer.joinedAtMs, memberships: buyer.memberships },
    ...{ store: { isParticipating }, products, rules, ...(tiers && { tiers }) },
  });
  const originalsOf = (references: ReplayReferences) => {
    const { originals, productRecords } = references;
    if (originals.size === 0) return {};
    const known = [...originals].map(([key, one]): [string, KnownOriginal] => [
      key,
      typeof one === "string"
        ? one
        : originalOf(one, referencesOf(one, references), balance, tierAt.get(one.sale.id) ?? null),
    ]);
    return { originals: new Map(known), ...(productRecords && { productRecords }) };
  };
  return {
    post(sold, references) {
      const plan = planSale(sold.sale, { ...referencesOf(sold, references), ...originalsOf(references) });
      const book = openBook({ balances: [state], clockMs: 0, newId: () => "", tiers });
      tierAt.set(plan.id, saleTier(plan, book));
      decideSale(plan, book, returned, tally);
      state = book.stateOf(memberId, balance.currencyId) ?? state;
      return sumOf(book);
    },
  };
}

const emptyState = {
  ...{ id: "", balance: 0n, awarded: 0n, returned: 0n, returnsSum: 0n },
  ...{ sequence: 0, lastAtMs: 0, lastHash: "" },
};

function sumOf(book: Book): Replayed {
  const rules = new Map<string, Amount>();
  let points: Amount = 0n;
  for (const { amount, why } of book.entries()) {
    points += amount;
    const { rules: given, returns = [] }: Why = JSON.parse(why);
    for (const one of [...given, ...returns.flatMap((share) => share.rules ?? [])])
      rules.set(one.id, (rules.get(one.id) ?? 0n) + amountOf(one.points));
  }
  return { points, rules };
}
