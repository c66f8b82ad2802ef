import { defineDataView, keyParameter } from "../data-view.ts";
import { derived, exampleReference, stored } from "../field.ts";
import { memberExternalId } from "../member/member.key.ts";
import { defineRecord, metadata } from "../record.ts";

const ofMember = (text: string) => stored("reference", { text, example: exampleReference("Member", "MEM") }, "Member");

/** The record that PayWithPoints creates, which its ledger entry names as its source. */
export const payment = defineRecord({
  class: "Payment",
  idPrefix: "PAY",
  fields: {
    Member: ofMember("The member who paid."),
    Currency: stored(
      "reference",
      {
        text: "The currency of the points.",
        example: exampleReference("Currency", "CUR", "01900000000070008000000000000002"),
      },
      "Currency",
    ),
    Reference: stored("text", { text: "The caller's key of the payment.", example: "T-1001/1" }),
    Points: stored("amount", { text: "The points that it took.", example: 20 }),
    Value: stored("amount", { text: "What they were worth, in money of the programme.", example: 0.2 }),
    PointsGivenBack: derived("amount", { text: "The points that CancelPayment gave back.", example: 0 }),
    CreateDateTime: metadata.CreateDateTime,
    CreateUserID: metadata.CreateUserID,
  },
});

/** The record that CancelPayment creates, which its ledger entries name as their source. */
export const paymentCancellation = defineRecord({
  class: "PaymentCancellation",
  idPrefix: "PCN",
  fields: {
    Payment: stored("reference", { text: "The payment.", example: exampleReference("Payment", "PAY") }, "Payment"),
    Member: ofMember("The member who got the points: the one that paid, or the one that it was merged into."),
    Points: stored("amount", { text: "The points that it gave back.", example: 10 }),
    CreateDateTime: metadata.CreateDateTime,
    CreateUserID: metadata.CreateUserID,
  },
});

/** What a member paid with points. */
export const paymentsByMember = defineDataView({
  name: "PaymentsByMember",
  record: payment,
  parameters: { MemberExternalID: keyParameter(memberExternalId) },
  where: [{ field: "Member.ExternalID", comparator: "EQ", parameter: "MemberExternalID" }],
});
