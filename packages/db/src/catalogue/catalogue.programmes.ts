import {
  amountOf,
  type Currency,
  type EarningVersion,
  type ExpiryRules,
  type PaymentTerms,
  type PointValue,
  type Programme,
  parseTiers,
  type TierRules,
} from "@rewards/domain";
import { LRUCache } from "lru-cache";
import type { Fragment, Sql, Tx } from "../client.ts";

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

/** The `PaymentTerms` of the programme `p`, as JSON; null if it takes no points as payment. */
export const paymentTerms = (sql: Sql | Tx): Fragment => sql`
  case when p.payment_points is not null then json_strip_nulls(json_build_object('points', trim_scale(p.payment_points)::text,
    'value', trim_scale(p.payment_value)::text, 'minimum', trim_scale(p.payment_minimum)::text)) end`;

interface ProgrammeRow {
  readonly id: string;
  readonly business_id: string;
  readonly time_zone_text: string;
  readonly return_wait_days: number;
  readonly return_window_days: number;
  readonly point_value: PointValue | null;
  readonly payment: PaymentTerms | null;
  readonly consent_above: string | null;
  /** Those after the last one that is known. */
  readonly earning: readonly VersionRow[];
  readonly currencies: [CurrencyRow, ...CurrencyRow[]];
}

interface VersionRow extends Omit<EarningVersion, "rate" | "inForceFromMs" | "lateDays" | "tiers"> {
  readonly rate: string;
  readonly lateDays: number | null;
  readonly tiers: string | null;
  /** Null: in force from ever. */
  readonly inForceFromMs: number | null;
}

interface CurrencyRow {
  readonly id: string;
  readonly name: string;
  /** Null if the points do not expire now. */
  readonly expiry: ExpiryRules | null;
}

/** By BusinessID. */
type Programmes = ReadonlyMap<string, Programme>;

/**
 * All programmes, each with its currencies in order.
 * @param known from an earlier call: versions never change, so only later ones are read.
 */
export async function loadProgrammes(sql: Sql | Tx, known: Programmes = new Map()): Promise<Programmes> {
  const last = [...known.values()].map(({ id, earning }) => ({ id, version: earning.at(-1)?.version }));
  const rows = await sql<ProgrammeRow[]>`
    select p.id, p.business_id, p.time_zone_text, p.return_wait_days, p.return_window_days,
      case when p.point_value is not null then json_build_object('amount', trim_scale(p.point_value)::text, 'currency', p.point_value_currency) end as point_value, ${paymentTerms(sql)} as payment,
      p.consent_above,
      (select coalesce(json_agg(json_build_object('version', v.version, 'rate', v.rate::text, 'rounding', v.rounding, 'fractionDigits', v.fraction_digits,
        'hasRules', v.rules <> '[]', 'lateDays', v.late_days, 'tiers', v.tiers,
        'inForceFromMs', floor(extract(epoch from v.in_force_from) * 1000)::bigint) order by v.version), '[]')
        from earning_version v where v.program = p.id and v.version > coalesce(k.version, 0)) as earning,
      (select json_agg(json_build_object('id', c.id, 'name', c.name, 'expiry', ${expiryRules(sql)}) order by c.position) from currency c where c.program = p.id) as currencies
    from programme p left join jsonb_to_recordset(${JSON.stringify(last)}::text::jsonb) as k(id uuid, version int) on k.id = p.id`;
  return new Map(rows.map((row) => [row.business_id, programmeOf(row, known.get(row.business_id))]));
}

function programmeOf(row: ProgrammeRow, known: Programme | undefined): Programme {
  const [first, ...others] = row.currencies;
  // The trigger writes the first version with the programme.
  const earning = [...(known?.earning ?? []), ...row.earning.map(versionOf)] as unknown as Programme["earning"];
  return {
    id: row.id,
    businessId: row.business_id,
    timeZone: row.time_zone_text,
    currencies: [currencyOf(first), ...others.map(currencyOf)],
    earning,
    returnWaitDays: row.return_wait_days,
    returnWindowDays: row.return_window_days,
    ...(row.point_value && { pointValue: row.point_value }),
    ...(row.payment && { payment: row.payment }),
    ...(row.consent_above !== null && { consentAbove: amountOf(row.consent_above) }),
  };
}

/** By their text: most versions have the tiers of the one before. */
const tiersRead = new LRUCache<string, TierRules>({ max: 100 });

function readTiers(text: string): TierRules {
  const tiers = tiersRead.get(text) ?? parseTiers(text);
  tiersRead.set(text, tiers);
  return tiers;
}

const versionOf = ({ rate, inForceFromMs, lateDays, tiers, ...row }: VersionRow): EarningVersion => ({
  ...row,
  ...(lateDays !== null && { lateDays }),
  ...(tiers !== null && { tiers: readTiers(tiers) }),
  rate: amountOf(rate),
  inForceFromMs: inForceFromMs ?? -Infinity,
});

const currencyOf = ({ id, name, expiry }: CurrencyRow): Currency => ({ id, name, ...(expiry && { expiry }) });
