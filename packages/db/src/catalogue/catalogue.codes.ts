import { deletedStatus, type ProductCodes, type ProductRecord, type ProductRecords, product } from "@rewards/domain";
import type { Sql, Tx } from "../client.ts";
import { textLiteral } from "../statement.ts";

/** As JSON: the former codes of the product `p`, which history keeps. */
const formerCodes = (sql: Sql | Tx) => sql`(
  select jsonb_agg(jsonb_build_object('code', jsonb_path_query_first(h.changes, '$[*] ? (@.field == "ProductCode").from'),
    'untilMs', floor(extract(epoch from h.at) * 1000)) order by h.version)
  from history h where h.record_id = p.id and h.changes @> '[{"field": "ProductCode"}]'
)`;

type Former = ProductCodes["former"] | null;

interface RecordRow {
  readonly code: string;
  readonly since: Date;
  readonly deleted_at: Date | null;
  readonly incentivizable: boolean;
  readonly category: string;
  readonly brand: string;
  readonly former: Former;
}

/** The products that ever had one of these codes, deleted ones included, by each code that they had. */
export async function loadProductRecords(
  sql: Sql | Tx,
  codes: readonly string[],
): Promise<Map<string, ProductRecord[]>> {
  const renames = codes.map((from) => JSON.stringify([{ field: "ProductCode", from }]));
  const rows = await sql<RecordRow[]>`
    select p.product_code as code, p.create_date_time as since, case when p.status = ${deletedStatus} then p.update_date_time end as deleted_at,
      p.incentivizable, p.category, p.brand, ${formerCodes(sql)} as former
    from product p where p.id in (
      select id from product where product_code = any(${[...codes]}::text[])
      union
      select record_id from history
      where class = ${sql.unsafe(textLiteral(product.class))} and changes @> any(${renames}::text[]::jsonb[])
    )`;
  const records = new Map<string, ProductRecord[]>();
  for (const one of rows.map(recordOf).sort((a, b) => a.sinceMs - b.sinceMs)) {
    for (const code of new Set([one.code, ...one.former.map((former) => former.code)]))
      records.set(code, [...(records.get(code) ?? []), one]);
  }
  return records;
}

/** The same, and the products that ever had another code of these: who had it when a sale was settled. */
export async function loadReturnedProducts(sql: Sql | Tx, codes: readonly string[]): Promise<ProductRecords> {
  const records = await loadProductRecords(sql, codes);
  const all = [...new Set([...codes, ...records.keys()])];
  return all.length === codes.length ? records : loadProductRecords(sql, all);
}

const recordOf = ({ since, deleted_at, incentivizable, former, ...row }: RecordRow): ProductRecord => ({
  ...row,
  ...{ sinceMs: since.getTime(), former: former ?? [], isIncentivizable: incentivizable },
  ...(deleted_at && { deletedAtMs: deleted_at.getTime() }),
});
