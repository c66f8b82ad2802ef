import { expect, test } from "vitest";
import { expectError } from "./support/errors.ts";
import { addBalance, balanceOf, freshKey, memberContent } from "./support/fixtures.ts";
import { expectBooksInOrder, useSharedStack } from "./support/stack.ts";

const stack = useSharedStack();

/** A member with 100 points. */
async function payer() {
  const member = freshKey("member");
  const id = await stack.client.created("Member", memberContent(member));
  await addBalance(stack.client, id, 100);
  return { member, id };
}
const pay = (id: string, content: object, headers = {}) => stack.client.act(id, "PayWithPoints", { content }, headers);
const giveBack = (id: string, content: object, headers = {}) =>
  stack.client.act(id, "CancelPayment", { content }, headers);
const paid = { data: { objectInfo: { status: "Open-Active" } }, confirmationNote: "Paid with points." };
const givenBack = { ...paid, confirmationNote: "Points given back." };
const on = (field: string, code: string) => ({ code, field, page: "" });

test("a payment takes points once, is listed with its value, and comes back in parts", async () => {
  const { client } = stack;
  const { id, member } = await payer();
  const first = await pay(id, { Reference: "T-1", Points: 50 });
  expect([first.status, first.body]).toEqual([200, paid]);
  const again = await pay(id, { Reference: "T-1", Points: 50 });
  expect([again.status, again.body]).toEqual([200, paid]);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(again.headers.get("etag")).toBe(first.headers.get("etag"));
  expect(await balanceOf(client, member)).toBe(50);
  const back = await giveBack(id, { Reference: "T-1", Points: 20 });
  expect([back.status, back.body]).toEqual([200, givenBack]);
  const payments = await client.records("PaymentsByMember", { MemberExternalID: member });
  expect(payments).toMatchObject([{ Reference: "T-1", Points: 50, Value: 0.5, PointsGivenBack: 20 }]);
  expect((await giveBack(id, { Reference: "T-1" })).status).toBe(200);
  expect(await balanceOf(client, member)).toBe(100);
  const history = await client.records("ObjectHistory", { ObjectID: id });
  expect(history.slice(2).map(({ Action, Field, From, To }) => [Action, Field, From, To])).toEqual([
    ["PayWithPoints", "Balance.Points", "100", "50"],
    ["CancelPayment", "Balance.Points", "50", "70"],
    ["CancelPayment", "Balance.Points", "70", "100"],
  ]);
});

test("wrong contents and what can't be paid or given back are refused, each with its code, and change nothing", async () => {
  const { client } = stack;
  const { id, member } = await payer();
  await pay(id, { Reference: "T-1", Points: 10 });
  expectError(await pay(id, { Points: 1 }), 422, on(".Reference", "Error_Field_Required"));
  expectError(await pay(id, { Reference: "T-2" }), 422, on(".Points", "Error_Field_Required"));
  expectError(await pay(id, { Reference: "T-2", Points: "1" }), 422, on(".Points", "Error_Field_Type"));
  for (const Points of [0, -1, 0.00001])
    expectError(await pay(id, { Reference: "T-2", Points }), 422, on(".Points", "Error_Field_Range"));
  expectError(await pay(id, { Reference: "T-1", Points: 11 }), 409, on(".Points", "Error_Reference_Reused"));
  expectError(await pay(id, { Reference: "T-2", Points: 90.5 }), 422, on(".Points", "Error_Balance_Insufficient"));
  expectError(await pay(id, { Reference: "T-2", Points: 0.001 }), 422, on(".Points", "Error_Payment_TooSmall"));
  expectError(await giveBack(id, { Reference: "T-1", Points: 0 }), 422, on(".Points", "Error_Field_Range"));
  expectError(await giveBack(id, { Reference: "T-1", Points: 11 }), 422, on(".Points", "Error_Payment_Exceeded"));
  expectError(await giveBack(id, { Reference: "T-2" }), 422, on(".Reference", "Error_Payment_Unknown"));
  const unknown = `MEM-${"0".repeat(31)}1`;
  expectError(await pay(unknown, { Reference: "T-1", Points: 1 }), 404, "Error_Object_Unknown");
  expect(await balanceOf(client, member)).toBe(90);
});

test("a refusal says what can be spent", async () => {
  const { id } = await payer();
  const refused = await pay(id, { Reference: "T-1", Points: 100.5 });
  expect(refused.body).toMatchObject({
    errorClassification: "Validation fail",
    errorDetails: [{ message: "Error_Balance_Insufficient", localizedValue: "The member can spend 100 Points." }],
  });
});

test("a programme without payments, and one whose points are worth too much, refuse them", async () => {
  const { client, database } = stack;
  const programme = freshKey("programme");
  await database.sql`
    with added as (insert into programme (business_id, name) values (${programme}, 'Club') returning id)
    insert into currency (program, position, name) select id, 0, 'Points' from added`;
  const id = await client.created("Member", { ...memberContent(freshKey("member")), ProgramBusinessID: programme });
  await addBalance(client, id, 100);
  expectError(await pay(id, { Reference: "T-1", Points: 1 }), 422, "Error_Payment_Unavailable");
  await database.sql`
    update programme set payment_points = 0.0001, payment_value = 99999999999 where business_id = ${programme}`;
  expectError(await pay(id, { Reference: "T-1", Points: 1 }), 422, on(".Points", "Error_Payment_TooLarge"));
});

test("a blocked member pays nothing, but gets points back; If-Match and Idempotency-Key work as for every action", async () => {
  const { client } = stack;
  const { id, member } = await payer();
  const { headers } = await pay(id, { Reference: "T-1", Points: 30 }, { "If-Match": 'w/"2"' });
  expect(headers.get("etag")).toBe('w/"3"');
  expectError(await pay(id, { Reference: "T-2", Points: 30 }, { "If-Match": 'w/"2"' }), 409, "Error_Version_Stale");
  await client.act(id, "Block", { content: {} });
  expectError(await pay(id, { Reference: "T-2", Points: 1 }), 409, "Error_Status_Illegal");
  const key = { "Idempotency-Key": freshKey("key") };
  const blocked = { data: { objectInfo: { status: "Open-Blocked" } }, confirmationNote: "Points given back." };
  expect((await giveBack(id, { Reference: "T-1", Points: 10 }, key)).body).toEqual(blocked);
  await client.act(id, "Unblock", {});
  const again = await giveBack(id, { Reference: "T-1", Points: 10 }, key);
  expect([again.body, again.headers.get("idempotent-replayed")]).toEqual([blocked, "true"]);
  expect(await balanceOf(client, member)).toBe(80);
});

test("callers who race pay one Reference once, and get back no more than was paid", async () => {
  const { client } = stack;
  const { id, member } = await payer();
  const pays = await Promise.all(Array.from({ length: 12 }, () => pay(id, { Reference: "T-1", Points: 60 })));
  expect(pays.map(({ status }) => status)).toEqual(Array(12).fill(200));
  expect(await balanceOf(client, member)).toBe(40);
  const backs = await Promise.all(Array.from({ length: 6 }, () => giveBack(id, { Reference: "T-1", Points: 25 })));
  expect(backs.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422, 422, 422]);
  expect(await balanceOf(client, member)).toBe(90);
});

test("after all of this the books add up", async () => expectBooksInOrder(stack));
