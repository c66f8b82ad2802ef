import { type Amount, amountMax, amountOf, type BalanceKey, balanceName, formatAmount } from "@rewards/domain";
import type { Fragment, Sql, Tx } from "../client.ts";

/** The most returns of a member that are added up. More of them hold no more. */
const heldReturnsMax = 1_000;

/**
 * What returns hold of a balance, at most what a balance can have, as SQL: a subquery for the columns of its member and its
 * currency.
 */
export const heldOf = (member: string, currency: string) => `(
    select least(${formatAmount(amountMax)}, coalesce(sum(h.held), 0)) from (
      select a.held from awaiting a
      where a.holder = ${member} and a.currency = ${currency} and a.held > 0 limit ${heldReturnsMax}
    ) h)`;

/** Whether any return holds points of the member `m`. With a limit, so that Postgres looks up each member. */
export const isHolder = (sql: Sql | Tx): Fragment =>
  sql`(select true from awaiting a where a.holder = m.id and a.held > 0 limit 1) is true`;

/**
 * By `balanceName`: what returns hold of these balances. Without any: left out. Send it after the locks of the balances:
 * what is held when a deduction is decided cannot be spent by it.
 */
export async function readHeld(tx: Tx, keys: readonly BalanceKey[]): Promise<Map<string, Amount>> {
  const rows = await tx<{ member: string; currency: string; points: string }[]>`
    select k.member, k.currency, ${tx.unsafe(heldOf("k.member", "k.currency"))}::numeric(15,4) as points
    from unnest(${keys.map(({ memberId }) => memberId)}::uuid[], ${keys.map(({ currencyId }) => currencyId)}::uuid[]) as k(member, currency)`;
  return new Map(
    rows.flatMap(({ member, currency, points }) => {
      const held = amountOf(points);
      return held > 0n ? [[balanceName({ memberId: member, currencyId: currency }), held] as const] : [];
    }),
  );
}
