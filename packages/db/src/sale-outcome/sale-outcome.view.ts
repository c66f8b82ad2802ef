import { sale as saleObject, saleOutcome } from "@rewards/domain";
import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { memberByKey } from "../member.key.ts";
import { objectTable } from "../object/object.table.ts";
import type { FieldSource, RecordSource } from "../record-source.ts";

const sale = objectTable(saleObject.class);

/**
 * What the sale gave its member, and what that member holds of the first currency of its programme, in which sales earn.
 * One row for each sale, also for one whose member is not registered. Names are text: drizzle omits those of tables.
 */
const posted = sql.raw(`lateral (
  select coalesce((select sum(e.currency_awarded) from ledger_entry e
      where e.source_id = sale.id and e.source_class = '${saleObject.class}' and e.member = m.id), 0) as points,
    b.balance, b.spendable
  from (select sale.member_external_id as key) k
  left join ${memberByKey("k.key", "past")} m on true
  left join programme p on p.business_id = m.program_business_id
  left join currency c on c.program = p.id and c.position = (select min(position) from currency where program = p.id)
  left join lateral (
    select balance, spendable from member_balance where member = m.id and currency = c.id
    offset 0 -- Planned apart, so that one balance is looked up and not all of them read.
  ) b on true
) posted`);

const ofPosted = (column: string): FieldSource => ({ expression: sql.raw(`posted.${column}`), isJoined: true });

export const saleOutcomeSource: RecordSource = {
  record: saleOutcome,
  table: sale,
  join: { table: posted, on: sql.raw("true") },
  id: sale["id"] as PgColumn,
  version: sale["version"] as PgColumn,
  fields: {
    Status: { expression: sale["Status"] as PgColumn },
    ConfirmationNote: { expression: sale["ConfirmationNote"] as PgColumn },
    Points: ofPosted("points"),
    Balance: ofPosted("balance"),
    BalanceAvailable: ofPosted("spendable"),
  },
};
