import { type Amount, amountFractionDigits, amountOf, formatAmount, numberOf, showAmount } from "../amount.ts";
import { describeBase, linesOf, roundingText } from "../earning/earning.earn.ts";
import type { EarningLine, LineState } from "../earning/earning.rule.ts";
import type { Earning } from "../earning/earning.version.ts";
import type { Why } from "../ledger/ledger.why.ts";
import type { RuleSet } from "../rule/rule.compile.ts";
import { describeRule } from "../rule/rule.describe.ts";
import { goodsAt } from "../rule/rule.measure.ts";
import { limitOfSum, valueOfSum } from "../rule/rule.sum.ts";
import type { CompiledRule } from "../rule/rule.text.ts";
import type { RuleShare, Worth } from "../rule/rule.worth.ts";
import { describeSum, returnsSumKey } from "../sale-return/sale-return.sum.ts";
import type { SaleItem } from "./sale.class.ts";
import { earnSale } from "./sale.earn.ts";
import { type NetSale, namesSale, netSale } from "./sale.goods.ts";
import { unearnedNote } from "./sale.note.ts";
import type { SaleReferences, SaleToDecide } from "./sale.plan.ts";

/** An entry of the sale, and what it stores of its reasons. */
export interface PostedEntry {
  readonly type: string;
  readonly why: Why;
  /** The rate of the rules that it names. */
  readonly rules: Earning | null;
  /** The rules themselves; absent if there are none. */
  readonly ruleSet?: RuleSet;
}

/** What is known of a sale that was posted. */
export interface PostedSale {
  readonly entries: readonly PostedEntry[];
  readonly note: string;
}

/** Why a sale earned its points, or would earn them. */
export interface Explanation {
  /**
   * `stored`: by the lines and rules that its entries store. `present`: by the present rules and catalogue, since it
   * has no entry. Null: it has none, and member or store is not registered, or a line names an original.
   */
  readonly basis: "stored" | "present" | null;
  /** For each line, whether it counts and why; `earns` is null if its product is not registered now. */
  readonly lines: readonly (SaleItem & { readonly earns: boolean | null; readonly why: string })[];
  /** How the sums of the lines become points; empty if the basis is null, or nothing is earned. */
  readonly sums: readonly string[];
  /** With the basis `present`: what the sale would post now, as `Type amount`. Otherwise null. */
  readonly now: readonly string[] | null;
}

export const lineTexts: Readonly<Record<LineState, string>> = {
  counts: "yes",
  "store-out": "no: the store does not participate",
  "product-unknown": "no: unknown product",
  "product-out": "no: not incentivizable",
  linked: "takes back what its original sale earned",
  void: "lowers purchases of this sale",
  reduction: "lowers purchases of this sale",
};
const nothingText = "no: it gave nothing when the sale was posted";

/** Explains a sale in words. Its member and store may be missing. */
export function explainSale(
  sale: SaleToDecide,
  { member, store, products, rules }: Partial<SaleReferences> & Pick<SaleReferences, "products">,
  posted: PostedSale,
): Explanation {
  const net = netSale(sale.items);
  const present = linesOf(sale.items, net, {
    products,
    isParticipating: store?.isParticipating ?? true,
    isLinked: () => true,
  });
  const { entries, note } = posted;
  if (entries.length > 0) {
    const sums = entries.flatMap((entry) => sumsOf(entry, net));
    return { basis: "stored", lines: storedLines(present, entries, note), sums, now: null };
  }
  const lines = present.map((line) => explained(line, lineTexts[line.state]));
  // What a linked line takes depends on what was returned before.
  if (!member || !store || sale.items.some(namesSale)) return { basis: null, lines, sums: [], now: null };
  const { earning, counted, worthOf } = earnSale(sale, { member, store, products, ...(rules && { rules }) });
  const worth = worthOf(null);
  const total = worth ? pointsOf(worth).reduce((sum, { points }) => sum + points, worth.base) : 0n;
  return {
    basis: "present",
    lines,
    sums: [
      ...(counted && worth ? [baseText("Sale", counted.amount, worth.base, earning)] : []),
      ...(worth ? ruleTexts("Sale", pointsOf(worth), net, { earning, ...(rules && { rules }) }) : []),
    ],
    now: total === 0n ? [] : [`Sale ${formatAmount(total)}`],
  };
}

const explained = ({ item, product }: EarningLine, why: string) => ({
  ...item,
  earns: product?.isIncentivizable ?? null,
  why,
});

/** How the sums of an entry's lines become points, in words. @param items of the sale that caused it. */
export const describeEntry = (entry: PostedEntry, items: readonly SaleItem[]): string[] =>
  sumsOf(entry, netSale(items));

/** Entries store which lines counted. Why the others did not is in the note, if it says what the catalogue says now. */
function storedLines(present: readonly EarningLine[], entries: readonly PostedEntry[], note: string) {
  const counted = new Set(entries.flatMap(({ why }) => why.lines));
  const isNoted = note.startsWith(unearnedNote(present));
  const textOf = ({ state }: EarningLine, position: number) => {
    if (counted.has(position)) return lineTexts.counts;
    if (state === "linked" || state === "void" || state === "reduction") return lineTexts[state];
    return isNoted && state !== "counts" ? lineTexts[state] : nothingText;
  };
  return present.map((line, position) => explained(line, textOf(line, position)));
}

function sumsOf({ type, why, rules, ruleSet }: PostedEntry, net: NetSale): string[] {
  const { base, lines, returns = [], sums = [], tier, reason } = why;
  const given = why.rules.map(({ id, lines: own = lines, points }) => ({ id, lines: own, points: amountOf(points) }));
  return [
    ...(type === "Sale" && rules ? [baseText(type, amountAt(net, lines), amountOf(base), rules)] : []),
    ...(rules ? ruleTexts(type, given, net, { earning: rules, sums, ...(ruleSet && { rules: ruleSet }) }) : []),
    ...(tier === undefined ? [] : [`${type}: the member's tier was ${tier}`]),
    ...(reason === undefined ? [] : [`${type}: ${reason}`]),
    ...(type === "Adjustment" && rules ? [describeRepricing(why, rules)] : []),
    ...(rules
      ? sums
          .filter(({ key }) => key === returnsSumKey)
          .map((sum) => `${type}: ${describeSum(sum, rules)} = ${showAmount(amountOf(base))}`)
      : []),
    ...returns.map(
      (one) =>
        `${type}: ${nameLines(one.lines)} ${one.lines.length === 1 ? "takes" : "take"} back points of ${one.sale}${partsText(one)} = ${showAmount(amountOf(one.points))}`,
    ),
  ];
}

/** ` (base -12, COFFEE2 -12)`: what the rate and each rule gave of it; nothing if no rule counted. */
export function partsText({ base = 0, rules }: NonNullable<Why["returns"]>[number]): string {
  if (!rules) return "";
  const parts = [{ id: "base", points: base }, ...rules];
  return ` (${parts.map(({ id, points }) => `${id} ${showAmount(amountOf(points))}`).join(", ")})`;
}

const baseText = (type: string, amount: Amount, points: Amount, earning: Earning) =>
  `${type}: ${describeBase(amount, earning)} = ${showAmount(points)}`;

/** What the rules of a sale give, if its member has collected nothing before, and so has no tier. */
function pointsOf({ shares, sums }: Worth) {
  const summed = new Map(sums.map(({ id, key, value }) => [id, valueOfSum(key, value)]));
  return shares.map((share) => ({ ...share, points: summed.get(share.id) ?? share.points }));
}

/** `Sale: COFFEE2 (Double points on coffee): 12.5 x 1 x 1 more = 12`; only the ID of a rule that is not known. */
function ruleTexts(
  type: string,
  shares: readonly Pick<RuleShare, "id" | "lines" | "points">[],
  { lines: net }: NetSale,
  { earning, rules, sums = [] }: { readonly earning: Earning; readonly rules?: RuleSet; readonly sums?: Why["sums"] },
): string[] {
  return shares.map(({ id, lines, points }) => {
    const rule = rules?.byId.get(id);
    const words = rule ? describeRule(rule, goodsAt(net)(lines), earning) : id;
    return `${type}: ${words} = ${showAmount(points)}${rule?.cap ? capText(rule, sums) : ""}`;
  });
}

/** ` (50 of 200 points of the cap in 2026-05)`: what is used after the entry; nothing if it did not move the rule's sum. */
function capText({ sum }: CompiledRule, moved: NonNullable<Why["sums"]>): string {
  const own = sum && moved.find(({ key }) => key.startsWith(sum.prefix));
  if (!own) return "";
  // Sums may be far larger than an amount.
  const [limit, used] = [numberOf(limitOfSum(own.key)), Number((own.before + own.value).toFixed(amountFractionDigits))];
  const period = own.key.slice(sum.prefix.length);
  return ` (${Math.min(used, limit)} of ${limit} points of the cap${period === "" ? "" : ` in ${period}`})`;
}

/** What its lines make of what remained of the sale, which may be less than they sold. */
const describeRepricing = ({ base, lines }: Why, rules: Earning) =>
  `Repriced: with ${nameLines(lines)} too, what remained was worth more, at ${showAmount(rules.rate)} points, ${roundingText(rules)} = ${showAmount(amountOf(base))}`;

const amountAt = ({ lines: net }: NetSale, lines: readonly number[]) =>
  lines.reduce((sum, line) => sum + (net[line]?.amount ?? 0n), 0n);

/** `line 2`, `lines 1, 3`: counted from 1, as the table of lines is. */
const nameLines = (lines: readonly number[]) =>
  `${lines.length === 1 ? "line" : "lines"} ${lines.map((line) => line + 1).join(", ")}`;
