import { expect, test } from "vitest";
import { addedNote, membersUnknown, removedNote, segmentsAt } from "./segment.member.ts";

test("a member is in a segment from the instant when it was added to the one when it was removed", () => {
  const times = [
    { segment: "A", sinceMs: 10, untilMs: 20 },
    { segment: "A", sinceMs: 20, untilMs: 20 },
    { segment: "B", sinceMs: 15, untilMs: Number.POSITIVE_INFINITY },
  ];
  expect([9, 10, 15, 19, 20].map((atMs) => segmentsAt(times, atMs).join())).toEqual(["", "A", "A,B", "A,B", "B"]);
  expect(segmentsAt(undefined, 10)).toEqual([]);
});

test("notes say how many members changed, and how many did not", () => {
  expect([addedNote(2, 1), addedNote(1, 0), addedNote(0, 2)]).toEqual([
    "2 members added, 1 was in it.",
    "1 member added.",
    "0 members added, 2 were in it.",
  ]);
  expect(removedNote(1, 2)).toBe("1 member removed, 2 were not in it.");
});

test("the refusal of unknown members names the first ten", () => {
  const error = membersUnknown([...Array(12).keys()].map((at) => at + 3));
  expect(error.details).toHaveLength(10);
  expect(error.details[0]).toEqual({ code: "Error_Member_Unknown", identifier: ".MemberExternalIDs(4)" });
});
