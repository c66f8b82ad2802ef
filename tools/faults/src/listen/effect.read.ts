import { eventIdOf } from "@rewards/db";
import { eventRecord, formatId } from "@rewards/domain";
import type { Sql } from "postgres";

/** Something that happened to a record, of a kind of events. */
export interface EffectRow {
  readonly kind: string;
  readonly id: string;
}

/** Everything in the database that events must have told. Of kinds that the same record can meet once only. */
export const readEffects = (sql: Sql): Promise<EffectRow[]> => sql<EffectRow[]>`
  select 'sale.accepted' as kind, id from sale
  union all select 'sale.completed', id from sale where status = 'Resolved-Completed'
  union all select 'sale.rejected', id from sale where status = 'Resolved-Rejected'
  union all select 'redemption.completed', id from redemption where status in ('Resolved-Completed', 'Resolved-Cancelled')
  union all select 'redemption.cancelled', id from redemption where status = 'Resolved-Cancelled'
  union all select 'redemption.rejected', id from redemption where status = 'Resolved-Rejected'
  union all select 'voucher.used', id from redemption_item where status = 'Resolved-Completed'
  union all select 'voucher.cancelled', id from redemption_item where status = 'Resolved-Cancelled'
  union all select 'voucher.expired', id from redemption_item where status = 'Resolved-Expired'
  union all select 'member.created', id from member
  union all select 'member.merged', id from member_merge
  union all select 'tier.changed', id from tier_change
  union all select 'balance.changed', id from ledger_entry`;

/** An event of the log. */
export interface LoggedEvent extends EffectRow {
  readonly number: number;
  readonly eventId: string;
}

/** The log, in its order. */
export async function readLog(sql: Sql): Promise<LoggedEvent[]> {
  const rows = await sql<{ kind: string; id: string; number: number; key: string; position: number }[]>`
    select e.kind, e.ids[i] as id, (e.first + i - 1)::float8 as number, e.key, i - 1 as position
    from event e, generate_subscripts(e.ids, 1) i order by number`;
  return rows.map(({ kind, id, number, key, position }) => ({
    ...{ kind, id, number, eventId: formatId(eventRecord.idPrefix, eventIdOf(key, position)) },
  }));
}
