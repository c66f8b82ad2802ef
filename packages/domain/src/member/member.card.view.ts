import { defineDataView, keyParameter } from "../data-view.ts";
import { exampleReference, stored } from "../field.ts";
import { defineRecord, metadata } from "../record.ts";
import { memberExternalId } from "./member.key.ts";

/** A further key of a member. */
export const memberCard = defineRecord({
  class: "MemberCard",
  idPrefix: "CRD",
  fields: {
    CardNumber: stored("text", { text: "The key.", example: "4012-7781" }),
    Member: stored("reference", { text: "The member.", example: exampleReference("Member", "MEM") }, "Member"),
    CreateDateTime: metadata.CreateDateTime,
    RemoveDateTime: stored("timestamp", {
      text: "When it was removed: it is no key of the member any more. Null if it was not.",
      example: "2026-12-01T09:30:00.000Z",
      isNullable: true,
    }),
  },
});

/** The cards of a member, also those that were removed. */
export const memberCards = defineDataView({
  name: "MemberCards",
  record: memberCard,
  parameters: { MemberExternalID: keyParameter(memberExternalId) },
  where: [{ field: "Member.ExternalID", comparator: "EQ", parameter: "MemberExternalID" }],
});
