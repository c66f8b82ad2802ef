import {
  type Award,
  type Matched,
  type OriginalSale,
  type RuleSet,
  type SaleItem,
  type SoldGoods,
  saleItemsMax,
  soldGoods,
  type Why,
} from "@rewards/domain";
import { LRUCache } from "lru-cache";
import { type RuleSets, versionName } from "../catalogue/catalogue.rules.ts";
import type { Sql, Tx } from "../client.ts";
import { amongIds } from "../object/object.settle.ts";
import type { FoundOriginal } from "./sale-return.find.ts";

/** Of originals, loaded and prepared at a time. */
const linesAtOnceMax = 1_000;
/** As many as the originals of one return may have, so that a lane keeps them for the next return. */
const linesKeptMax = saleItemsMax * (saleItemsMax + 1);

/** What an original sold. Nothing of it changes any more, not even if the member is erased. */
interface PreparedGoods {
  readonly goods: SoldGoods;
  /** Of its award: the lines that counted, and the rules. */
  readonly why: Pick<Award, "lines" | "matched" | "sumKeys">;
}

/** Goods by the UUID of their original; the least recently used are evicted first. */
export type GoodsCache = LRUCache<string, PreparedGoods>;

export const createGoodsCache = (): GoodsCache =>
  new LRUCache({ maxSize: linesKeptMax, sizeCalculation: ({ goods }) => goods.lines.size + 1 });

/** Where a stage settles records that cost too much for a batch with others, piece by piece. */
export interface Lane {
  /** Lets other batches run. Called before each further piece of work. @throws once the worker stops. */
  readonly giveWay: () => Promise<void>;
  /** Rests for as long as the last piece of work took. Called while balances are locked, so it waits for nobody. */
  readonly rest: () => Promise<void>;
  /** What the originals of returns sold, as far as the lane has loaded them. */
  readonly goods: GoodsCache;
}

/** The originals with what they sold. A lane loads some at a time, and keeps them. */
export async function loadGoods(
  sql: Sql | Tx,
  found: readonly FoundOriginal[],
  ruleSets: RuleSets,
  lane?: Lane,
): Promise<OriginalSale[]> {
  const known = new Map<string, PreparedGoods>();
  const missing = found.filter(({ id }) => {
    const kept = lane?.goods.get(id);
    if (kept) known.set(id, kept);
    return !kept;
  });
  for (let from = 0; from < missing.length; ) {
    const part = partAfter(missing, from);
    if (from > 0) await lane?.giveWay();
    for (const [id, prepared] of await prepare(sql, part, ruleSets)) {
      known.set(id, prepared);
      lane?.goods.set(id, prepared);
    }
    from += part.length;
  }
  return found.map((one) => originalOf(one, known.get(one.id)));
}

/** At least one. */
function partAfter(found: readonly FoundOriginal[], from: number): readonly FoundOriginal[] {
  let [upto, lines] = [from, 0];
  for (; upto < found.length; upto += 1) {
    lines += found[upto]?.lineCount ?? 0;
    if (lines > linesAtOnceMax && upto > from) break;
  }
  return found.slice(from, upto);
}

async function prepare(
  sql: Sql | Tx,
  found: readonly FoundOriginal[],
  ruleSets: RuleSets,
): Promise<(readonly [string, PreparedGoods])[]> {
  const versions = new Map(found.flatMap(({ id, rules }) => (rules ? [[id, rules] as const] : [])));
  const sets = await ruleSets([...versions.values()]);
  const ids = found.map(({ id }) => id);
  // `why` is null if the sale earned nothing.
  const rows = await sql<{ id: string; items: SaleItem[]; why: string | null }[]>`
    select s.id, s.sale_items as items, e.why from sale s
    left join ledger_entry e on e.source_id = s.id and e.type = 'Sale' where ${amongIds(sql, "s.id", ids)}`;
  return rows.map(({ id, items, why }) => {
    const parsed: Pick<Why, "lines" | "rules" | "sums"> = why === null ? { lines: [], rules: [] } : JSON.parse(why);
    const goods = soldGoods(items);
    const version = versions.get(id);
    const set = version && sets.get(versionName(version));
    const own = { lines: parsed.lines, ...(set && matchedOf(parsed, set)) };
    // Counted here, and not for the first return, which holds the locks of balances.
    for (const { lines } of [own, ...(own.matched ?? [])]) goods.counting(lines);
    return [id, { goods, why: own }];
  });
}

/** The rules that counted, as its entry names them. Those that count for the same lines share the array. */
function matchedOf(
  { lines: counted, rules, sums = [] }: Pick<Why, "lines" | "rules" | "sums">,
  set: RuleSet,
): Pick<Award, "matched" | "sumKeys"> {
  if (rules.length === 0) return {};
  const arrays = new Map<string, readonly number[]>([[counted.join(), counted]]);
  const shared = (lines: readonly number[]) => {
    const name = lines.join();
    const known = arrays.get(name) ?? lines;
    arrays.set(name, known);
    return known;
  };
  const matched = rules.map(({ id, lines = counted }): Matched => {
    const rule = set.byId.get(id);
    if (!rule) throw new Error(`an entry names the rule ${id}, which its version does not have`);
    return { rule, lines: shared(lines) };
  });
  return { matched, ...(sums.length > 0 && { sumKeys: sums.map(({ key }) => key) }) };
}

/** @throws if the sale's partition was detached meanwhile. */
function originalOf(
  { lineCount: _, rules: __, award, ...one }: FoundOriginal,
  prepared: PreparedGoods | undefined,
): OriginalSale {
  if (!prepared) throw new Error(`the lines of sale ${one.id} are gone`);
  return { ...one, goods: prepared.goods, award: award && { ...award, ...prepared.why } };
}
