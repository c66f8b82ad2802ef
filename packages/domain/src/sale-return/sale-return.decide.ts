import type { Amount } from "../amount.ts";
import type { Reason } from "../earning/earning.rule.ts";
import { formatId } from "../id.ts";
import type { Book } from "../ledger/ledger.book.ts";
import type { Posting } from "../ledger/ledger.entry.ts";
import { type ReturnShare, whyText } from "../ledger/ledger.why.ts";
import { sale as saleDefinition } from "../sale/sale.object.ts";
import { takenNotes } from "./sale-return.original.ts";
import { type LinkedLine, type TakenBefore, type TakenLine, takeBack } from "./sale-return.take.ts";

/** A row to write. */
export interface WrittenReturn extends TakenLine {
  readonly returnId: string;
  readonly postedAtMs: number;
}

/** The returns of one transaction: each decision sees what earlier ones took, and adds its own. */
export interface ReturnDesk {
  readonly clockMs: number;
  /** By `lineKey`, read after the balances of the originals were locked. */
  readonly before: Map<string, TakenBefore>;
  /** The IDs of originals whose award has expired. Their Expiry entries are in the book already. */
  readonly expired?: ReadonlySet<string>;
  readonly written: WrittenReturn[];
}

/** What the return lines of a sale take. */
export interface ReturnPlan {
  /** The lines that name an original. */
  readonly linked: readonly LinkedLine[];
  /** What the other return lines take, by the programme's rate; undefined if nothing. */
  readonly unlinked: Reason | undefined;
  /** The version of the programme's rules. */
  readonly rules: number;
}

interface PlannedSale {
  readonly id: string;
  readonly balance: { readonly memberId: string; readonly currencyId: string };
  readonly postings: readonly Posting[];
}

export interface DecidedReturn {
  readonly postings: readonly Posting[];
  readonly note: string;
  /** Adds what it took to the desk, once the postings are in the book. */
  readonly settle: (book: Book) => void;
}

/**
 * Decides what linked lines take back. All return lines of a sale make one entry, so they must take from one balance:
 * that of the originals' member, whoever hands the goods in.
 */
export function decideReturn(
  { id, balance, postings }: PlannedSale,
  plan: ReturnPlan,
  desk: ReturnDesk,
): DecidedReturn | { readonly refusal: string } {
  const taking = takeBack(plan.linked, desk.before, desk.expired);
  const { taken, after } = taking;
  const owners = new Set(plan.linked.map(({ original }) => ownerOf(original)));
  if (plan.unlinked) owners.add(ownerOf(balance));
  if (owners.size > 1) {
    return { refusal: "Error_Return_Members: the return lines take points back from more than one member." };
  }
  const returned = taken.reduce((sum, { points }) => sum + points, 0n);
  const isEntered = returned > 0n || plan.unlinked !== undefined;
  return {
    postings: [
      ...postings.filter(({ type }) => type !== "Return"),
      ...(isEntered ? [postingOf(id, plan, taken, returned)] : []),
    ],
    note: takenNotes(taking),
    settle(book) {
      const postedAtMs = isEntered ? (book.entries().at(-1)?.postedAtMs ?? desk.clockMs) : desk.clockMs;
      for (const [key, sum] of after) desk.before.set(key, sum);
      for (const one of taken) desk.written.push({ ...one, returnId: id, postedAtMs });
    },
  };
}

const ownerOf = ({ memberId, currencyId }: PlannedSale["balance"]) => `${memberId}/${currencyId}`;

/** One entry of the linked lines and of the others. */
function postingOf(id: string, plan: ReturnPlan, taken: readonly TakenLine[], returned: Amount): Posting {
  const { memberId, currencyId } = (plan.linked[0] as LinkedLine).original;
  const { points: base, lines } = plan.unlinked ?? { points: 0n, lines: [] };
  return {
    memberId,
    currencyId,
    type: "Return",
    amount: base - returned,
    sourceClass: saleDefinition.class,
    sourceId: id,
    rules: plan.rules,
    why: whyText(base, lines, sharesOf(taken)),
  };
}

function sharesOf(taken: readonly TakenLine[]): ReturnShare[] {
  const shares = new Map<string, { lines: Set<number>; points: Amount }>();
  for (const { line, original, points } of taken) {
    const share = shares.get(original.id) ?? { lines: new Set<number>(), points: 0n };
    share.lines.add(line);
    share.points -= points;
    shares.set(original.id, share);
  }
  return [...shares].map(([id, { lines, points }]) => ({
    sale: formatId(saleDefinition.idPrefix, id),
    lines: [...lines],
    points,
  }));
}
