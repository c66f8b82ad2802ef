import { expect, test } from "vitest";
import { expectError } from "./support/errors.ts";
import { freshKey, memberContent } from "./support/fixtures.ts";
import { expectBooksInOrder, useBasics, useSharedStack } from "./support/stack.ts";

const stack = useSharedStack();
const basics = useBasics(stack);

const keys = (...given: unknown[]) => ({ content: { MemberExternalIDs: given } });
const openSegment = () => stack.client.created("Segment", { Name: freshKey("Fans") });
const unknown = (at: number) => ({ code: "Error_Member_Unknown", page: "", field: `.MemberExternalIDs(${at})` });

test("members are added and removed, and both views show when they were in the segment", async () => {
  const { client } = stack;
  const ID = await openSegment();
  const other = freshKey("M");
  await client.created("Member", memberContent(other));
  const added = await client.act(ID, "AddMembers", keys(basics.member, other));
  expect([added.status, added.body]).toEqual([200, { data: { objectInfo: { status: "Open-Active", ID } } }]);
  const again = await client.act(ID, "AddMembers", keys(other));
  expect(again.body).toEqual(added.body);
  const { content } = (await client.read(ID)).body.data.objectInfo;
  expect(content).toMatchObject({ ConfirmationNote: "0 members added, 1 was in it." });
  expect((await client.act(ID, "RemoveMembers", keys(other))).body).toEqual(added.body);
  const record = (member: string, until: unknown) => ({
    ...{ "@class": "SegmentMember", Segment: { "@class": "SegmentCase", ID }, UntilDateTime: until },
    ...{ Member: { "@class": "Member", ID: member }, SinceDateTime: expect.stringMatching(/Z$/) },
  });
  const [found] = await client.records("GetMemberByBusinessKeys", { ExternalID: other });
  const otherId = String(found?.["ID"]);
  const shown = await client.records("SegmentMembers", { SegmentID: ID });
  expect(shown).toHaveLength(2);
  expect(shown).toEqual(
    expect.arrayContaining([
      expect.objectContaining(record(basics.memberId, null)),
      expect.objectContaining(record(otherId, expect.stringMatching(/Z$/))),
    ]),
  );
  expect(await client.records("SegmentsByMember", { MemberExternalID: other })).toEqual([
    expect.objectContaining(record(otherId, expect.any(String))),
  ]);
  // Whether a caller may read a segment goes by the prefix.
  for (const SegmentID of [basics.memberId, ID.replace("SEG-", "MEM-")])
    expect(await client.records("SegmentMembers", { SegmentID })).toEqual([]);
  await expectBooksInOrder(stack);
});

test("a call with unknown members is 422, names them by their places, and adds nobody", async () => {
  const { client } = stack;
  const ID = await openSegment();
  expectError(await client.act(ID, "AddMembers", keys("nobody", basics.member, "no-one")), 422, unknown(1), unknown(3));
  expectError(await client.act(ID, "RemoveMembers", keys("nobody")), 422, unknown(1));
  expect(await client.records("SegmentMembers", { SegmentID: ID })).toEqual([]);
});

test("a list that is missing, empty, too long or has a wrong key is 422", async () => {
  const { client } = stack;
  const ID = await openSegment();
  const list = { page: "", field: ".MemberExternalIDs" };
  const refused = async (content: unknown, ...places: Parameters<typeof expectError>[2][]) =>
    expectError(await client.act(ID, "AddMembers", { content } as never), 422, ...places);
  await refused({}, { code: "Error_Field_Required", ...list });
  await refused({ MemberExternalIDs: "M" }, { code: "Error_Field_Type", ...list });
  await refused({ MemberExternalIDs: [] }, { code: "Error_Field_Required", ...list });
  await refused({ MemberExternalIDs: Array(1_001).fill(basics.member) }, { code: "Error_Field_Length", ...list });
  const second = { page: "", field: ".MemberExternalIDs(2)" };
  await refused({ MemberExternalIDs: [basics.member, ""] }, { code: "Error_Field_Required", ...second });
  await refused({ MemberExternalIDs: [basics.member, 7] }, { code: "Error_Field_Type", ...second });
  expectError(await client.act(ID, "AddMembers"), 400, "Error_Content_NotObject");
});

test("a thousand long keys fit into one call", async () => {
  const { client } = stack;
  const many = Array.from({ length: 1_000 }, (_, at) => `${"m".repeat(200)}${at}`);
  const places = many.slice(0, 10).map((_, at) => unknown(at + 1));
  expectError(await client.act(await openSegment(), "AddMembers", keys(...many)), 422, ...places);
});

test("an inactive segment takes no members: 409", async () => {
  const { client } = stack;
  const ID = await openSegment();
  await client.act(ID, "MarkAsInactive");
  for (const name of ["AddMembers", "RemoveMembers"])
    expectError(await client.act(ID, name, keys(basics.member)), 409, "Error_Status_Illegal");
});
