import { defineDataView, keyParameter, timestampParameter } from "../data-view.ts";
import { exampleReference, stored } from "../field.ts";
import { memberExternalId } from "../member/member.key.ts";
import { defineRecord } from "../record.ts";
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
    MemberExternalID: keyParameter(memberExternalId),
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
  parameters: { MemberExternalID: keyParameter(memberExternalId) },
  where: [{ field: "Member.ExternalID", comparator: "EQ", parameter: "MemberExternalID" }],
  orderBy: ["Name"],
});

/** When a member's points expire, soonest first. */
export const expiringPointsOfMember = defineDataView({
  name: "ExpiringPoints",
  record: expiringPoints,
  parameters: { MemberExternalID: keyParameter(memberExternalId) },
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

/** All days of all currencies. The newest entries follow within three minutes. */
export const ledgerTotalsByDay = defineDataView({
  name: "LedgerTotalsByDay",
  record: ledgerDay,
  parameters: {},
  where: [],
  orderBy: ["Day"],
});
