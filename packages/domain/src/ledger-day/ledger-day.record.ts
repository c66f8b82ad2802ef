import { defineDataView } from "../data-view.ts";
import { exampleReference, stored } from "../field.ts";
import { defineRecord } from "../record.ts";

/** What the entries of one type did to the balances of one currency in a day of its programme. */
export const ledgerDay = defineRecord({
  class: "LedgerDay",
  idPrefix: "DAY",
  fields: {
    Currency: stored(
      "reference",
      { text: "The currency.", example: exampleReference("Currency", "CUR", "01900000000070008000000000000002") },
      "Currency",
    ),
    Day: stored("date", { text: "The day of posting, in the programme's time zone.", example: "2026-05-04" }),
    Type: stored("text", { text: "What changed the balances.", example: "Sale" }),
    Count: stored("integer", { text: "The number of entries.", example: 6000 }),
    Sum: stored("amount", { text: "The sum of their amounts; negative where points were taken.", example: 720000 }),
    UpdateDateTime: stored("timestamp", {
      text: "When entries were last added to it.",
      example: "2026-05-04T14:35:00.000Z",
    }),
  },
});

/** All days of all currencies. The newest entries follow within 40 minutes. */
export const ledgerTotalsByDay = defineDataView({
  name: "LedgerTotalsByDay",
  record: ledgerDay,
  parameters: {},
  where: [],
  orderBy: ["Day"],
});
