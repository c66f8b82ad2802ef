import {
  type Award,
  amountOf,
  deletedStatus,
  type ExpiryRules,
  type KnownOriginal,
  type Originals,
  type ProductCodes,
  type Programme,
  type Rounding,
  type SaleItem,
  type SaleToDecide,
  sale,
  soldGoods,
} from "@rewards/domain";
import { pastExpiryRules } from "../catalogue/catalogue.cache.ts";
import type { Sql } from "../client.ts";

const { complete, reject } = sale.transitions;

interface OriginalRow {
  readonly id: string;
  readonly external_id: string;
  readonly status: string;
  readonly sale_items: SaleItem[];
  readonly settled_at: Date;
  readonly member: string | null;
  readonly currency: string | null;
  readonly expiry: ExpiryRules | null;
}

/** What the sale earned; all null if it has no such entry. */
interface AwardRow {
  readonly points: string;
  readonly posted_at: Date;
  readonly why: string;
  readonly rate: string;
  readonly rounding: Rounding;
  readonly fraction_digits: number;
}

type NoAward = Record<keyof AwardRow, null>;

/**
 * The resolved sales of these ExternalIDs, with what they earned and by which rules. Sales that are open or unknown are
 * left out. Nothing of a resolved sale changes, so this needs no lock; `readRepriced` reads under the lock what its
 * repricing counted.
 */
export async function loadOriginals(sql: Sql, keys: readonly string[]): Promise<Map<string, KnownOriginal>> {
  const rows = await sql<(OriginalRow & (AwardRow | NoAward))[]>`
    select s.id, s.external_id, s.status, s.sale_items, s.update_date_time as settled_at, m.id as member, coalesce(e.currency, c.id) as currency,
      e.currency_awarded as points, e.create_date_time as posted_at, e.why, v.rate, v.rounding, v.fraction_digits,
      ${pastExpiryRules(sql)} as expiry
    from sale s
    left join member m on m.external_id = s.member_external_id
    left join programme p on p.business_id = m.program_business_id
    left join currency c on c.program = p.id and c.position = 0
    left join ledger_entry e on e.source_id = s.id and e.type = 'Sale'
    left join earning_version v on v.program = p.id and v.version = e.rules
    where s.external_id = any(${[...keys]}::text[]) and s.status = any(${[complete.to, reject.to]}::text[])`;
  return new Map(rows.map((row) => [row.external_id, originalOf(row)]));
}

function originalOf(row: OriginalRow & (AwardRow | NoAward)): KnownOriginal {
  if (row.status === reject.to || row.member === null || row.currency === null) return "rejected";
  const award = row.points === null ? undefined : awardOf(row);
  return {
    id: row.id,
    externalId: row.external_id,
    goods: soldGoods(row.sale_items, award?.lines),
    settledAtMs: row.settled_at.getTime(),
    memberId: row.member,
    currencyId: row.currency,
    award,
    ...(row.expiry && { expiry: row.expiry }),
  };
}

const awardOf = (row: AwardRow): Award => ({
  points: amountOf(row.points),
  postedAtMs: row.posted_at.getTime(),
  lines: (JSON.parse(row.why) as { lines: number[] }).lines,
  earning: { rate: amountOf(row.rate), rounding: row.rounding, fractionDigits: row.fraction_digits },
});

/** What a batch knows of the sales that its return lines name. */
export interface KnownReturns {
  /** Resolved originals, by ExternalID. */
  readonly originals: ReadonlyMap<string, KnownOriginal>;
  /** By present code: the former codes of the returned products. */
  readonly productCodes: ReadonlyMap<string, ProductCodes>;
  /** When each return of the batch was accepted, and Postgres' clock, ms. */
  readonly receivedAtMs: ReadonlyMap<string, number>;
  readonly nowMs: number;
}

type Returning = Pick<SaleToDecide, "id" | "items">;

/** Each line that names an original may load one with 500 lines, and write a row. */
export const countLinkedLines = ({ items }: Returning) =>
  items.reduce((sum, { OriginalSaleExternalID: key }) => (key === undefined ? sum : sum + 1), 0);

const linkedItems = ({ items }: Returning) =>
  items.filter(({ OriginalSaleExternalID }) => OriginalSaleExternalID !== undefined);

const originalKeys = (one: Returning) =>
  linkedItems(one).map(({ OriginalSaleExternalID }) => OriginalSaleExternalID as string);

/**
 * Which codes the products had that have these codes now. Of a code that several products had, the live one has it, else
 * the last. History keeps former codes.
 */
async function loadProductCodes(sql: Sql, codes: readonly string[]): Promise<Map<string, ProductCodes>> {
  const rows = await sql<{ code: string; since: Date; former: ProductCodes["former"] | null }[]>`
    select p.code, p.since, h.former from (
      select distinct on (product_code) product_code as code, id, create_date_time as since from product
      where product_code = any(${[...codes]}::text[])
      order by product_code, status = ${deletedStatus}, create_date_time desc
    ) p
    cross join lateral (
      select jsonb_agg(jsonb_build_object('code', c ->> 'from', 'untilMs', floor(extract(epoch from h.at) * 1000)) order by h.version) as former
      from history h cross join lateral jsonb_array_elements(h.changes) c
      where h.record_id = p.id and c ->> 'field' = 'ProductCode'
    ) h`;
  return new Map(rows.map(({ code, since, former }) => [code, { sinceMs: since.getTime(), former: former ?? [] }]));
}

/** Undefined if no line of these sales names an original: then it sends nothing. */
export async function loadReturns(sql: Sql, sales: readonly Returning[]): Promise<KnownReturns | undefined> {
  const returns = sales.filter((one) => originalKeys(one).length > 0);
  if (returns.length === 0) return undefined;
  const [originals, productCodes, received] = await Promise.all([
    loadOriginals(sql, [...new Set(returns.flatMap(originalKeys))]),
    loadProductCodes(sql, [...new Set(returns.flatMap(linkedItems).map(({ ProductCode }) => ProductCode))]),
    sql<{ id: string; at: Date; now: Date }[]>`
      select id, create_date_time as at, clock_timestamp() as now from sale where id = any(${returns.map(({ id }) => id)}::uuid[])`,
  ]);
  return {
    originals,
    productCodes,
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
  readonly references?: { readonly originals: Originals; readonly productCodes: KnownReturns["productCodes"] };
  /** The first original that the return must wait for. */
  readonly awaited?: AwaitedOriginal;
}

const dayMs = 86_400_000;

/** The originals of a return, or the first that it must wait for. */
export function resolveReturn(
  one: Returning,
  { returnWaitDays }: Programme,
  { originals, productCodes, receivedAtMs, nowMs }: KnownReturns,
): ResolvedReturn {
  const keys = new Set(originalKeys(one));
  if (keys.size === 0) return {};
  const untilMs = (receivedAtMs.get(one.id) ?? 0) + returnWaitDays * dayMs;
  const resolved = new Map<string, KnownOriginal>();
  for (const key of keys) {
    const original = originals.get(key) ?? (nowMs >= untilMs ? "unlinked" : undefined);
    if (!original) return { awaited: { key, untilMs } };
    resolved.set(key, original);
  }
  return { references: { originals: resolved, productCodes } };
}
