import { z } from "zod";
import { derived, optionalDate, optionalTimestamp, origin, patternText, requiredText } from "../field.ts";
import { defineObject } from "../object.ts";

export const member = defineObject({
  class: "Member",
  path: "Member",
  noun: "member",
  idPrefix: "MEM",
  fields: {
    Origin: origin(),
    ExternalID: requiredText(),
    DateOfBirth: optionalDate(),
    EmailAddress: patternText("An e-mail address.", z.regexes.email),
    FullName: requiredText(),
    MobileNumber: patternText("Digits only.", /^\d+$/),
    JoinDateTime: optionalTimestamp(),
    ProgramBusinessID: requiredText(),
    Name: derived("text"),
  },
  initial: "Open-Active",
  transitions: { adjustBalance: { from: ["Open-Active"], to: "Open-Active" } },
  created: { shape: ["data.objectInfo.status", "ID", "confirmationNote"], note: "Member registered." },
  refusals: ["Error_Programme_Unknown"],
  key: { field: "ExternalID", repeats: "refuse" },
  indexes: ["JoinDateTime"],
  awaited: "member",
});
