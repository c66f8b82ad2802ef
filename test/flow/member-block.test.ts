import { expect, test } from "vitest";
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

const Reason = "Card reported lost";
const block = (id: string, content: object = { Reason }) => stack.client.act(id, "Block", { content });
const unblock = (id: string) => stack.client.act(id, "Unblock", {});
const statusOf = async (id: string) => (await stack.client.read(id)).body.data.objectInfo.status;
const illegal = "Error_Status_Illegal";

/** A member with 100 points and a voucher. */
async function shopper() {
  const { client } = stack;
  const basics = await registerBasics(client);
  await addStock(client, basics.rewardId, 5);
  await addBalance(client, basics.memberId, 110);
  const { ID: voucher } = await redeemed(client, redemptionContent(basics.member, basics.reward));
  return { ...basics, voucher };
}

test("a member is blocked and unblocked, each once, with who and why in history and audit", async () => {
  const { client, database } = stack;
  const id = await client.created("Member", memberContent(freshKey("member")));
  expect((await block(id)).body).toEqual({
    data: { objectInfo: { status: "Open-Blocked" } },
    confirmationNote: "Member blocked.",
  });
  expect((await client.read(id)).body.data.objectInfo.availableActions.map(({ ID }: { ID: string }) => ID)).toEqual([
    "CancelPayment",
    "Unblock",
  ]);
  expectError(await block(id), 409, illegal);
  expect((await unblock(id)).body).toEqual({
    data: { objectInfo: { status: "Open-Active" } },
    confirmationNote: "Member unblocked.",
  });
  expect((await unblock(id)).status).toBe(409);
  expect((await block(id, {})).status).toBe(200);
  const history = await client.records("ObjectHistory", { ObjectID: id });
  expect(history.slice(1).map(({ Action, Field, From, To }) => [Action, Field, From, To])).toEqual([
    ["Block", "Status", "Open-Active", "Open-Blocked"],
    ["Block", "Reason", "", Reason],
    ["Unblock", "Status", "Open-Blocked", "Open-Active"],
    ["Block", "Status", "Open-Active", "Open-Blocked"],
  ]);
  const audit = await database.sql`
    select operation, actor, reason from audit_entry where record_id = ${id.replace("MEM-", "")}::uuid order by id`;
  expect(audit.map(({ operation, actor, reason }) => [operation, actor, reason])).toEqual([
    ["member:block", "api", Reason],
    ["member:unblock", "api", ""],
    ["member:block", "api", ""],
  ]);
});

test("Block takes a reason of at most 255 characters", async () => {
  const id = await stack.client.created("Member", memberContent(freshKey("member")));
  expectError(await block(id, { Reason: 5 }), 422, { code: "Error_Field_Type", field: ".Reason", page: "" });
  expectError(await block(id, { Reason: "x".repeat(256) }), 422, {
    code: "Error_Field_Length",
    field: ".Reason",
    page: "",
  });
  expectError(await stack.client.act(id, "Block", {}), 400, "Error_Content_NotObject");
  expect(await statusOf(id)).toBe("Open-Active");
});

test("a blocked member earns, is not edited or adjusted, and spends neither points nor vouchers until it is unblocked", async () => {
  const { client } = stack;
  const { memberId, member, reward, voucher, ...basics } = await shopper();
  await block(memberId);
  await awaitStatus(client, await client.created("Sale", saleContent({ ...basics, member })), "Resolved-Completed");
  expect(await balanceOf(client, member)).toBe(200);
  expectError(await client.act(memberId, "Edit", { content: { FullName: "Eve" } }), 409, illegal);
  expectError(await addBalance(client, memberId, 1), 409, illegal);
  const refused = await client.created("Redemption", redemptionContent(member, reward));
  const { ConfirmationNote } = await awaitStatus(client, refused, "Resolved-Rejected");
  expect(ConfirmationNote).toBe("Error_Member_Blocked: the member is blocked.");
  for (const action of ["Lock", "Use"])
    expectError(await client.act(voucher, action, { content: null }), 409, "Error_Member_Blocked");
  expect([await statusOf(voucher), await balanceOf(client, member)]).toEqual(["Open-Available With Expiry", 200]);
  await unblock(memberId);
  for (const action of ["Lock", "Use"]) expect((await client.act(voucher, action, { content: null })).status).toBe(200);
  await redeemed(client, redemptionContent(member, reward));
  expect(await balanceOf(client, member)).toBe(190);
});

test("a sale that waits for its store goes on for a member that was blocked meanwhile", async () => {
  const { client } = stack;
  const { memberId, ...basics } = await registerBasics(client);
  const [store] = [freshKey("S")];
  const sale = await client.created("Sale", saleContent({ ...basics, store }));
  await awaitStatus(client, sale, "Pending-Awaiting Reference");
  await block(memberId);
  await client.created("Store", { StoreCode: store, Name: "Late" });
  await awaitStatus(client, sale, "Resolved-Completed");
  expect(await balanceOf(client, basics.member)).toBe(100);
});

test("calls together: one member is blocked once, and vouchers of a blocked member do not stop those of another", async () => {
  const { client } = stack;
  const [one, other] = [await shopper(), await shopper()];
  const blocks = await Promise.all(Array.from({ length: 8 }, () => block(one.memberId)));
  expect(blocks.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  const uses = await Promise.all([one, other].map(({ voucher }) => client.act(voucher, "Use", { content: null })));
  expect(uses.map(({ status }) => status)).toEqual([409, 200]);
});

test("after all of this the books add up", async () => expectBooksInOrder(stack));
