import { ledgerDay as ledgerDayRecord } from "@rewards/domain";
import { columnFields, type RecordSource } from "../record-source.ts";
import { ledgerDay } from "./ledger-day.table.ts";

export const ledgerDaySource: RecordSource = {
  record: ledgerDayRecord,
  table: ledgerDay,
  id: ledgerDay.id,
  // Grows with every change of the row.
  version: ledgerDay.Count,
  fields: columnFields(ledgerDay, "Currency", "Day", "Type", "Count", "Sum", "UpdateDateTime"),
};
