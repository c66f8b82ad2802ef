import { defineDataView, keyParameter } from "../data-view.ts";
import { exampleReference, stored } from "../field.ts";
import { member } from "../member/member.class.ts";
import { memberExternalId } from "../member/member.key.ts";
import { defineRecord } from "../record.ts";
import { sale } from "../sale/sale.class.ts";

const tierExample = { isNullable: true, example: "Silver" } as const;

/** A change of a member's tier. */
export const tierChange = defineRecord({
  class: "TierChange",
  idPrefix: "TIC",
  fields: {
    Member: stored(
      "reference",
      { text: "The member.", example: exampleReference(member.class, member.idPrefix) },
      member.class,
    ),
    Currency: stored(
      "reference",
      {
        text: "The currency whose points count.",
        example: exampleReference("Currency", "CUR", "01900000000070008000000000000002"),
      },
      "Currency",
    ),
    FromTier: stored("text", { ...tierExample, text: "The tier before the change; null if the member had none." }),
    ToTier: stored("text", { ...tierExample, text: "The tier after the change; null if the member then has none." }),
    ChangeDateTime: stored("timestamp", {
      text: "When it was posted; of a tier that ran out, when the service saw it.",
      example: "2026-05-04T09:30:00.000Z",
    }),
    Sale: stored(
      "reference",
      {
        text: "The sale or return that caused it; null if the tier ran out, or was counted anew.",
        example: exampleReference(sale.class, sale.idPrefix),
        isNullable: true,
      },
      sale.class,
    ),
  },
});

/** How a member's tiers changed. */
export const tierChangesByMember = defineDataView({
  name: "TierChangesByMember",
  record: tierChange,
  parameters: { MemberExternalID: keyParameter(memberExternalId) },
  where: [{ field: "Member.ExternalID", comparator: "EQ", parameter: "MemberExternalID" }],
  orderBy: ["ChangeDateTime"],
});
