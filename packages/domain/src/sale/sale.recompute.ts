import { type Amount, amountOf, amountShown, productShown, roundProduct, showAmount, showProduct } from "../amount.ts";
import { parseId } from "../answer.ts";
import type { Earning } from "../earning/earning.version.ts";
import type { Why } from "../ledger/ledger.why.ts";
import { goodsAt } from "../rule/rule.measure.ts";
import { valueOfSum } from "../rule/rule.sum.ts";
import type { StoredSum } from "../rule/rule.tally.ts";
import type { CompiledRule } from "../rule/rule.text.ts";
import { worthOf } from "../rule/rule.worth.ts";
import {
  type RecomputedShares,
  recomputeReturn,
  type StoredPart,
  type StoredTaking,
} from "../sale-return/sale-return.recompute.ts";
import { returnsSumKey } from "../sale-return/sale-return.sum.ts";
import type { SaleItem } from "./sale.class.ts";
import type { PostedEntry } from "./sale.explain.ts";
import { namesSale, netSale } from "./sale.goods.ts";

/** A figure of an entry, and what follows for it from its version and the lines of sales; exact decimals. */
export interface Figure {
  /** `base`, `rule COFFEE2`, `sum HAPPY/cap:10/2026-05-04`, `SALE-…: rule COFFEE2`, `amount`. */
  readonly of: string;
  /** Null if the entry does not have it. */
  readonly stored: string | null;
  readonly computed: string | null;
}

/** What an entry is recomputed from. */
export interface StoredEntry extends PostedEntry {
  readonly amount: Amount;
  /** From `sumsIn`. */
  readonly sums: readonly StoredSum[];
  /** Of the sale or return; none for an entry of anything else. */
  readonly items: readonly SaleItem[];
  /** Of a return: its originals by UUID, and what it took of them. */
  readonly takings: ReadonlyMap<string, StoredTaking>;
  readonly parts: readonly (StoredPart & { readonly originalId: string })[];
}

/** Recomputes the base, the measure of every rule and the worth of every sum of an entry. */
export function recomputeEntry(entry: StoredEntry): Figure[] {
  const { type, why, rules } = entry;
  if (!rules || (type !== "Sale" && type !== "Return"))
    return [{ of: "amount", stored: showAmount(entry.amount), computed: showAmount(amountOf(why.base)) }];
  const parts = type === "Sale" ? recomputeSale(entry, rules) : recomputeBack(entry, rules);
  const amount = parts.reduce((sum, { points = 0n }) => sum + points, 0n);
  return [
    ...parts.map(({ points: _, ...figure }) => figure),
    { of: "amount", stored: showAmount(entry.amount), computed: showAmount(amount) },
  ];
}

/** With the points that it adds to the amount, as computed. */
interface Part extends Figure {
  readonly points?: Amount;
}

const textOf = (amount: Amount | undefined) => (amount === undefined ? null : showAmount(amount));
const storedOf = (amount: number | undefined) => (amount === undefined ? null : showAmount(amountOf(amount)));

function pointsPart(of: string, stored: number | undefined, computed: Amount | undefined): Part {
  return { of, stored: storedOf(stored), computed: textOf(computed), points: computed ?? 0n };
}

function recomputeSale({ why, sums, ruleSet, items }: StoredEntry, earning: Earning): Part[] {
  const net = netSale(items).lines;
  const matched = why.rules.flatMap(({ id, lines = why.lines }) => {
    const rule = ruleSet?.byId.get(id);
    return rule ? [{ rule, lines }] : [];
  });
  const keyOf = ({ sum }: CompiledRule) =>
    sum && (sums.find(({ key }) => key.startsWith(sum.prefix))?.key ?? sum.prefix);
  const worth = worthOf(earning, why.lines, matched, goodsAt(net), keyOf);
  const move = openMoves(sums);
  const summed = new Map(worth.sums.map(({ id, key, value }) => [id, move(key, value)]));
  const shares = new Map(worth.shares.map(({ id, points }) => [id, summed.get(id) ?? points]));
  const given = new Map(why.rules.map(({ id, points }) => [id, points]));
  const spend = why.lines.reduce((sum, line) => sum + (net[line]?.amount ?? 0n), 0n);
  return [
    pointsPart("base", why.base, worth.base),
    ...joined(given, shares).map((id) => pointsPart(`rule ${id}`, given.get(id), shares.get(id))),
    ...(why.spend === undefined ? [] : [{ of: "spend", stored: storedOf(why.spend), computed: textOf(spend) }]),
    ...sumParts(sums, move.moved),
  ];
}

function recomputeBack(entry: StoredEntry, earning: Earning): Part[] {
  const { why, takings, parts } = entry;
  const sums = entry.sums.filter(({ key }) => key !== returnsSumKey);
  const move = openMoves(sums);
  const shares = recomputeReturn(takings, parts, move);
  return [
    ...unlinkedParts(entry, earning),
    ...(why.returns ?? []).flatMap((share) => shareParts(share, shares.get(parseId(share.sale)?.uuid ?? ""))),
    ...sumParts(sums, move.moved),
  ];
}

/** The lines that name no sale: the sum of them all, and what it takes. */
function unlinkedParts({ why, sums, items }: StoredEntry, { rate, fractionDigits, rounding }: Earning): Part[] {
  const sum = sums.find(({ key }) => key === returnsSumKey);
  if (!sum) return [pointsPart("base", why.base, 0n)];
  const [before, value] = [productShown(sum.before), productShown(sum.value)];
  const worth = (of: bigint) => roundProduct(of, fractionDigits, rounding);
  const base = pointsPart("base", why.base, worth(before) - worth(before + value));
  // Of a line that names a sale, the sum has only what that sale did not have.
  if (why.lines.some((line) => namesSale(items[line] as SaleItem))) return [base];
  const { lines } = netSale(items);
  const amount = why.lines.reduce((total, line) => total + (lines[line]?.amount ?? 0n), 0n);
  return [base, { of: `sum ${returnsSumKey}`, stored: showProduct(value), computed: showProduct(amount * rate) }];
}

function shareParts(share: NonNullable<Why["returns"]>[number], computed: ReturnType<RecomputedShares["get"]>): Part[] {
  const name = (of: string) => `${share.sale}: ${of}`;
  const all = pointsPart(name("all"), share.points, computed?.points);
  const beyond = { of: name("beyond"), stored: storedOf(share.beyond ?? 0), computed: textOf(computed?.beyond) };
  const spend =
    share.spend === undefined
      ? []
      : [{ of: name("spend"), stored: storedOf(share.spend), computed: textOf(computed?.spend) }];
  if (!share.rules) return [all, beyond, ...spend];
  const stored = new Map(share.rules.map(({ id, points }) => [id, points]));
  const given = new Map(computed?.byRule.rules.map(({ id, points }) => [id, points]));
  const rules = joined(stored, given).map((id) => ({
    ...{ of: name(`rule ${id}`), stored: storedOf(stored.get(id)), computed: textOf(given.get(id)) },
  }));
  return [
    all,
    beyond,
    ...spend,
    { of: name("base"), stored: storedOf(share.base), computed: textOf(computed?.byRule.base) },
    ...rules,
  ];
}

const joined = (stored: ReadonlyMap<string, unknown>, computed: ReadonlyMap<string, unknown>) => [
  ...new Set([...stored.keys(), ...computed.keys()]),
];

/** Moves sums from where the entry found them. */
function openMoves(sums: readonly StoredSum[]) {
  const before = new Map(sums.map((sum) => [sum.key, amountShown(sum.before)]));
  const moved = new Map<string, Amount>();
  const move = (key: string, value: Amount): Amount => {
    const from = (before.get(key) ?? 0n) + (moved.get(key) ?? 0n);
    moved.set(key, (moved.get(key) ?? 0n) + value);
    return valueOfSum(key, from + value) - valueOfSum(key, from);
  };
  return Object.assign(move, { moved: moved as ReadonlyMap<string, Amount> });
}

function sumParts(sums: readonly StoredSum[], moved: ReadonlyMap<string, Amount>): Part[] {
  const stored = new Map(sums.map(({ key, value }) => [key, value]));
  return joined(stored, moved).map((key) => ({
    ...{ of: `sum ${key}`, stored: stored.get(key) ?? null, computed: textOf(moved.get(key)) },
  }));
}
