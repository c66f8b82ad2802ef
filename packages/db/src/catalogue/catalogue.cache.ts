import {
  amountOf,
  type Currency,
  type EarningVersion,
  type ExpiryRules,
  type ProductFacts,
  type Programme,
} from "@rewards/domain";
import { LRUCache } from "lru-cache";
import type { Fragment, Sql, Tx } from "../client.ts";
import { isLive } from "../object/object.settle.ts";
import { createRuleSets, type RuleSets } from "./catalogue.rules.ts";

/** Makes every worker drop its cache. All catalogue changes lock this one row, so do it last in a transaction. */
export async function bumpCatalogue(tx: Tx): Promise<void> {
  await tx`update catalogue set version = version + 1`;
}

const rulesOf = (sql: Sql | Tx): Fragment => sql`
  json_build_object('timeZone', p.time_zone_text, 'versions', (
    select json_agg(json_build_object('months', v.months, 'until', v.until, 'inactiveMonths', v.inactive_months,
      'appliedAtMs', floor(extract(epoch from v.applied_at) * 1000)::bigint) order by v.version)
    from expiry_version v where v.currency = c.id))`;

/** The `ExpiryRules` of the currency `c` of the programme `p`, as JSON; null if its points do not expire now. */
export const expiryRules = (sql: Sql | Tx): Fragment => sql`
  case when coalesce(c.expiry_months, c.expiry_inactive_months) is not null then ${rulesOf(sql)} end`;

/** The same, also if its points expired only in the past: what expired then stays so. Null if they never did. */
export const pastExpiryRules = (sql: Sql | Tx): Fragment => sql`
  case when exists (select from expiry_version v where v.currency = c.id and coalesce(v.months, v.inactive_months) is not null)
    then ${rulesOf(sql)} end`;

interface ProgrammeRow {
  readonly id: string;
  readonly business_id: string;
  readonly time_zone_text: string;
  readonly return_wait_days: number;
  readonly return_window_days: number;
  readonly earning: [VersionRow, ...VersionRow[]];
  readonly currencies: [CurrencyRow, ...CurrencyRow[]];
}

interface VersionRow extends Omit<EarningVersion, "rate" | "inForceFromMs" | "lateDays"> {
  readonly rate: string;
  readonly lateDays: number | null;
  /** Null: in force from ever. */
  readonly inForceFromMs: number | null;
}

interface CurrencyRow {
  readonly id: string;
  readonly name: string;
  /** Null if the points do not expire now. */
  readonly expiry: ExpiryRules | null;
}

/** All programmes, by BusinessID, each with its currencies in order. */
export async function loadProgrammes(sql: Sql | Tx): Promise<Map<string, Programme>> {
  const rows = await sql<ProgrammeRow[]>`
    select p.id, p.business_id, p.time_zone_text, p.return_wait_days, p.return_window_days,
      (select json_agg(json_build_object('version', v.version, 'rate', v.rate::text, 'rounding', v.rounding, 'fractionDigits', v.fraction_digits,
        'hasRules', v.rules <> '[]', 'lateDays', v.late_days,
        'inForceFromMs', floor(extract(epoch from v.in_force_from) * 1000)::bigint) order by v.version)
        from earning_version v where v.program = p.id) as earning,
      (select json_agg(json_build_object('id', c.id, 'name', c.name, 'expiry', ${expiryRules(sql)}) order by c.position) from currency c where c.program = p.id) as currencies
    from programme p`;
  return new Map(rows.map((row) => [row.business_id, programmeOf(row)]));
}

function programmeOf(row: ProgrammeRow): Programme {
  const [first, ...others] = row.currencies;
  const [firstVersion, ...laterVersions] = row.earning;
  return {
    id: row.id,
    businessId: row.business_id,
    timeZone: row.time_zone_text,
    currencies: [currencyOf(first), ...others.map(currencyOf)],
    earning: [versionOf(firstVersion), ...laterVersions.map(versionOf)],
    returnWaitDays: row.return_wait_days,
    returnWindowDays: row.return_window_days,
  };
}

const versionOf = ({ rate, inForceFromMs, lateDays, ...row }: VersionRow): EarningVersion => ({
  ...row,
  ...(lateDays !== null && { lateDays }),
  rate: amountOf(rate),
  inForceFromMs: inForceFromMs ?? -Infinity,
});

const currencyOf = ({ id, name, expiry }: CurrencyRow): Currency => ({ id, name, ...(expiry && { expiry }) });

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
    const programmes = await loadProgrammes(sql);
    current = {
      version,
      stores: new LRUCache({ max: cachedKeysMax }),
      products: new LRUCache({ max: cachedKeysMax }),
      programmes,
    };
    return current;
  }

  return {
    ruleSets: createRuleSets(sql),
    async read(storeCodes, productCodes) {
      const { stores, products, programmes } = await readGeneration();
      const [storeMap, productMap] = await Promise.all([
        through(stores, storeCodes, (codes) => loadStores(sql, codes)),
        through(products, productCodes, (codes) => loadProducts(sql, codes)),
      ]);
      return { stores: storeMap, products: productMap, programmes };
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
