import { defineAction } from "../action.ts";
import { defineClass } from "../class.ts";
import { defineKeyView, defineListView } from "../data-view.ts";
import { description, requiredText } from "../field.ts";
import { defineObject } from "../object.ts";
import { recordOf } from "../record.ts";

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

const markSegmentInactive = defineAction({
  name: "MarkAsInactive",
  target: segment,
  transition: "deactivate",
  right: "markAsInactive",
  answer: { shape: ["data.objectInfo.status", "data.objectInfo.ID"], note: "Segment inactive." },
});

export const segmentClass = defineClass({
  object: segment,
  actions: [markSegmentInactive],
  views: [defineKeyView("SegmentsByName", recordOf(segment), "Name"), defineListView("SegmentList", recordOf(segment))],
});

export interface SegmentOutcome {
  readonly id: string;
  readonly status: string;
  readonly note: string;
}

/** A new segment opens. */
export function decideSegment({ id }: { readonly id: string }): SegmentOutcome {
  return { id, status: segment.transitions.open.to, note: "Segment open." };
}
