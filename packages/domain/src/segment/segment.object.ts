import { description, requiredText } from "../field.ts";
import { defineObject } from "../object.ts";

export const segment = defineObject({
  class: "SegmentCase",
  path: "Segment",
  noun: "segment",
  idPrefix: "SEG",
  fields: { Name: requiredText({ text: "The segment's name.", example: "Regulars" }), Description: description() },
  initial: "New-Segment Case creation",
  transitions: {
    open: { from: ["New-Segment Case creation"], to: "Open-Active" },
    deactivate: { from: ["New-Segment Case creation", "Open-Active"], to: "Resolved-Inactive" },
  },
  created: { shape: ["data.objectInfo.ID", "data.objectInfo.status", "ID"], note: "Segment created." },
  indexes: ["Name"],
  staged: { discard: "deactivate" },
});
