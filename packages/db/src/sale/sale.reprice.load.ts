import {
  amountOf,
  type Earning,
  type KnownOriginal,
  type OriginalSale,
  type ProductFacts,
  type Rounding,
  sale,
  unearnedStoreNote,
} from "@rewards/domain";
import { loadProducts } from "../catalogue/catalogue.cache.ts";
import { createRuleSets } from "../catalogue/catalogue.rules.ts";
import type { Sql } from "../client.ts";
import { findOriginals } from "../sale-return/sale-return.find.ts";
import { loadGoods } from "../sale-return/sale-return.goods.ts";

/** Why a sale is not repriced, before anything is locked. */
export type RepriceRefusal = "unknown" | "open" | "rejected" | "not participating";

/** A completed sale, with the rules of its own entry or, if it has none, those in force when it was made. */
export interface PricedSale {
  readonly original: OriginalSale;
  readonly rules: Earning & { readonly version: number };
}

interface RepricedRow {
  readonly external_id: string;
  readonly id: string;
  readonly status: string;
  readonly is_out: boolean;
  readonly version: number | null;
  readonly rate: string;
  readonly rounding: Rounding;
  readonly fraction_digits: number;
}

/** The sales of these ExternalIDs with all that a repricing reads, and the products of their lines, by present code. */
export async function loadPriced(
  sql: Sql,
  externalIds: readonly string[],
): Promise<{
  readonly sales: ReadonlyMap<string, PricedSale | RepriceRefusal>;
  readonly ids: ReadonlyMap<string, string>;
  readonly products: ReadonlyMap<string, ProductFacts>;
}> {
  const [rows, originals] = await Promise.all([loadRows(sql, externalIds), loadOriginals(sql, externalIds)]);
  const byKey = new Map(rows.map((row) => [row.external_id, row]));
  const sales = new Map(externalIds.map((key) => [key, pricedOf(byKey.get(key), originals.get(key))]));
  const codes = [...sales.values()].flatMap((one) =>
    typeof one === "string" ? [] : [...one.original.goods.products.keys()],
  );
  const products = await loadProducts(sql, [...new Set(codes)]);
  return { sales, ids: new Map(rows.map(({ external_id: key, id }) => [key, id])), products };
}

async function loadOriginals(sql: Sql, externalIds: readonly string[]): Promise<Map<string, KnownOriginal>> {
  const found = await findOriginals(sql, externalIds);
  const completed = [...found.values()].filter((one) => one !== "rejected");
  const originals = await loadGoods(sql, completed, createRuleSets(sql));
  const known = new Map<string, KnownOriginal>([...found.keys()].map((key) => [key, "rejected"]));
  for (const one of originals) known.set(one.externalId, one);
  return known;
}

const loadRows = (sql: Sql, externalIds: readonly string[]) => sql<RepricedRow[]>`
  select s.external_id, s.id, s.status, starts_with(s.confirmation_note, ${unearnedStoreNote}) as is_out,
    v.version, v.rate, v.rounding, v.fraction_digits
  from unnest(${[...externalIds]}::text[]) as k(key)
  cross join lateral (
    select id, external_id, status, confirmation_note, member_external_id, sale_date_time, create_date_time from sale where external_id = k.key limit 1
  ) s
  left join lateral (select program_business_id from member where external_id = s.member_external_id limit 1) m on true
  left join programme p on p.business_id = m.program_business_id
  left join lateral (select rules from ledger_entry where source_id = s.id and type = 'Sale' limit 1) e on true
  left join lateral (
    select version, rate, rounding, fraction_digits from earning_version
    where program = p.id and (version = 1 or version = e.rules or e.rules is null and in_force_from <= least(s.sale_date_time, s.create_date_time))
    order by version = e.rules desc nulls last, version desc limit 1
  ) v on true`;

function pricedOf(row: RepricedRow | undefined, original: KnownOriginal | undefined): PricedSale | RepriceRefusal {
  if (!row) return "unknown";
  if (original === undefined) return "open";
  if (row.status === sale.transitions.reject.to || typeof original === "string" || row.version === null)
    return "rejected";
  if (row.is_out) return "not participating";
  const earning = { rate: amountOf(row.rate), rounding: row.rounding, fractionDigits: row.fraction_digits };
  return { original, rules: { ...earning, version: row.version } };
}
