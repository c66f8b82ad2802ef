import { showAmount } from "../amount.ts";
import { countedLines, stateOf } from "../earning/earning.earn.ts";
import type { EarningLine } from "../earning/earning.rule.ts";
import { groupBy } from "../group.ts";
import { type Book, balanceName } from "../ledger/ledger.book.ts";
import type { BalanceKey, Posting } from "../ledger/ledger.entry.ts";
import { transferAll } from "../member/member.transfer.ts";
import { openTally, type Tally } from "../rule/rule.tally.ts";
import { codeSold } from "../sale-return/sale-return.original.ts";
import { moveSum } from "../sale-return/sale-return.sum.ts";
import {
  type LinkedLine,
  type Returned,
  type Taking,
  takeBack,
  takenLinesMax,
} from "../sale-return/sale-return.take.ts";
import { type SaleItem, sale as saleDefinition } from "./sale.class.ts";
import { clockNote, countedAtMs, isClockAhead, lateNote } from "./sale.clock.ts";
import { type EarnedSale, earnSale } from "./sale.earn.ts";
import { isPurchase } from "./sale.goods.ts";
import { excessiveNote, joinNotes, originalNotes, takenNotes, unearnedNote } from "./sale.note.ts";
import type { SaleOutcome, SalePlan, SaleReferences, SaleToDecide, TillFault } from "./sale.plan.ts";
import { type Back, purchasePostings, returnPostings } from "./sale.postings.ts";
import { saleTier } from "./sale.tier.ts";

/** Plans what a sale earns and takes back. */
export function planSale(
  sale: SaleToDecide,
  references: SaleReferences,
  earned = earnSale(sale, references),
): SalePlan {
  const { member, store, originals, rules, tiers } = references;
  const { lines, earning, excessive } = earned;
  const balance = { memberId: member.id, currencyId: member.programme.currencies[0].id };
  const returned = countedLines(lines, (item) => !isPurchase(item));
  const notes = [unearnedNote(lines), store.isParticipating ? excessiveNote(excessive) : ""];
  return {
    id: sale.id,
    balance,
    gainOf: gainsOf(earned, tiers?.get(balance.currencyId)?.counts === "spend"),
    sumKeys: earned.sumKeys,
    namesTiers: rules?.namesTiers === true,
    ...(tiers && { tiers }),
    soldAtMs: countedAtMs(sale),
    unlinked: returned && returned.amount > 0n ? returned : undefined,
    linked: originals ? linkedLines(sale.items, references) : [],
    earning,
    note: joinNotes(...notes, originals ? originalNotes(originals) : "", clockNote(sale), lateNote(sale, earning)),
    storeCode: sale.storeCode,
    tillFaults: tillFaults(sale, lines),
  };
}

/** @param isSpend whether tiers count what is spent, even if it gives no point. */
function gainsOf({ counted, worthOf }: EarnedSale, isSpend: boolean): SalePlan["gainOf"] {
  return (tier) => {
    const worth = worthOf(tier);
    if (!counted || !worth) return undefined;
    const { lines, amount } = counted;
    const { base, shares, sums } = worth;
    return base === 0n && shares.length === 0 && !(isSpend && amount > 0n)
      ? undefined
      : { base, shares, sums, lines, amount };
  };
}

function tillFaults(sale: SaleToDecide, lines: readonly EarningLine[]): TillFault[] {
  const isUnknown = ({ item, state }: EarningLine) => state === "product-unknown" && !isPurchase(item);
  return [
    ...(isClockAhead(sale) ? (["clock_ahead"] as const) : []),
    ...(lines.some(isUnknown) ? (["unknown_return"] as const) : []),
  ];
}

function linkedLines(items: readonly SaleItem[], references: SaleReferences): LinkedLine[] {
  const { originals, productRecords = new Map(), products, store } = references;
  return items.flatMap((item, line) => {
    const original = originals?.get(item.OriginalSaleExternalID ?? "");
    if (typeof original !== "object") return [];
    const code = codeSold(item.ProductCode, productRecords, original);
    return [{ line, item, original, code, state: stateOf(products.get(item.ProductCode), store.isParticipating) }];
  });
}

const nothingTaken: Taking = { taken: [], after: new Map(), rests: [], exceeded: [], lapsed: [] };

/**
 * Posts a plan to the book, or rejects the sale if its member's balance cannot hold the result, or if its return lines
 * take from two members. Runs under the locks of all balances that the plan names.
 * @param returned what was returned of the plan's originals so far; it adds what this sale takes.
 * @param tally the running sums that the plan and its originals name; it adds what this sale moves.
 */
export function decideSale(
  plan: SalePlan,
  book: Book,
  returned: Returned = { lines: new Map(), expired: new Set() },
  tally: Tally = openTally(),
): SaleOutcome {
  const moves = tally.begin();
  const purchases = purchasePostings(plan, moves, saleTier(plan, book));
  if (!plan.unlinked && plan.linked.length === 0) {
    const refusal = refuseRange(plan, book, purchases);
    if (refusal) return refusal;
    book.post(purchases);
    moves.commit();
    return complete(plan, plan.note, []);
  }
  const [balance = plan.balance, another] = balancesOfReturns(plan);
  if (another !== undefined)
    return reject(plan, "Error_Return_Members: the return lines take points back from more than one member.");
  const taking = takeBack(plan.linked, returned, moves);
  if (taking.taken.length > takenLinesMax) return reject(plan, tooLongNote);
  const back: Back = { balance, taken: taking.taken, moves: moves.take(), ...moved(plan, book, balance, taking) };
  const postings = [...purchases, ...returnPostings(plan, back)];
  const refusal = refuseRange(plan, book, postings);
  if (refusal) return refusal;
  moves.commit();
  const entry = book.post(postings).find(({ type }) => type === "Return");
  passOn(plan, balance, book, postings);
  const postedAtMs = entry?.postedAtMs ?? book.clockMs;
  for (const [id, sums] of taking.after) returned.lines.set(id, sums);
  if (back.sum) book.addReturns(balance, back.sum.value);
  const returns = taking.taken.map((one) => ({ ...one, returnId: plan.id, postedAtMs }));
  const sum = back.sum && { ...balance, value: back.sum.value };
  return {
    ...complete(plan, joinNotes(plan.note, takenNotes(taking, plan.balance.currencyId)), returns, taking),
    ...(sum && { sum }),
  };
}

/** What a return takes from a member that a merge ended is taken from the one that stays. */
function passOn(plan: SalePlan, from: BalanceKey, book: Book, postings: readonly Posting[]): void {
  const into = plan.linked.find(({ original }) => original.memberId === from.memberId)?.original.merged?.into;
  if (into === undefined) return;
  const counted = postings.find(({ type }) => type === "Return")?.counted;
  const source = { sourceClass: saleDefinition.class, sourceId: plan.id };
  transferAll(book, { from, into: { ...from, memberId: into }, ...source }, counted);
}

/** A balance that cannot hold the result rejects the sale. */
function refuseRange(plan: SalePlan, book: Book, postings: readonly Posting[]): SaleOutcome | undefined {
  if (book.fits(postings)) return undefined;
  const total = postings.reduce((sum, { amount }) => sum + amount, 0n);
  return reject(plan, `Error_Balance_OutOfRange: ${showAmount(total)} points go over the limit of a balance.`);
}

function complete(plan: SalePlan, note: string, returns: SaleOutcome["returns"], taking = nothingTaken): SaleOutcome {
  const outcome = { id: plan.id, status: saleDefinition.transitions.complete.to, note, returns };
  const faults = new Set(plan.tillFaults);
  if (taking.rests.some(({ linked }) => linked.state === "product-unknown")) faults.add("unknown_return");
  if (faults.size === 0) return outcome;
  return { ...outcome, tillFaults: [...faults].map((fault) => `${fault} ${plan.storeCode}`) };
}

const tooLongNote = `Error_Return_TooLong: the return takes from more than ${takenLinesMax.toLocaleString("en")} lines of sales: send it in parts.`;

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
function balancesOfReturns({ balance, unlinked, linked }: SalePlan): BalanceKey[] {
  const keys: BalanceKey[] = [...(unlinked ? [balance] : []), ...linked.map(({ original }) => original)];
  return [...groupBy(keys, balanceName).values()].map(([{ memberId, currencyId }]) => ({ memberId, currencyId }));
}

/**
 * Lines without a sale, and what originals do not have: they move the running sum of the balance. A rest for a member of
 * another programme, whose rate is not known here, does not.
 */
function moved(
  plan: SalePlan,
  book: Book,
  balance: BalanceKey,
  { rests }: Taking,
): Pick<Back, "lines" | "amount" | "sum"> {
  const isOfProgramme = balance.currencyId === plan.balance.currencyId;
  const counted = rests.filter(({ linked }) => isOfProgramme && linked.state === "counts");
  const lines = [...(plan.unlinked?.lines ?? []), ...counted.map(({ linked }) => linked.line)];
  const amount = counted.reduce((sum, rest) => sum + rest.amount, plan.unlinked?.amount ?? 0n);
  const before = book.stateOf(balance.memberId, balance.currencyId)?.returnsSum ?? 0n;
  const sum = moveSum(before, amount, plan.earning);
  return { lines: lines.toSorted((one, other) => one - other), amount, ...(sum.value !== 0n && { sum }) };
}
