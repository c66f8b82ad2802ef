import { defineDataView, textParameter, timestampParameter } from "../data-view.ts";
import { memberExternalId } from "../member/member.object.ts";
import { ledgerEntry, memberBalance } from "./ledger.record.ts";

/** Both bounds are inclusive and apply to the time of posting. */
export const ledgerEntriesBetweenDates = defineDataView({
  name: "LedgerEntriesBetweenDates",
  record: ledgerEntry,
  parameters: {
    MemberExternalID: textParameter(memberExternalId),
    FromDateTime: timestampParameter({ text: "From this instant on, included.", example: "2026-01-01T00:00:00.000Z" }),
    ToDateTime: timestampParameter({ text: "Up to this instant, included.", example: "2099-12-31T23:59:59.999Z" }),
  },
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
  parameters: { MemberExternalID: textParameter(memberExternalId) },
  where: [{ field: "Member.ExternalID", comparator: "EQ", parameter: "MemberExternalID" }],
  orderBy: ["Name"],
});
