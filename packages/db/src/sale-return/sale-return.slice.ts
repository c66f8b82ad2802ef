import type { Sql } from "../client.ts";
import { type FoundOriginals, findOriginals, linkedItems, originalKeys, type Returning } from "./sale-return.find.ts";

/** Of the returns of a slice: lines that name an original, each of which is a row or more. */
const linkedLinesMax = 200;
/** Of the originals of a slice: lines, which are loaded, and each of which may become a row. */
const originalLinesMax = 2_000;

export interface SaleSlice<One> {
  /** In their order. */
  readonly sales: readonly One[];
  /** The originals of their returns. */
  readonly found: FoundOriginals;
  readonly later: readonly One[];
}

/**
 * The sales of a batch to settle in one transaction: all that name no original, and as many returns as cost little, the
 * smallest first. This bounds memory, and for how long balances are locked and other sales wait.
 * @param isLane takes a return that costs more too, if it is the smallest.
 */
export async function sliceOf<One extends Returning>(
  sql: Sql,
  sales: readonly One[],
  isLane: boolean,
): Promise<SaleSlice<One>> {
  const returns = sales.filter((one) => linkedItems(one).length > 0);
  if (returns.length === 0) return { sales, found: new Map(), later: [] };
  const small = lightest(returns, (one) => linkedItems(one).length, linkedLinesMax, isLane);
  const found = await findOriginals(sql, originalKeys(small));
  const light = lightest(small, (one) => countLines(one, found), originalLinesMax, isLane);
  const isLater = new Set(returns);
  for (const one of light) isLater.delete(one);
  return { sales: sales.filter((one) => !isLater.has(one)), found, later: [...isLater] };
}

/** The lightest, up to a sum of weights. */
function lightest<One>(all: readonly One[], weigh: (one: One) => number, max: number, isLane: boolean): One[] {
  const weighed = all.map((one) => ({ one, weight: weigh(one) })).sort((a, b) => a.weight - b.weight);
  let sum = 0;
  return weighed.flatMap(({ one, weight }, index) => {
    sum += weight;
    return sum <= max || (isLane && index === 0) ? [one] : [];
  });
}

function countLines(one: Returning, found: FoundOriginals): number {
  const originals = originalKeys([one]).map((key) => found.get(key));
  return originals.reduce((sum, original) => sum + (typeof original === "object" ? original.lineCount : 0), 0);
}
