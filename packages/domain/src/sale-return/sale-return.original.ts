import type { Amount } from "../amount.ts";
import type { ProductFacts } from "../earning/earning.rule.ts";
import type { NamedEarning } from "../earning/earning.version.ts";
import { groupBy } from "../group.ts";
import type { ExpiryRules } from "../programme.ts";
import type { Matched } from "../rule/rule.match.ts";
import type { SaleItem } from "../sale/sale.class.ts";
import { goodsOf, netSale, purchasesOf } from "../sale/sale.goods.ts";
import { type Goods, groupByPrice, type PriceGroup } from "../sale/sale.units.ts";
import { type Counting, countOnce, type SoldLine } from "./sale-return.counting.ts";

/** What a sale earned, and by which rules. */
export interface Award {
  /** Points of the sale's own entry, more than 0; 0 if it has none, and only its repricing gave points. */
  readonly points: Amount;
  /** When its first entry was posted. */
  readonly postedAtMs: number;
  /** Positions of the lines that counted, in its own entry or in its repricing. */
  readonly lines: readonly number[];
  /** Positions of the lines that only its repricing counted; absent if it was not repriced. */
  readonly repriced?: readonly number[];
  /** The rate of that time. */
  readonly earning: NamedEarning;
  /** The rules that counted; absent if none did. */
  readonly matched?: readonly Matched[];
  /** The running sums that it moved. */
  readonly sumKeys?: readonly string[];
}

/** The purchases of one product. */
interface SoldProduct {
  /** Their positions, ascending. */
  readonly lines: readonly number[];
  /** The lowest unit price as sent first. */
  readonly groups: readonly PriceGroup[];
  /** The sum of the lines. */
  readonly amount: Amount;
}

/** What a sale sold, after its voids and reductions: prepared once for all returns that name it. */
export interface SoldGoods {
  /** By position. */
  readonly lines: ReadonlyMap<number, SoldLine>;
  /** By product code. */
  readonly products: ReadonlyMap<string, SoldProduct>;
  /** The sum of all lines. */
  readonly amount: Amount;
  /** What some of its lines sold together. @param lines positions; for the same lines the same array, which is counted once. */
  counting(lines: readonly number[]): Counting;
}

/** A sale whose goods come back. Nothing of it changes any more. */
export interface OriginalSale {
  readonly id: string;
  readonly externalId: string;
  readonly goods: SoldGoods;
  /** When it was settled: the codes of its lines are those that products had then. */
  readonly settledAtMs: number;
  /** When it counts as made, from `countedAtMs`. */
  readonly soldAtMs: number;
  /** The balance that it earned in, or would have. */
  readonly memberId: string;
  readonly currencyId: string;
  /** The merge of its member into another one, which has the points since then; absent if there was none. */
  readonly merged?: { readonly into: string; readonly atMs: number };
  /** Undefined if it earned nothing. */
  readonly award: Award | undefined;
  /** Absent if the points of that currency never expired. */
  readonly expiry?: ExpiryRules;
}

export function soldGoods(items: readonly SaleItem[]): SoldGoods {
  const net = netSale(items).lines;
  const itemOf = (line: number) => items[line] as SaleItem;
  const lines = new Map(
    purchasesOf(items).map((line) => [line, { ...(net[line] as Goods), code: itemOf(line).ProductCode }] as const),
  );
  const sumOf = (some: Iterable<number>) => [...some].reduce((sum, line) => sum + (lines.get(line)?.amount ?? 0n), 0n);
  const byCode = groupBy(lines.keys(), (line) => itemOf(line).ProductCode);
  const products = new Map(
    [...byCode].map(([code, own]): [string, SoldProduct] => [
      code,
      { lines: own, groups: groupByPrice(own, (line) => goodsOf(itemOf(line))), amount: sumOf(own) },
    ]),
  );
  return { lines, products, amount: sumOf(lines.keys()), counting: countOnce(lines) };
}

/** What the repricing of a sale counted: `repriceSale` posted it as an adjustment that names the sale. */
export interface Repricing {
  readonly postedAtMs: number;
  /** Positions of the lines that did not count before. */
  readonly lines: readonly number[];
  readonly earning: NamedEarning;
}

/** The sale with what its repricing counted: later returns take back by the worth of all of it. */
export function withRepricing(original: OriginalSale, { lines, postedAtMs, earning }: Repricing): OriginalSale {
  const { award } = original;
  return {
    ...original,
    award: {
      ...award,
      points: award?.points ?? 0n,
      postedAtMs: award?.postedAtMs ?? postedAtMs,
      lines: [...(award?.lines ?? []), ...lines],
      repriced: lines,
      earning: award?.earning ?? earning,
    },
  };
}

/**
 * What is known of a sale that return lines name: what it earned; or that it was rejected, so there is nothing to take
 * back; or that it did not come in time, so the lines count as if they named none.
 */
export type KnownOriginal = OriginalSale | "rejected" | "unlinked";

/** By ExternalID. */
export type Originals = ReadonlyMap<string, KnownOriginal>;

/** The codes that a product had, as far as they changed. */
export interface ProductCodes {
  /** When the product was registered. */
  readonly sinceMs: number;
  /** Former codes, each with the time until which the product had it, the oldest first. */
  readonly former: readonly { readonly code: string; readonly untilMs: number }[];
}

/**
 * The code under which a sale that was settled then names the product that has this code now.
 * @param product undefined if no product has this code: then the sale's lines are found by the code itself.
 */
export function codeThen(code: string, product: ProductCodes | undefined, atMs: number): string {
  return product?.former.find(({ untilMs }) => untilMs > atMs)?.code ?? code;
}

/** A product with all codes that it had. */
export interface ProductRecord extends ProductCodes, ProductFacts {
  /** Its present code, or the last one. */
  readonly code: string;
  readonly deletedAtMs?: number;
}

/** By each code that they had, the oldest first. */
export type ProductRecords = ReadonlyMap<string, readonly ProductRecord[]>;

const isLive = ({ deletedAtMs }: ProductRecord) => deletedAtMs === undefined;

/** The product that had this code at that time. @param records those that ever had it. */
const holderOf = (code: string, records: readonly ProductRecord[], atMs: number) =>
  records.find(
    (one) => one.sinceMs <= atMs && (one.deletedAtMs ?? Infinity) > atMs && codeThen(one.code, one, atMs) === code,
  );

/**
 * The product of the lines that a sale has under this code: the one that had the code when the sale was settled or, if none
 * had it, the one that has it now.
 * @param records those that ever had the code.
 * @returns undefined if there is none, or it is deleted.
 */
export function productThen(code: string, records: readonly ProductRecord[], atMs: number): ProductRecord | undefined {
  const then = holderOf(code, records, atMs) ?? records.find((one) => one.code === code && isLive(one));
  return then && isLive(then) ? then : undefined;
}

/**
 * The code under which a sale has the lines of the product that a return names by this code. Lines belong to the product
 * that had their code when the sale was settled or, if none had it, to one that got it later.
 * @param records those that ever had the code, or another code of these.
 * @returns an empty code if the lines are of another product: the sale has none of this one.
 */
export function codeSold(
  code: string,
  records: ProductRecords,
  { goods, settledAtMs }: Pick<OriginalSale, "goods" | "settledAtMs">,
): string {
  const present = (records.get(code) ?? []).filter((one) => one.code === code);
  const product = present.find(isLive) ?? present.at(-1);
  const then = codeThen(code, product, settledAtMs);
  const sold = goods.products.has(then) ? then : code;
  const holder = holderOf(sold, records.get(sold) ?? [], settledAtMs);
  return product && holder && holder !== product ? "" : sold;
}
