import { uuidWithPrefix } from "../answer.ts";
import { defineDataView, keyParameter } from "../data-view.ts";
import { AppError } from "../error.ts";
import { exampleReference, exampleUuid, stored } from "../field.ts";
import { member } from "../member/member.class.ts";
import { memberExternalId } from "../member/member.key.ts";
import { defineRecord } from "../record.ts";
import { documented, idSchema } from "../schema.ts";
import { segment } from "./segment.class.ts";

/** One time that a member was in a segment. */
export const segmentMember = defineRecord({
  class: "SegmentMember",
  idPrefix: "SGM",
  fields: {
    Segment: stored(
      "reference",
      { text: "The segment.", example: exampleReference(segment.class, segment.idPrefix) },
      segment.class,
    ),
    Member: stored(
      "reference",
      { text: "The member.", example: exampleReference(member.class, member.idPrefix) },
      member.class,
    ),
    SinceDateTime: stored("timestamp", { text: "When the member was added.", example: "2026-05-04T09:30:00.000Z" }),
    UntilDateTime: stored("timestamp", {
      text: "When the member was removed, or the segment became inactive; null if the member is in it.",
      example: "2026-11-21T13:31:49.313Z",
      isNullable: true,
    }),
  },
});

/** Who is or was in a segment. */
export const segmentMembers = defineDataView({
  name: "SegmentMembers",
  record: segmentMember,
  parameters: { SegmentID: documented(idSchema, { text: "The segment's ID.", example: `SEG-${exampleUuid}` }) },
  subject: "SegmentID",
  implied: ({ SegmentID = "" }) => ({ SegmentUUID: uuidWithPrefix(segment.idPrefix, SegmentID) }),
  where: [{ field: "Segment", comparator: "EQ", parameter: "SegmentUUID" }],
  orderBy: ["SinceDateTime"],
});

/** The segments that a member is or was in. */
export const segmentsByMember = defineDataView({
  name: "SegmentsByMember",
  record: segmentMember,
  parameters: { MemberExternalID: keyParameter(memberExternalId) },
  where: [{ field: "Member.ExternalID", comparator: "EQ", parameter: "MemberExternalID" }],
  orderBy: ["SinceDateTime"],
});

/** A time that a member was in a segment of this name. Milliseconds since the epoch; `untilMs` is exclusive. */
export interface Membership {
  readonly segment: string;
  readonly sinceMs: number;
  /** Infinity if the member is in it. */
  readonly untilMs: number;
}

/** The names of the segments that a member was in. */
export const segmentsAt = (memberships: readonly Membership[] = [], atMs: number): string[] =>
  memberships.flatMap(({ segment: name, sinceMs, untilMs }) => (sinceMs <= atMs && atMs < untilMs ? [name] : []));

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** `2 members added, 1 was in it.` @param others members of the call who were in it already. */
export const addedNote = (added: number, others: number): string =>
  changedNote(`${counted(added, "member", "members")} added`, others, "in it");

/** `2 members removed, 1 was not in it.` @param others members of the call who were not in it. */
export const removedNote = (removed: number, others: number): string =>
  changedNote(`${counted(removed, "member", "members")} removed`, others, "not in it");

const changedNote = (changed: string, others: number, where: string) =>
  others === 0 ? `${changed}.` : `${changed}, ${counted(others, "was", "were")} ${where}.`;

const namedMax = 10;

/**
 * The refusal of members that do not exist for the caller. It names the first ten.
 * @param positions in MemberExternalIDs, from 0.
 */
export function membersUnknown(positions: readonly number[]): AppError {
  const code = "Error_Member_Unknown";
  const details = positions
    .slice(0, namedMax)
    .map((at) => ({ code, identifier: `.MemberExternalIDs(${at + 1})` }) as const);
  return new AppError(code, details, { unknown: positions.length });
}
