import { type Amount, amountOf, multiplyRounded } from "../amount.ts";
import type { ExpiryRules, Programme } from "../programme.ts";
import type { SaleItem } from "../sale/sale.class.ts";

/** What a sale earned, and by which rules. */
export interface Award {
  /** Points, more than 0. */
  readonly points: Amount;
  readonly postedAtMs: number;
  /** Positions of the lines that counted. */
  readonly lines: readonly number[];
  /** The rules of that time. */
  readonly earning: Programme["earning"];
}

/** A sale whose goods come back. Nothing of it changes any more. */
export interface OriginalSale {
  readonly id: string;
  readonly externalId: string;
  readonly items: readonly SaleItem[];
  /** The balance that it earned in, or would have. */
  readonly memberId: string;
  readonly currencyId: string;
  /** Undefined if it earned nothing. */
  readonly award: Award | undefined;
  /** Absent if the points of that currency never expired. */
  readonly expiry?: ExpiryRules;
}

/**
 * What is known of a sale that return lines name: what it earned; or that it was rejected, so there is nothing to take
 * back; or that it did not come in time, so the lines count as if they named none.
 */
export type KnownOriginal = OriginalSale | "rejected" | "unlinked";

/** By ExternalID. */
export type Originals = ReadonlyMap<string, KnownOriginal>;

/** A line of a return that names its original. */
export interface LinkedLine {
  /** Its position in the return, from 0. */
  readonly line: number;
  readonly item: SaleItem;
  readonly original: OriginalSale;
}

/** What a line of a return takes from a line of its original. Quantity, amount and points are 0 or more. */
export interface TakenLine {
  readonly line: number;
  readonly original: OriginalSale;
  readonly originalLine: number;
  readonly quantity: Amount;
  readonly amount: Amount;
  readonly points: Amount;
  /** The award had expired, so that nothing was taken. */
  readonly isExpired: boolean;
}

/** What earlier returns took from a line. */
export interface TakenBefore {
  readonly quantity: Amount;
  readonly amount: Amount;
}

export const lineKey = (originalId: string, line: number) => `${originalId}/${line}`;

/** What was returned so far, read after the balances of the originals were locked. Decisions add what they take. */
export interface Returned {
  /** By `lineKey`; lines of which nothing was returned are absent. */
  readonly lines: Map<string, TakenBefore>;
  /** The IDs of originals whose award has expired: nothing of it is taken. Their Expiry entries are in the book already. */
  readonly expired: ReadonlySet<string>;
}

export interface Taking {
  readonly taken: readonly TakenLine[];
  /** The lines' sums after this return, for the next one. */
  readonly after: ReadonlyMap<string, TakenBefore>;
  /** Originals of which more was returned than they sold. */
  readonly exceeded: readonly OriginalSale[];
  /** Originals whose award has expired. */
  readonly lapsed: readonly OriginalSale[];
}

const nothing: TakenBefore = { quantity: 0n, amount: 0n };

/**
 * What the linked lines of a return take from their originals, given what earlier returns took. Each line goes to the
 * original's lines of its product, in order. When all units of a line are returned, its whole amount is, whatever was
 * refunded.
 */
export function takeBack(lines: readonly LinkedLine[], { lines: before, expired }: Returned): Taking {
  const after = new Map<string, TakenBefore>();
  const exceeded = new Set<OriginalSale>();
  const opened = new Map<string, OpenOriginal>();
  const takenOf = (original: OriginalSale, line: number) => {
    const key = lineKey(original.id, line);
    return after.get(key) ?? before.get(key) ?? nothing;
  };
  const taken: TakenLine[] = [];
  for (const linked of lines) {
    const { original } = linked;
    const open = opened.get(original.id) ?? openOriginal(original, (line) => takenOf(original, line).amount);
    opened.set(original.id, open);
    const { parts, rest } = split(linked, open.lines.get(linked.item.ProductCode) ?? [], (line) =>
      takenOf(original, line),
    );
    for (const part of parts) {
      const earlier = takenOf(original, part.originalLine);
      const sum = { quantity: earlier.quantity + part.quantity, amount: earlier.amount + part.amount };
      after.set(lineKey(original.id, part.originalLine), sum);
      const isExpired = expired.has(original.id);
      taken.push({ line: linked.line, original, ...part, points: isExpired ? 0n : open.take(part), isExpired });
    }
    if (rest > 0n) exceeded.add(original);
  }
  const lapsed = new Set(taken.flatMap(({ original, isExpired }) => (isExpired ? [original] : [])));
  return { taken, after, exceeded: [...exceeded], lapsed: [...lapsed] };
}

type Part = Pick<TakenLine, "originalLine" | "quantity" | "amount">;

/**
 * Spreads a line over the original's lines of its product; `rest` is the quantity that none of them has left.
 * @param lines positions in the original, in order. It removes those of which nothing is left, so that a return of many
 * lines looks at each of them once.
 */
function split(
  { item, original }: LinkedLine,
  lines: number[],
  takenOf: (line: number) => TakenBefore,
): { parts: readonly Part[]; rest: Amount } {
  let quantity = -amountOf(item.Quantity);
  let amount = -amountOf(item.TotalAmount);
  const parts: Part[] = [];
  for (let [originalLine] = lines; originalLine !== undefined && quantity > 0n; [originalLine] = lines) {
    const sold = original.items[originalLine] as SaleItem;
    const before = takenOf(originalLine);
    const left = amountOf(sold.Quantity) - before.quantity;
    const amountLeft = amountOf(sold.TotalAmount) - before.amount;
    const isAll = quantity >= left;
    if (isAll) lines.shift();
    if (left <= 0n) continue;
    const part = {
      originalLine,
      quantity: least(quantity, left),
      amount: isAll ? amountLeft : least(amount, amountLeft),
    };
    parts.push(part);
    quantity -= part.quantity;
    amount -= least(amount, part.amount);
  }
  return { parts, rest: quantity };
}

interface OpenOriginal {
  /** The positions of its purchases, by product. */
  readonly lines: ReadonlyMap<string, number[]>;
  /** The points that this part takes. */
  take(part: Part): Amount;
}

function openOriginal({ award, items }: OriginalSale, takenOf: (line: number) => Amount): OpenOriginal {
  const purchases = items.flatMap(({ Quantity }, line) => (Quantity > 0 ? [line] : []));
  const lines = linesByProduct(items, purchases);
  if (!award) return { lines, take: () => 0n };
  const counting = new Set(award.lines);
  let remaining = 0n;
  for (const line of counting) remaining += amountOf(items[line]?.TotalAmount ?? 0) - takenOf(line);
  return {
    lines,
    take({ originalLine, amount }) {
      if (!counting.has(originalLine)) return 0n;
      const worth = worthOf(award, remaining);
      remaining -= amount;
      return worth - worthOf(award, remaining);
    },
  };
}

/**
 * The points that goods of an amount are worth. A return takes the difference of two worths of what is not yet returned,
 * so that returns in any order and split take exactly the whole award in the end. A smaller amount is never worth more,
 * so no return gives a point.
 */
const worthOf = ({ earning }: Award, amount: Amount): Amount =>
  multiplyRounded(amount, earning.rate, earning.fractionDigits, earning.rounding);

function linesByProduct(items: readonly SaleItem[], purchases: readonly number[]): Map<string, number[]> {
  const lines = new Map<string, number[]>();
  for (const line of purchases) {
    const code = items[line]?.ProductCode ?? "";
    const before = lines.get(code);
    if (before) before.push(line);
    else lines.set(code, [line]);
  }
  return lines;
}

const least = (one: Amount, other: Amount) => (one < other ? one : other);
