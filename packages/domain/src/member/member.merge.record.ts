import { exampleReference, stored } from "../field.ts";
import { defineRecord, metadata } from "../record.ts";

/** The record that Merge creates, which the entries of the transfer name as their source. */
export const memberMerge = defineRecord({
  class: "MemberMerge",
  idPrefix: "MRG",
  fields: {
    Member: stored(
      "reference",
      { text: "The member that stays.", example: exampleReference("Member", "MEM") },
      "Member",
    ),
    FromMember: stored(
      "reference",
      {
        text: "The member that ended.",
        example: exampleReference("Member", "MEM", "01a1fe4e5130747296a822878b7abcfb"),
      },
      "Member",
    ),
    Reason: stored("text", { text: "Why, as the caller said.", example: "" }),
    CreateDateTime: metadata.CreateDateTime,
    CreateUserID: metadata.CreateUserID,
  },
});
