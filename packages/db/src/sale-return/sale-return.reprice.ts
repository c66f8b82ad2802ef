import { amountOf, type OriginalSale, type Repricing, type Rounding, withRepricing } from "@rewards/domain";
import type { Tx } from "../client.ts";

interface RepricingRow {
  readonly sale: string;
  readonly at: Date;
  readonly why: string;
  readonly rate: string;
  readonly rounding: Rounding;
  readonly fraction_digits: number;
  readonly version: number;
}

/** By the ID of the sale: the repricings of those that were repriced. It looks each up, whatever the planner knows. */
export async function readRepricings(tx: Tx, saleIds: readonly string[]): Promise<Map<string, Repricing>> {
  const rows = await tx<RepricingRow[]>`
    select k.id as sale, e.at, e.why, v.rate, v.rounding, v.fraction_digits, v.version
    from unnest(${[...saleIds]}::uuid[]) as k(id)
    cross join lateral (select id from adjustment where sale = k.id limit 1) a
    cross join lateral (
      select create_date_time as at, why, rules, currency from ledger_entry where source_id = a.id and type = 'Adjustment' limit 1
    ) e
    cross join lateral (
      select rate, rounding, fraction_digits, version from earning_version
      where program = (select program from currency where id = e.currency) and version = e.rules limit 1
    ) v`;
  return new Map(rows.map((row) => [row.sale, repricingOf(row)]));
}

/**
 * The originals that were repriced, by ID, with what their repricing counted. Send it after the locks of their balances:
 * a repricing holds the same lock.
 */
export async function readRepriced(tx: Tx, originals: readonly OriginalSale[]): Promise<Map<string, OriginalSale>> {
  const repricings = await readRepricings(
    tx,
    originals.map(({ id }) => id),
  );
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
  earning: {
    rate: amountOf(row.rate),
    rounding: row.rounding,
    fractionDigits: row.fraction_digits,
    version: row.version,
  },
});
