import { amountOf, type Currency, type ExpiryRules, type Programme, type Rounding } from "@rewards/domain";
import type { Sql, Tx } from "../client.ts";
import { expiryRules } from "./catalogue.expiry.ts";

interface ProgrammeRow {
  readonly id: string;
  readonly business_id: string;
  readonly time_zone_text: string;
  readonly earning_rate: string;
  readonly earning_rounding: Rounding;
  readonly earning_fraction_digits: number;
  readonly earning_version: number;
  readonly return_wait_days: number;
  readonly return_window_days: number;
  readonly currencies: [CurrencyRow, ...CurrencyRow[]];
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
    select p.id, p.business_id, p.time_zone_text, p.earning_rate, p.earning_rounding, p.earning_fraction_digits, p.return_wait_days, p.return_window_days,
      (select max(v.version) from earning_version v where v.program = p.id) as earning_version,
      (select json_agg(json_build_object('id', c.id, 'name', c.name, 'expiry', ${expiryRules(sql)}) order by c.position) from currency c where c.program = p.id) as currencies
    from programme p`;
  return new Map(rows.map((row) => [row.business_id, programmeOf(row)]));
}

function programmeOf(row: ProgrammeRow): Programme {
  const [first, ...others] = row.currencies;
  return {
    id: row.id,
    businessId: row.business_id,
    timeZone: row.time_zone_text,
    currencies: [currencyOf(first), ...others.map(currencyOf)],
    earning: {
      rate: amountOf(row.earning_rate),
      rounding: row.earning_rounding,
      fractionDigits: row.earning_fraction_digits,
    },
    earningVersion: row.earning_version,
    returnWaitDays: row.return_wait_days,
    returnWindowDays: row.return_window_days,
  };
}

const currencyOf = ({ id, name, expiry }: CurrencyRow): Currency => ({ id, name, ...(expiry && { expiry }) });
