import { amountOf, type OriginalSale, type Repricing, type Rounding, withRepricing } from "@rewards/domain";
import type { Tx } from "../client.ts";

interface RepricingRow {
  readonly sale: string;
  readonly at: Date;
  readonly why: string;
  readonly rate: string;
  readonly rounding: Rounding;
  readonly fraction_digits: number;
}

/**
 * The originals that were repriced, by ID, with what their repricing counted. Send it after the locks of their balances:
 * a repricing holds the same lock.
 */
export async function readRepriced(tx: Tx, originals: readonly OriginalSale[]): Promise<Map<string, OriginalSale>> {
  const rows = await tx<RepricingRow[]>`
    select a.sale, e.create_date_time as at, e.why, v.rate, v.rounding, v.fraction_digits
    from adjustment a
    join ledger_entry e on e.source_id = a.id and e.type = 'Adjustment'
    join currency c on c.id = e.currency
    join earning_version v on v.program = c.program and v.version = e.rules
    where a.sale is not null and a.sale = any(${originals.map(({ id }) => id)}::uuid[])`;
  const repricings = new Map(rows.map((row) => [row.sale, repricingOf(row)]));
  return new Map(
    originals.flatMap((original) => {
      const repricing = repricings.get(original.id);
      return repricing ? [[original.id, withRepricing(original, repricing)] as const] : [];
    }),
  );
}

const repricingOf = (row: RepricingRow): Repricing => ({
  postedAtMs: row.at.getTime(),
  lines: (JSON.parse(row.why) as { lines: number[] }).lines,
  earning: { rate: amountOf(row.rate), rounding: row.rounding, fractionDigits: row.fraction_digits },
});
