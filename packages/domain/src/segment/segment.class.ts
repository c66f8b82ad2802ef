import type { z } from "zod";
import { defineAction } from "../action.ts";
import { defineClass } from "../class.ts";
import { defineKeyView, defineListView } from "../data-view.ts";
import { requiredKeys } from "../field.page.ts";
import { contentSchema, description, requiredText } from "../field.ts";
import { memberExternalId } from "../member/member.key.ts";
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
    changeMembers: {
      from: ["New-Segment Case creation", "Open-Active"],
      to: "Open-Active",
      text: "Opens a new segment at once.",
    },
    deactivate: { from: ["New-Segment Case creation", "Open-Active"], to: "Resolved-Inactive" },
  },
  created: { shape: ["data.objectInfo.ID", "data.objectInfo.status", "ID"], note: "Segment created." },
  indexes: ["Name"],
  staged: { discard: "deactivate" },
});

/** The most members of one call. */
export const segmentMembersMax = 1_000;
const content = contentSchema({
  MemberExternalIDs: requiredKeys(
    { text: "The ExternalIDs of the members.", example: [memberExternalId.example] },
    segmentMembersMax,
  ),
});

export type SegmentMembersContent = z.output<typeof content>;

const members = {
  ...{ target: segment, transition: "changeMembers", content, bodyBytesMax: 524_288 },
  isAudited: true,
  refusals: ["Error_Member_Unknown"],
} as const;
const shape = ["data.objectInfo.status", "data.objectInfo.ID"] as const;

export const addSegmentMembers = defineAction({
  ...members,
  name: "AddMembers",
  right: "addMembers",
  effect: "add-members",
  answer: { shape, note: "Members added." },
});

const removeSegmentMembers = defineAction({
  ...members,
  name: "RemoveMembers",
  right: "removeMembers",
  effect: "remove-members",
  answer: { shape, note: "Members removed." },
});

const markSegmentInactive = defineAction({
  name: "MarkAsInactive",
  target: segment,
  transition: "deactivate",
  right: "markAsInactive",
  isAudited: true,
  answer: { shape, note: "Segment inactive." },
});

export const segmentClass = defineClass({
  object: segment,
  actions: [addSegmentMembers, removeSegmentMembers, markSegmentInactive],
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
