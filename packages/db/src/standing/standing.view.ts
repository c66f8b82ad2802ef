import { memberBalance as balanceRecord, expiringPoints as expiringRecord } from "@rewards/domain";
import { type SQL, Subquery, sql } from "drizzle-orm";
import { columnFields, type RecordSource, unchangedVersion } from "../record-source.ts";
import { expiryBy, keptFromBy } from "./standing.rule.ts";
import { expiringPoints, memberBalance } from "./standing.table.ts";

const balances: RecordSource = {
  record: balanceRecord,
  table: memberBalance,
  id: memberBalance.id,
  version: sql`${memberBalance.sequence} + 1`,
  fields: {
    ...columnFields(memberBalance, "Name", "Member", "Currency", "Balance"),
    BalanceAvailable: { expression: memberBalance.spendable },
    BalancePending: { expression: memberBalance.maturing },
    BalanceHeld: { expression: memberBalance.held },
    ExpiringNextAmount: { expression: memberBalance.nextAmount },
    ExpiringNextDateTime: { expression: memberBalance.nextAt },
    UpdateDateTime: { expression: memberBalance.lastAt },
  },
};

/**
 * The expiring points of the members with entries at the times whose awards expire between two instants, which the index
 * on time finds. A version that ended may make all its awards expire at once: then the times are not bounded.
 */
export function expiringBetween(from: SQL, to: SQL): SQL {
  const edge = (at: string, otherwise: string) =>
    sql.raw(`case
    when ${expiryBy("r", "r.ended_at")} between t.first and t.last then '${otherwise}' else ${keptFromBy("r", at)} end`);
  return sql`select p.id, p.member, p.currency, p.expires_at, p.amount
    from (select ${from}::timestamptz as first, ${from}::timestamptz - interval '1 ms' as before, ${to}::timestamptz as last) t
    cross join lateral (
      select min(${edge("t.before", "-infinity")}) as since, max(${edge("t.last", "infinity")}) as until,
        array_agg(distinct r.currency) as currencies
      from expiry_rule r
    ) w
    cross join lateral (
      select distinct e.member, e.currency from ledger_entry e
      where e.create_date_time >= w.since and e.create_date_time < w.until and e.currency = any(w.currencies)
    ) k
    cross join lateral (
      select x.id, x.member, x.currency, x.expires_at, x.amount from expiring_points x
      where x.member = k.member and x.currency = k.currency
      offset 0 -- Planned apart, so that each member is looked up and not the whole ledger read.
    ) p`;
}

const expiring: RecordSource = {
  record: expiringRecord,
  table: expiringPoints,
  id: expiringPoints.id,
  version: unchangedVersion,
  fields: columnFields(expiringPoints, "Member", "Currency", "ExpirationDateTime", "Amount"),
  between: {
    ExpirationDateTime: (from, to) => ({
      ...expiring,
      table: new Subquery(expiringBetween(from, to), {}, "expiring_points"),
    }),
  },
};

export const standingSources: readonly RecordSource[] = [balances, expiring];
