import { type Amount, showAmount } from "../amount.ts";
import { formatId } from "../answer.ts";
import { type Earned, earn, linesOf } from "../earning/earning.earn.ts";
import { type Book, balanceName, whyText } from "../ledger/ledger.book.ts";
import type { Posting } from "../ledger/ledger.entry.ts";
import {
  type LinkedLine,
  type Originals,
  type Returned,
  type TakenLine,
  type Taking,
  takeBack,
} from "../sale-return/sale-return.take.ts";
import { type SaleItem, sale as saleDefinition } from "./sale.class.ts";
import { clockNote, countedAtMs, isClockAhead } from "./sale.clock.ts";
import { joinNotes, originalNotes, takenNotes, unearnedNote } from "./sale.note.ts";
import type { Gain, SaleOutcome, SalePlan, SaleReferences, SaleToDecide } from "./sale.plan.ts";

/** What a sale earns and why: `planSale` posts it, and `rewards sale` prints it. */
export function earnSale(sale: SaleToDecide, { member, store, products, originals }: SaleReferences): Earned {
  const isLinked = ({ OriginalSaleExternalID: key }: SaleItem) =>
    key !== undefined && originals?.get(key) !== "unlinked";
  const facts = {
    lines: linesOf(sale.items, products, store.isParticipating, isLinked),
    storeCode: sale.storeCode,
    channel: sale.channel,
    soldAtMs: countedAtMs(sale),
    timeZone: member.programme.timeZone,
  };
  return earn(facts, member.programme.earning);
}

/** Plans what a sale earns and takes back. */
export function planSale(sale: SaleToDecide, references: SaleReferences): SalePlan {
  const { member, originals } = references;
  const earned = earnSale(sale, references);
  const balance = { memberId: member.id, currencyId: member.programme.currencies[0].id };
  const given = earned.reasons.filter(({ points }) => points !== 0n);
  const unearned = unearnedNote(earned.lines);
  return {
    id: sale.id,
    balance,
    gains: given.map(({ type, points, lines }) => ({ type, balance, points, lines })),
    linked: originals ? linkedLines(sale.items, originals) : [],
    rules: member.programme.earningVersion,
    note: joinNotes(unearned, originals ? originalNotes(originals) : "", clockNote(sale)),
    ...(isClockAhead(sale) && { clockAheadAt: sale.storeCode }),
  };
}

function linkedLines(items: readonly SaleItem[], originals: Originals): LinkedLine[] {
  return items.flatMap((item, line) => {
    const original = originals.get(item.OriginalSaleExternalID ?? "");
    return typeof original === "object" ? [{ line, item, original }] : [];
  });
}

const nothingTaken: Taking = { taken: [], after: new Map(), exceeded: [], lapsed: [] };

/**
 * Posts a plan to the book, or rejects the sale if its member's balance cannot hold the result, or if its return lines
 * take from two members. Runs under the locks of all balances that the plan names.
 * @param returned what was returned of the plan's originals so far; it adds what this sale takes.
 */
export function decideSale(
  plan: SalePlan,
  book: Book,
  returned: Returned = { lines: new Map(), expired: new Set() },
): SaleOutcome {
  if (balancesOfReturns(plan).size > 1)
    return reject(plan, "Error_Return_Members: the return lines take points back from more than one member.");
  const taking = plan.linked.length > 0 ? takeBack(plan.linked, returned) : nothingTaken;
  const postings = postingsOf(plan, [...plan.gains, ...gainsOf(taking.taken)]);
  if (!book.fits(postings)) {
    const total = postings.reduce((sum, { amount }) => sum + amount, 0n);
    return reject(plan, `Error_Balance_OutOfRange: ${showAmount(total)} points go over the limit of a balance.`);
  }
  const entry = book.post(postings).find(({ type }) => type === "Return");
  const postedAtMs = entry?.postedAtMs ?? book.clockMs;
  for (const [key, sum] of taking.after) returned.lines.set(key, sum);
  return {
    id: plan.id,
    status: saleDefinition.transitions.complete.to,
    note: joinNotes(plan.note, takenNotes(taking)),
    returns: taking.taken.map((one) => ({ ...one, returnId: plan.id, postedAtMs })),
  };
}

const reject = ({ id }: SalePlan, note: string): SaleOutcome => ({
  id,
  status: saleDefinition.transitions.reject.to,
  note,
  returns: [],
});

/**
 * All return lines of a sale make one entry, so they must take from one balance: that of the originals' member, whoever
 * hands the goods in.
 */
function balancesOfReturns({ gains, linked }: SalePlan): ReadonlySet<string> {
  const returns = gains.filter(({ type }) => type === "Return").map(({ balance }) => balance);
  return new Set([...returns, ...linked.map(({ original }) => original)].map(balanceName));
}

/** What linked lines take: a gain for each original. */
function gainsOf(taken: readonly TakenLine[]): Gain[] {
  return [...groupBy(taken, ({ original }) => original)].map(([original, parts]) => ({
    type: "Return",
    balance: original,
    points: -sumOf(parts),
    lines: [...new Set(parts.map(({ line }) => line))],
    original: formatId(saleDefinition.idPrefix, original.id),
  }));
}

/** A sale has one entry of each type and currency, so gains of one type and balance make one posting. None is of 0 points. */
function postingsOf({ id, rules }: SalePlan, gains: readonly Gain[]): Posting[] {
  const groups = groupBy(gains, ({ type, balance }) => `${type}/${balanceName(balance)}`);
  const postings = [...groups.values()].map((group): Posting => {
    const { type, balance } = group[0];
    return {
      memberId: balance.memberId,
      currencyId: balance.currencyId,
      type,
      amount: sumOf(group),
      sourceClass: saleDefinition.class,
      sourceId: id,
      rules,
      why: whyOf(group),
    };
  });
  return postings.filter(({ amount }) => amount !== 0n);
}

function whyOf(gains: readonly Gain[]): string {
  const byRules = gains.filter(({ original }) => original === undefined);
  const lines = byRules.flatMap((gain) => gain.lines);
  const returns = gains.flatMap(({ original: sale, lines, points }) =>
    sale === undefined ? [] : [{ sale, lines, points }],
  );
  return whyText(sumOf(byRules), lines, returns);
}

const sumOf = (gains: readonly { readonly points: Amount }[]) => gains.reduce((sum, { points }) => sum + points, 0n);

function groupBy<T, Key>(all: readonly T[], keyOf: (one: T) => Key): ReadonlyMap<Key, [T, ...T[]]> {
  const groups = new Map<Key, [T, ...T[]]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}
