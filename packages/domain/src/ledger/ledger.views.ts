import { defineDataView, textParameter, timestampParameter } from "../data-view.ts";
import { ledgerEntry, memberBalance } from "./ledger.record.ts";

/** Both bounds are inclusive, over the time of posting. */
export const ledgerEntriesBetweenDates = defineDataView({
  name: "LedgerEntriesBetweenDates",
  record: ledgerEntry,
  parameters: { MemberExternalID: textParameter, FromDateTime: timestampParameter, ToDateTime: timestampParameter },
  where: [
    { field: "Member.ExternalID", comparator: "EQ", parameter: "MemberExternalID" },
    { field: "CreateDateTime", comparator: "GTE", parameter: "FromDateTime" },
    { field: "CreateDateTime", comparator: "LTE", parameter: "ToDateTime" },
  ],
  orderBy: ["CreateDateTime", "Sequence"],
  // Both are UTC in one fixed form, so text order is time order.
  check: ({ FromDateTime = "", ToDateTime = "" }) => (FromDateTime > ToDateTime ? "Error_Parameter_Range" : undefined),
});

export const memberBalances = defineDataView({
  name: "MemberBalances",
  record: memberBalance,
  parameters: { MemberExternalID: textParameter },
  where: [{ field: "Member.ExternalID", comparator: "EQ", parameter: "MemberExternalID" }],
  orderBy: ["Name"],
});
