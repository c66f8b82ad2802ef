import { dayMs, type KnownOriginal, type Originals, type ProductRecords, type Programme } from "@rewards/domain";
import { loadReturnedProducts } from "../catalogue/catalogue.codes.ts";
import type { RuleSets } from "../catalogue/catalogue.rules.ts";
import type { Sql } from "../client.ts";
import { type FoundOriginals, linkedItems, originalKeys, type Returning } from "./sale-return.find.ts";
import { type Lane, loadGoods } from "./sale-return.goods.ts";

/** What a batch knows of the sales that its return lines name. */
export interface KnownReturns {
  /** Resolved originals, by ExternalID. */
  readonly originals: ReadonlyMap<string, KnownOriginal>;
  readonly productRecords: ProductRecords;
  /** When each return of the batch was accepted, and Postgres' clock, ms. */
  readonly receivedAtMs: ReadonlyMap<string, number>;
  readonly nowMs: number;
}

/**
 * @param found the originals that these sales name.
 * @returns undefined if no line of these sales names an original: then it sends nothing.
 */
export async function loadReturns(
  sql: Sql,
  sales: readonly Returning[],
  found: FoundOriginals,
  ruleSets: RuleSets,
  lane?: Lane,
): Promise<KnownReturns | undefined> {
  const returns = sales.filter((one) => linkedItems(one).length > 0);
  if (returns.length === 0) return undefined;
  const named = originalKeys(returns).flatMap((key) => found.get(key) ?? []);
  const [loaded, productRecords, received] = await Promise.all([
    loadGoods(
      sql,
      named.filter((one) => one !== "rejected"),
      ruleSets,
      lane,
    ),
    loadReturnedProducts(sql, [...new Set(returns.flatMap(linkedItems).map(({ ProductCode }) => ProductCode))]),
    sql<{ id: string; at: Date; now: Date }[]>`
      select id, create_date_time as at, clock_timestamp() as now from sale where id = any(${returns.map(({ id }) => id)}::uuid[])`,
  ]);
  return {
    originals: new Map<string, KnownOriginal>([
      ...[...found].flatMap(([key, one]) => (one === "rejected" ? [[key, one] as const] : [])),
      ...loaded.map((one) => [one.externalId, one] as const),
    ]),
    productRecords,
    receivedAtMs: new Map(received.map(({ id, at }) => [id, at.getTime()])),
    nowMs: received[0]?.now.getTime() ?? 0,
  };
}

/** An original that a return waits for, by ExternalID, and until when. */
export interface AwaitedOriginal {
  readonly key: string;
  readonly untilMs: number;
}

export interface ResolvedReturn {
  /** Undefined if no line names one. */
  readonly references?: { readonly originals: Originals; readonly productRecords: ProductRecords };
  /** The first original that the return must wait for. */
  readonly awaited?: AwaitedOriginal;
}

/** The originals of a return, or the first that it must wait for. */
export function resolveReturn(
  one: Returning,
  { returnWaitDays }: Programme,
  { originals, productRecords, receivedAtMs, nowMs }: KnownReturns,
): ResolvedReturn {
  const keys = originalKeys([one]);
  if (keys.length === 0) return {};
  const untilMs = (receivedAtMs.get(one.id) ?? 0) + returnWaitDays * dayMs;
  const resolved = new Map<string, KnownOriginal>();
  for (const key of keys) {
    const original = originals.get(key) ?? (nowMs >= untilMs ? "unlinked" : undefined);
    if (!original) return { awaited: { key, untilMs } };
    resolved.set(key, original);
  }
  return { references: { originals: resolved, productRecords } };
}
