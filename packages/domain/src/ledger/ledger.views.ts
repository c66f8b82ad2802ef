import { defineDataView, textParameter, timestampParameter } from "../data-view.ts";
import { memberExternalId } from "../member/member.object.ts";
import { expiringPoints, ledgerEntry, memberBalance } from "./ledger.record.ts";

// Both are UTC in one fixed form, so text order is time order.
const inOrder = ({ FromDateTime = "", ToDateTime = "" }: Readonly<Record<string, string>>) =>
  FromDateTime > ToDateTime ? "Error_Parameter_Range" : undefined;

const between = {
  FromDateTime: timestampParameter({ text: "From this instant on, included.", example: "2026-01-01T00:00:00.000Z" }),
  ToDateTime: timestampParameter({ text: "Up to this instant, included.", example: "2099-12-31T23:59:59.999Z" }),
};

/** Both bounds are inclusive and apply to the time of posting. */
export const ledgerEntriesBetweenDates = defineDataView({
  name: "LedgerEntriesBetweenDates",
  record: ledgerEntry,
  parameters: {
    MemberExternalID: textParameter(memberExternalId),
    ...between,
  },
  where: [
    { field: "Member.ExternalID", comparator: "EQ", parameter: "MemberExternalID" },
    { field: "CreateDateTime", comparator: "GTE", parameter: "FromDateTime" },
    { field: "CreateDateTime", comparator: "LTE", parameter: "ToDateTime" },
  ],
  orderBy: ["CreateDateTime", "Sequence"],
  check: inOrder,
});

export const memberBalances = defineDataView({
  name: "MemberBalances",
  record: memberBalance,
  parameters: { MemberExternalID: textParameter(memberExternalId) },
  where: [{ field: "Member.ExternalID", comparator: "EQ", parameter: "MemberExternalID" }],
  orderBy: ["Name"],
});

/** When a member's points expire, soonest first. */
export const expiringPointsOfMember = defineDataView({
  name: "ExpiringPoints",
  record: expiringPoints,
  parameters: { MemberExternalID: textParameter(memberExternalId) },
  where: [{ field: "Member.ExternalID", comparator: "EQ", parameter: "MemberExternalID" }],
  orderBy: ["ExpirationDateTime"],
});

/** The points of all members that expire between two instants, both included. */
export const expiringPointsBetween = defineDataView({
  name: "ExpiringPointsBetween",
  record: expiringPoints,
  parameters: between,
  where: [
    { field: "ExpirationDateTime", comparator: "GTE", parameter: "FromDateTime" },
    { field: "ExpirationDateTime", comparator: "LTE", parameter: "ToDateTime" },
  ],
  orderBy: ["ExpirationDateTime"],
  check: inOrder,
});
