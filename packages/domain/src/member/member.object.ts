import { z } from "zod";
import { derived, optionalDate, optionalTimestamp, origin, patternText, personal, requiredText } from "../field.ts";
import { defineObject } from "../object.ts";

/** The documentation of a field that refers to a member. */
export const memberExternalId = { text: "The ExternalID of the member.", example: "M-1001" };

export const member = defineObject({
  class: "Member",
  path: "Member",
  noun: "member",
  idPrefix: "MEM",
  fields: {
    Origin: origin(),
    ExternalID: requiredText({
      text: "The member's business key: `MemberExternalID` elsewhere.",
      example: memberExternalId.example,
    }),
    DateOfBirth: personal(optionalDate({ text: "The member's day of birth.", example: "1990-05-17" })),
    EmailAddress: personal(
      patternText(
        { text: "Where the member gets mail.", example: "ada@example.com" },
        "An e-mail address.",
        z.regexes.email,
      ),
    ),
    FullName: personal(requiredText({ text: "The member's name.", example: "Ada Example" })),
    MobileNumber: personal(
      patternText({ text: "The member's mobile number.", example: "491700000000" }, "Digits only.", /^\d+$/),
    ),
    JoinDateTime: optionalTimestamp({ text: "When the member joined.", example: "2026-01-15T09:30:00.000Z" }),
    ProgramBusinessID: requiredText({ text: "The BusinessID of the member's programme.", example: "REWARDS" }),
    Name: personal(derived("text", { text: "The record's name.", example: "Example" })),
  },
  initial: "Open-Active",
  transitions: {
    edit: { from: ["Open-Active"], to: "Open-Active" },
    adjustBalance: { from: ["Open-Active"], to: "Open-Active" },
  },
  created: { shape: ["data.objectInfo.status", "ID", "confirmationNote"], note: "Member registered." },
  refusals: ["Error_Programme_Unknown"],
  key: { field: "ExternalID", repeats: "refuse" },
  indexes: ["JoinDateTime"],
  lookedUpBy: ["EmailAddress", "MobileNumber"],
  awaited: "member",
});
