import {
  type Award,
  amountOf,
  type ExpiryRules,
  type KnownOriginal,
  type Rounding,
  type SaleItem,
  sale,
} from "@rewards/domain";
import { pastExpiryRules } from "../catalogue/catalogue.cache.ts";
import type { Sql } from "../client.ts";

const { complete, reject } = sale.transitions;

interface OriginalRow {
  readonly id: string;
  readonly external_id: string;
  readonly status: string;
  readonly sale_items: SaleItem[];
  readonly member: string | null;
  readonly currency: string | null;
  readonly points: string | null;
  readonly posted_at: Date | null;
  readonly why: string | null;
  readonly rate: string;
  readonly rounding: Rounding;
  readonly fraction_digits: number;
  readonly expiry: ExpiryRules | null;
}

/**
 * The resolved sales of these ExternalIDs, with what they earned and by which rules. Sales that are open or unknown are
 * left out. Nothing of a resolved sale changes, so this needs no lock.
 */
export async function loadOriginals(sql: Sql, keys: readonly string[]): Promise<Map<string, KnownOriginal>> {
  if (keys.length === 0) return new Map();
  const rows = await sql<OriginalRow[]>`
    select s.id, s.external_id, s.status, s.sale_items, m.id as member, coalesce(e.currency, c.id) as currency,
      e.currency_awarded as points, e.create_date_time as posted_at, e.why, coalesce(v.rate, p.earning_rate) as rate,
      coalesce(v.rounding, p.earning_rounding) as rounding, coalesce(v.fraction_digits, p.earning_fraction_digits) as fraction_digits,
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

function originalOf(row: OriginalRow): KnownOriginal {
  if (row.status === reject.to || row.member === null || row.currency === null) return "rejected";
  return {
    id: row.id,
    externalId: row.external_id,
    items: row.sale_items,
    memberId: row.member,
    currencyId: row.currency,
    award: awardOf(row),
    ...(row.expiry && { expiry: row.expiry }),
  };
}

function awardOf({ points, posted_at: postedAt, why, ...row }: OriginalRow): Award | undefined {
  if (points === null || postedAt === null) return undefined;
  return {
    points: amountOf(points),
    postedAtMs: postedAt.getTime(),
    lines: why === null ? undefined : (JSON.parse(why) as { lines: number[] }).lines,
    earning: { rate: amountOf(row.rate), rounding: row.rounding, fractionDigits: row.fraction_digits },
  };
}
