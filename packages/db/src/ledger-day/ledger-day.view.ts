import { ledgerDay as ledgerDayRecord } from "@rewards/domain";
import type { RecordSource } from "../record-source.ts";
import { ledgerDay } from "./ledger-day.table.ts";

export const ledgerDaySource: RecordSource = {
  record: ledgerDayRecord,
  table: ledgerDay,
  id: ledgerDay.id,
  // Grows with every change of the row.
  version: ledgerDay.Count,
  fields: {
    Currency: { expression: ledgerDay.Currency },
    Day: { expression: ledgerDay.Day },
    Type: { expression: ledgerDay.Type },
    Count: { expression: ledgerDay.Count },
    Sum: { expression: ledgerDay.Sum },
    UpdateDateTime: { expression: ledgerDay.UpdateDateTime },
  },
};
