import {
  amountOf,
  type Earning,
  type KnownOriginal,
  type OriginalSale,
  type ProductRecord,
  productThen,
  type Rounding,
  sale,
  unearnedStoreNote,
} from "@rewards/domain";
import { loadProductRecords } from "../catalogue/catalogue.codes.ts";
import { createRuleSets } from "../catalogue/catalogue.rules.ts";
import type { Sql } from "../client.ts";
import { memberByKey } from "../member.key.ts";
import { findOriginals } from "../sale-return/sale-return.find.ts";
import { loadGoods } from "../sale-return/sale-return.goods.ts";

/** Why a sale is not repriced, before anything is locked. */
export type RepriceRefusal = "unknown" | "open" | "rejected" | "not participating";

/** A completed sale, with the rules of its own entry or, if it has none, those in force when it was made. */
export interface PricedSale extends RuledSale {
  /** The products of its lines, by the code that it has for them. */
  readonly products: ReadonlyMap<string, ProductRecord>;
}

interface RuledSale {
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

/** The sales of these ExternalIDs with all that a repricing reads. */
export async function loadPriced(
  sql: Sql,
  externalIds: readonly string[],
): Promise<{
  readonly sales: ReadonlyMap<string, PricedSale | RepriceRefusal>;
  readonly ids: ReadonlyMap<string, string>;
}> {
  const [rows, originals] = await Promise.all([loadRows(sql, externalIds), loadOriginals(sql, externalIds)]);
  const byKey = new Map(rows.map((row) => [row.external_id, row]));
  const ruled = externalIds.map((key) => [key, ruledOf(byKey.get(key), originals.get(key))] as const);
  const codes = ruled.flatMap(([, one]) => (typeof one === "string" ? [] : codesOf(one)));
  const records = await loadProductRecords(sql, [...new Set(codes)]);
  const sales = new Map(
    ruled.map(([key, one]) => [key, typeof one === "string" ? one : { ...one, products: productsOf(one, records) }]),
  );
  return { sales, ids: new Map(rows.map(({ external_id: key, id }) => [key, id])) };
}

const codesOf = ({ original }: RuledSale) => [...original.goods.products.keys()];

function productsOf(sale: RuledSale, records: ReadonlyMap<string, readonly ProductRecord[]>) {
  const found = codesOf(sale).flatMap((code) => {
    const record = productThen(code, records.get(code) ?? [], sale.original.settledAtMs);
    return record ? [[code, record] as const] : [];
  });
  return new Map(found);
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
  left join ${sql.unsafe(memberByKey("s.member_external_id", "past"))} m on true
  left join programme p on p.business_id = m.program_business_id
  left join lateral (select rules from ledger_entry where source_id = s.id and type = 'Sale' limit 1) e on true
  left join lateral (
    select version, rate, rounding, fraction_digits from earning_version
    where program = p.id and (version = 1 or version = e.rules or e.rules is null and in_force_from <= least(s.sale_date_time, s.create_date_time))
    order by version = e.rules desc nulls last, version desc limit 1
  ) v on true`;

function ruledOf(row: RepricedRow | undefined, original: KnownOriginal | undefined): RuledSale | RepriceRefusal {
  if (!row) return "unknown";
  if (original === undefined) return "open";
  if (row.status === sale.transitions.reject.to || typeof original === "string" || row.version === null)
    return "rejected";
  if (row.is_out) return "not participating";
  const earning = { rate: amountOf(row.rate), rounding: row.rounding, fractionDigits: row.fraction_digits };
  return { original, rules: { ...earning, version: row.version } };
}
