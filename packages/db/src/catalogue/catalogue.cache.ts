import { type ProductFacts, type Programme, type TierBooks, tierBooksOf } from "@rewards/domain";
import { LRUCache } from "lru-cache";
import type { Sql, Tx } from "../client.ts";
import { isLive } from "../object/object.settle.ts";
import { loadProgrammes } from "./catalogue.programmes.ts";
import { createRuleSets, type RuleSets } from "./catalogue.rules.ts";

/** Makes every worker drop its cache. All catalogue changes lock this one row, so do it last in a transaction. */
export async function bumpCatalogue(tx: Tx): Promise<void> {
  await tx`update catalogue set version = version + 1`;
}

/** Most stores, and most products, in the cache; the least recently read are evicted first. */
const cachedKeysMaxDefault = 50_000;

/** The stores, products and programmes that a batch of sales needs. */
export interface Catalogue {
  /** By StoreCode; unregistered stores are missing. */
  readonly stores: ReadonlyMap<string, { readonly isParticipating: boolean }>;
  /** By ProductCode; unregistered products are missing. */
  readonly products: ReadonlyMap<string, ProductFacts>;
  /** By BusinessID. */
  readonly programmes: ReadonlyMap<string, Programme>;
  /** Undefined if no programme has tiers. */
  readonly tiers: TierBooks | undefined;
}

export interface CatalogueCache {
  /** The rules of versions. */
  readonly ruleSets: RuleSets;
  read(storeCodes: ReadonlySet<string>, productCodes: ReadonlySet<string>): Promise<Catalogue>;
}

/** A null value was looked up and not found. */
type Cached<T extends {}> = LRUCache<string, { value: T | null }>;

/** What was read under one version. A read puts its rows here even if another read has moved to the next version. */
interface Generation {
  readonly version: string;
  readonly stores: Cached<{ isParticipating: boolean }>;
  readonly products: Cached<ProductFacts>;
  readonly programmes: ReadonlyMap<string, Programme>;
  /** Undefined if no programme has tiers. */
  readonly tiers: TierBooks | undefined;
}

/**
 * Caches rows under one version, which every change of the catalogue increments in its own transaction. The version is
 * read before the rows. Rows newer than the version do no harm: they are read again under the next version.
 */
export function createCatalogueCache(sql: Sql, cachedKeysMax = cachedKeysMaxDefault): CatalogueCache {
  let current: Generation | undefined;

  async function readGeneration(): Promise<Generation> {
    const [row] = await sql<{ version: string }[]>`select version from catalogue`;
    const version = row?.version ?? "";
    if (current?.version === version) return current;
    const programmes = await loadProgrammes(sql, current?.programmes);
    current = {
      version,
      stores: new LRUCache({ max: cachedKeysMax }),
      products: new LRUCache({ max: cachedKeysMax }),
      programmes,
      tiers: tierBooksOf(programmes.values()),
    };
    return current;
  }

  return {
    ruleSets: createRuleSets(sql),
    async read(storeCodes, productCodes) {
      const { stores, products, programmes, tiers } = await readGeneration();
      const [storeMap, productMap] = await Promise.all([
        through(stores, storeCodes, (codes) => loadStores(sql, codes)),
        through(products, productCodes, (codes) => loadProducts(sql, codes)),
      ]);
      return { stores: storeMap, products: productMap, programmes, tiers };
    },
  };
}

async function through<T extends {}>(
  cache: Cached<T>,
  codes: ReadonlySet<string>,
  load: (codes: string[]) => Promise<Map<string, T>>,
): Promise<Map<string, T>> {
  const found = new Map<string, T>();
  const missing: string[] = [];
  // Reads all hits before it sets anything: setting may evict them.
  for (const code of codes) {
    const hit = cache.get(code);
    if (hit === undefined) missing.push(code);
    else if (hit.value !== null) found.set(code, hit.value);
  }
  if (missing.length === 0) return found;
  const loaded = await load(missing);
  for (const code of missing) {
    const value = loaded.get(code) ?? null;
    cache.set(code, { value });
    if (value !== null) found.set(code, value);
  }
  return found;
}

async function loadStores(sql: Sql, codes: string[]): Promise<Map<string, { isParticipating: boolean }>> {
  const rows = await sql<
    { store_code: string; is_participating: boolean }[]
  >`select store_code, is_participating from store where store_code = any(${codes}::text[])`;
  return new Map(rows.map((row) => [row.store_code, { isParticipating: row.is_participating }]));
}

/** Products by ProductCode, without deleted ones. */
export async function loadProducts(sql: Sql | Tx, codes: readonly string[]): Promise<Map<string, ProductFacts>> {
  const rows = await sql<{ product_code: string; incentivizable: boolean; category: string; brand: string }[]>`
    select product_code, incentivizable, category, brand
    from product where product_code = any(${[...codes]}::text[]) and ${isLive(sql)}`;
  return new Map(
    rows.map(({ product_code, incentivizable: isIncentivizable, category, brand }) => [
      product_code,
      { isIncentivizable, category, brand },
    ]),
  );
}
