import { programmeFile } from "@rewards/domain";
import { applyProgrammes, erasePeople } from "@rewards/operations";
import { beforeAll, expect, test } from "vitest";
import { expectError } from "./support/errors.ts";
import {
  addBalance,
  addStock,
  awaitStatus,
  balanceOf,
  freshKey,
  memberContent,
  redeemed,
  redemptionContent,
  registerBasics,
  saleContent,
} from "./support/fixtures.ts";
import { expectBooksInOrder, useSharedStack } from "./support/stack.ts";

const stack = useSharedStack();
const author = { actor: "test" };
const otherProgramme = freshKey("CLUB");

beforeAll(async () => {
  const programmes = [{ businessId: otherProgramme, name: "Club", currencies: [{ name: "Points" }] }];
  await applyProgrammes(stack.database.sql, programmeFile.parse({ programmes }), author);
});

const merge = (id: string, FromMemberExternalID: unknown, more: object = {}) =>
  stack.client.act(id, "Merge", { content: { FromMemberExternalID, ...more } });
const statusOf = async (id: string) => (await stack.client.read(id)).body.data.objectInfo.status;

async function keyNow({ id }: { readonly id: string }): Promise<string> {
  const [row] = await stack.database
    .sql`select external_id as key from member where id = ${id.replace("MEM-", "")}::uuid`;
  return String(row?.["key"]);
}

/** A member with points. */
async function memberWith(points: number, more: object = {}) {
  const key = freshKey("member");
  const id = await stack.client.created("Member", { ...memberContent(key), ...more });
  if (points !== 0) expect((await addBalance(stack.client, id, points)).status).toBe(200);
  return { key, id };
}

test("Merge answers the member that stays, which has the points, vouchers and keys of the other; both tell who and why", async () => {
  const { client, database } = stack;
  const basics = await registerBasics(client);
  await addStock(client, basics.rewardId, 5);
  await addBalance(client, basics.memberId, 60);
  const { ID: voucher } = await redeemed(client, redemptionContent(basics.member, basics.reward));
  const stays = await memberWith(40);
  const answer = await merge(stays.id, basics.member, { Reason: "Registered twice" });
  expect(answer.body).toEqual({
    data: { objectInfo: { status: "Open-Active" } },
    confirmationNote: "Members merged.",
  });
  expect([await statusOf(stays.id), await statusOf(basics.memberId)]).toEqual(["Open-Active", "Resolved-Merged"]);
  expect([await balanceOf(client, stays.key), await balanceOf(client, basics.member)]).toEqual([90, 90]);
  const sale = await client.created("Sale", saleContent(basics));
  await awaitStatus(client, sale, "Resolved-Completed");
  expect(await balanceOf(client, stays.key)).toBe(190);
  const vouchers = await client.records("RedemptionItemsByMember", { MemberExternalID: stays.key });
  expect(vouchers.map(({ ID }) => ID)).toEqual([voucher]);
  const ended = await client.read(basics.memberId);
  expect(ended.body.data.objectInfo.availableActions).toEqual([]);
  const audit = await database.sql`
    select operation, reason from audit_entry where record_id = ${stays.id.replace("MEM-", "")}::uuid order by id`;
  expect(audit.at(-1)).toEqual({ operation: "member:merge", reason: "Registered twice" });
});

test("what a merge cannot do is refused, and changes nothing", async () => {
  const [stays, blocked, ended, gone, rich, erased] = [
    await memberWith(10),
    await memberWith(10),
    await memberWith(10),
    await memberWith(10),
    await memberWith(99_999_999_999),
    await memberWith(10),
  ];
  const ofClub = await memberWith(10, { ProgramBusinessID: otherProgramme });
  await stack.client.act(blocked.id, "Block", { content: {} });
  expect((await merge(gone.id, ended.key)).status).toBe(200);
  await erasePeople(stack.database.sql, [erased.key], author);
  const [erasedKey, endedKey] = await Promise.all([erased, ended].map(keyNow));
  const ofNobody = [endedKey, erasedKey].map(String);
  expect(await erasePeople(stack.database.sql, ofNobody, author)).toMatchObject({ erased: 0, unknown: ofNobody });
  const field = { page: "", field: ".FromMemberExternalID" };
  const refusals = [
    [freshKey("nobody"), 422, { code: "Error_Member_Unknown", ...field }],
    [ended.key, 422, { code: "Error_Member_Unknown", ...field }],
    [endedKey, 422, { code: "Error_Field_Format", ...field }],
    [erasedKey, 422, { code: "Error_Field_Format", ...field }],
    [stays.key, 422, { code: "Error_Member_Same", ...field }],
    [ofClub.key, 422, { code: "Error_Programme_Other", ...field }],
    [rich.key, 422, "Error_Balance_OutOfRange"],
    [blocked.key, 409, "Error_Member_Blocked"],
    [undefined, 422, { code: "Error_Field_Required", ...field }],
    [5, 422, { code: "Error_Field_Type", ...field }],
  ] as const;
  for (const [key, status, place] of refusals) expectError(await merge(stays.id, key), status, place);
  const tooLong = { code: "Error_Field_Length", page: "", field: ".Reason" };
  expectError(await merge(stays.id, gone.key, { Reason: "x".repeat(256) }), 422, tooLong);
  expectError(await merge(ended.id, gone.key), 409, "Error_Status_Illegal");
  expectError(await merge(blocked.id, gone.key), 409, "Error_Status_Illegal");
  expectError(await merge(erased.id, gone.key), 409, "Error_Member_Erased");
  expectError(await merge(`MEM-${"0".repeat(31)}1`, gone.key), 404, "Error_Object_Unknown");
  expectError(await stack.client.act(stays.id, "Merge", {}), 400, "Error_Content_NotObject");
  expect([await balanceOf(stack.client, stays.key), await balanceOf(stack.client, rich.key)]).toEqual([
    10, 99_999_999_999,
  ]);
  expect(await statusOf(gone.id)).toBe("Open-Active");
});

test("the key of a member that ended is nobody's", async () => {
  const { client } = stack;
  const [stays, ended] = [await memberWith(1), await memberWith(1)];
  expect((await merge(stays.id, ended.key)).status).toBe(200);
  const key = await keyNow(ended);
  const segment = await client.created("Segment", { Name: freshKey("segment") });
  await awaitStatus(client, segment, "Open-Active");
  for (const [objectType, content] of [
    ["Sale", saleContent({ ...(await registerBasics(client)), member: key })],
    ["Redemption", redemptionContent(key, "any")],
  ] as const)
    expectError(await client.create(objectType, content), 422, {
      ...{ code: "Error_Field_Format", page: "", field: ".MemberExternalID" },
    });
  expectError(await client.create("Member", memberContent(key)), 422, {
    ...{ code: "Error_Field_Format", page: "", field: ".ExternalID" },
  });
  const added = await client.act(segment, "AddMembers", { content: { MemberExternalIDs: [ended.key, key] } });
  expectError(added, 422, { code: "Error_Member_Unknown", page: "", field: ".MemberExternalIDs(2)" });
  expect((await client.act(segment, "AddMembers", { content: { MemberExternalIDs: [ended.key] } })).status).toBe(200);
  const segments = await client.records("SegmentsByMember", { MemberExternalID: stays.key });
  expect(segments).toHaveLength(1);
});

test("twenty merges at once of two into each other: one succeeds, and a repeat with its key gets its answer", async () => {
  const [one, other] = [await memberWith(30), await memberWith(12)];
  const key = { "idempotency-key": freshKey("merge") };
  const keyed = () => stack.client.act(one.id, "Merge", { content: { FromMemberExternalID: other.key } }, key);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? merge(other.id, one.key) : keyed())));
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  const [left] = (await statusOf(one.id)) === "Open-Active" ? [one] : [other];
  const done = answers.filter(({ status }) => status === 200);
  expect(done.length).toBe(left === one ? 10 : 1);
  expect((await keyed()).status).toBe(left === one ? 200 : 409);
  expect([await balanceOf(stack.client, one.key), await balanceOf(stack.client, other.key)]).toEqual([42, 42]);
});

test("after all of this the books add up", async () => expectBooksInOrder(stack));
