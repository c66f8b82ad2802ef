import {
  type Author,
  codeOf,
  loadProductRecords,
  lockNotAvailable,
  type RepricedSale,
  type RepriceOptions,
  repriceSales,
  type Sql,
} from "@rewards/db";

/** Balances are locked for the time of one transaction, so few sales share one: no posting waits long. */
const batchSalesMax = 50;
/** Read by one statement, whatever their products are. */
const pageSalesMax = 1_000;

export interface RepriceRun {
  readonly author: Author;
  /** Computes everything, and writes nothing. */
  readonly isDryRun: boolean;
  /** Takes what became of the sales, batch by batch: a run keeps none of them. */
  readonly take: (sales: readonly RepricedSale[]) => void;
}

/** Sales with a line of a product, by SaleDateTime. */
export interface RepricedPeriod {
  /** The product's present code; or one that no product has now, of the lines that have it. */
  readonly productCode: string;
  /** ISO 8601, inclusive. */
  readonly from: string;
  /** ISO 8601, exclusive. */
  readonly to: string;
}

interface NamedRun extends RepriceRun, Pick<RepriceOptions, "productCode"> {}

/**
 * Prices the sales of these ExternalIDs anew, in transactions of up to 50 sales. A run that was stopped can be repeated: no
 * sale is repriced twice.
 */
export async function repriceNamed(sql: Sql, externalIds: readonly string[], run: NamedRun): Promise<void> {
  const keys = [...new Set(externalIds)];
  for (let start = 0; start < keys.length; start += batchSalesMax)
    run.take(await repriceBatch(sql, keys.slice(start, start + batchSalesMax), run));
}

/** As `repriceNamed`, for all sales of a period that have the product. Its memory is bounded by a page of sales. */
export async function repricePeriod(sql: Sql, period: RepricedPeriod, run: RepriceRun): Promise<void> {
  const { productCode } = period;
  const records = (await loadProductRecords(sql, [productCode])).get(productCode);
  const present = records?.find((one) => one.code === productCode && one.deletedAtMs === undefined);
  const codes = [productCode, ...(present?.former ?? []).map(({ code }) => code)];
  const lines = codes.map((ProductCode) => JSON.stringify([{ ProductCode }]));
  let after: { readonly at: string; readonly id: string | null } = { at: period.from, id: null };
  for (;;) {
    const page = await sql<{ id: string; external_id: string; at: Date; has_code: boolean }[]>`
      select id, external_id, sale_date_time as at, sale_items @> any(${lines}::text[]::jsonb[]) as has_code from sale
      where sale_date_time >= ${after.at}::timestamptz and sale_date_time < ${period.to}::timestamptz
        and (${after.id}::uuid is null or sale_date_time > ${after.at}::timestamptz or id > ${after.id}::uuid)
      order by sale_date_time, id limit ${pageSalesMax}`;
    const found = page.filter((one) => one.has_code).map((one) => one.external_id);
    await repriceNamed(sql, found, { ...run, ...(present && { productCode }) });
    const last = page.at(-1);
    if (!last || page.length < pageSalesMax) return;
    after = { at: last.at.toISOString(), id: last.id };
  }
}

/** Balances that other sessions hold are waited for one by one, so that nobody waits for a lock of ours meanwhile. */
async function repriceBatch(sql: Sql, keys: readonly string[], { take: _, ...options }: NamedRun) {
  const sales = await repriceSales(sql, keys, { ...options, locks: "skip" });
  const results: RepricedSale[] = [];
  for (const one of sales) results.push(one.outcome === "busy" ? await repriceAlone(sql, one, options) : one);
  return results;
}

async function repriceAlone(
  sql: Sql,
  busy: RepricedSale,
  options: Omit<RepriceOptions, "locks">,
): Promise<RepricedSale> {
  try {
    const [alone] = await repriceSales(sql, [busy.externalId], { ...options, locks: "wait" });
    return alone ?? busy;
  } catch (error) {
    if (codeOf(error) === lockNotAvailable) return busy;
    throw error;
  }
}
