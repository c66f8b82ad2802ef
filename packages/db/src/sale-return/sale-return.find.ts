import {
  type Award,
  amountOf,
  type ExpiryRules,
  type OriginalSale,
  type Rounding,
  type SaleToDecide,
  sale,
} from "@rewards/domain";
import { pastExpiryRules } from "../catalogue/catalogue.programmes.ts";
import type { VersionKey } from "../catalogue/catalogue.rules.ts";
import type { Sql, Tx } from "../client.ts";
import { memberByKey } from "../member.key.ts";

const { complete, reject } = sale.transitions;

/** A resolved sale that return lines name, without its goods: they are loaded for the returns that are settled now. */
export interface FoundOriginal extends Omit<OriginalSale, "goods" | "award"> {
  /** How many lines it has. */
  readonly lineCount: number;
  /** Undefined if it earned nothing. */
  readonly award: Pick<Award, "points" | "postedAtMs" | "earning"> | undefined;
  /** The version of the rules that it earned by, if it has rules. */
  readonly rules?: VersionKey;
}

/** By ExternalID. */
export type FoundOriginals = ReadonlyMap<string, FoundOriginal | "rejected">;

interface OriginalRow {
  readonly id: string;
  readonly external_id: string;
  readonly line_count: number | null;
  readonly settled_at: Date;
  readonly sold_at: Date;
  readonly member: string | null;
  readonly currency: string | null;
  readonly merged_into: string | null;
  readonly merged_at: Date | null;
  readonly expiry: ExpiryRules | null;
}

/** What the sale earned; all null if it has no such entry. */
interface AwardRow {
  readonly points: string;
  readonly posted_at: Date;
  readonly rate: string;
  readonly rounding: Rounding;
  readonly fraction_digits: number;
  readonly program: string;
  readonly version: number;
  readonly has_rules: boolean;
}

type NoAward = Record<keyof AwardRow, null>;

/**
 * The resolved sales of these ExternalIDs, with what they earned and by which rules. Sales that are open or unknown are
 * left out. Nothing of a resolved sale changes, so this needs no lock.
 */
export async function findOriginals(sql: Sql | Tx, keys: readonly string[]): Promise<FoundOriginals> {
  const rows = await sql<(OriginalRow & (AwardRow | NoAward))[]>`
    select s.id, s.external_id, case when s.status = ${complete.to} then jsonb_array_length(s.sale_items) end as line_count,
      s.update_date_time as settled_at, least(s.sale_date_time, s.create_date_time) as sold_at, coalesce(e.member, m.id) as member, coalesce(e.currency, c.id) as currency, b.merged_into, b.merged_at,
      e.currency_awarded as points, e.create_date_time as posted_at, v.rate, v.rounding, v.fraction_digits, v.program, v.version, v.rules <> '[]' as has_rules,
      ${pastExpiryRules(sql)} as expiry
    from sale s
    left join ${sql.unsafe(memberByKey("s.member_external_id", "past"))} m on true
    left join programme p on p.business_id = m.program_business_id
    left join currency c on c.program = p.id and c.position = 0
    left join ledger_entry e on e.source_id = s.id and e.type = 'Sale'
    left join balance b on b.member = e.member and b.currency = e.currency
    left join earning_version v on v.program = p.id and v.version = e.rules
    where s.external_id = any(${[...keys]}::text[]) and s.status = any(${[complete.to, reject.to]}::text[])`;
  return new Map(rows.map((row) => [row.external_id, foundOf(row)]));
}

function foundOf(row: OriginalRow & (AwardRow | NoAward)): FoundOriginal | "rejected" {
  if (row.line_count === null || row.member === null || row.currency === null) return "rejected";
  return {
    id: row.id,
    externalId: row.external_id,
    lineCount: row.line_count,
    settledAtMs: row.settled_at.getTime(),
    soldAtMs: row.sold_at.getTime(),
    memberId: row.member,
    currencyId: row.currency,
    ...(row.merged_into && row.merged_at && { merged: { into: row.merged_into, atMs: row.merged_at.getTime() } }),
    award: row.points === null ? undefined : awardOf(row),
    ...(row.has_rules && { rules: { programmeId: row.program, version: row.version } }),
    ...(row.expiry && { expiry: row.expiry }),
  };
}

const awardOf = (row: AwardRow): FoundOriginal["award"] => ({
  points: amountOf(row.points),
  postedAtMs: row.posted_at.getTime(),
  earning: {
    rate: amountOf(row.rate),
    rounding: row.rounding,
    fractionDigits: row.fraction_digits,
    version: row.version,
  },
});

export type Returning = Pick<SaleToDecide, "id" | "items">;

export const linkedItems = ({ items }: Returning) =>
  items.filter(({ OriginalSaleExternalID }) => OriginalSaleExternalID !== undefined);

/** The sales that the lines of these name. */
export const originalKeys = (sales: readonly Returning[]): string[] => [
  ...new Set(sales.flatMap((one) => linkedItems(one).map(({ OriginalSaleExternalID: key }) => key as string))),
];
