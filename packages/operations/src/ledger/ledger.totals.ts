import type { Sql } from "@rewards/db";

/** The sums of the balances in a currency. Amounts are exact decimals. */
export interface CurrencyTotals {
  /** The UUID of the currency. */
  readonly currency: string;
  readonly balances: number;
  /** What members hold now: the sum of all balances. */
  readonly outstanding: string;
  /** What was ever added: sales and adjustments upward. */
  readonly added: string;
  /** What was ever taken: redemptions, returns and adjustments downward. */
  readonly taken: string;
}

/** More balances are not summed up: the sum of that many takes a tenth of a second. */
export const summedBalancesMax = 100_000;

/** The totals of each currency that members have balances in; undefined if there are more than `summedBalancesMax`. */
export async function readCurrencyTotals(sql: Sql): Promise<CurrencyTotals[] | undefined> {
  const rows = await sql<CurrencyTotals[]>`
    select currency, count(*)::int as balances, sum(balance) as outstanding, sum(awarded) as added, sum(awarded - balance) as taken
    from (select currency, balance, awarded from balance limit ${summedBalancesMax + 1}) as summed
    group by currency`;
  return rows.reduce((sum, { balances }) => sum + balances, 0) > summedBalancesMax ? undefined : [...rows];
}
