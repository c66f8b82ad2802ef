import { expect, test } from "vitest";
import { expectError } from "./support/errors.ts";
import {
  awaitStatus,
  freshKey,
  memberContent,
  redeemed,
  redemptionContent,
  rewardContent,
  saleContent,
} from "./support/fixtures.ts";
import { insist } from "./support/load.ts";
import { countRows, expectBooksInOrder, useBasics, useStack } from "./support/stack.ts";

const stack = useStack();
const basics = useBasics(stack, { points: 1_000, stock: 100 });

const taken = (field: string) => ({ code: "Error_Key_Taken", page: "", field });

test("a taken business key is refused with 409, with the same content too, and nothing is written", async () => {
  const { client } = stack;
  const before = await countRows(stack);
  expectError(await client.create("Store", { StoreCode: basics.store, Name: "Main" }), 409, taken(".StoreCode"));
  expectError(
    await client.create("Product", { ProductCode: basics.product, Name: "Coffee" }),
    409,
    taken(".ProductCode"),
  );
  expectError(await client.create("Member", memberContent(basics.member)), 409, taken(".ExternalID"));
  expectError(await client.create("Reward", rewardContent(basics.reward)), 409, taken(".ExternalID"));
  expect(await countRows(stack)).toEqual(before);
});

test("an Edit to a taken key is refused with 409, and changes nothing", async () => {
  const { client } = stack;
  const store = await client.created("Store", { StoreCode: freshKey("S"), Name: "Other" });
  const product = await client.created("Product", { ProductCode: freshKey("P"), Name: "Other" });
  const records = () => Promise.all([store, product].map(async (id) => (await client.read(id)).body));
  const before = await records();
  expectError(
    await client.act(store, "Edit", { content: { Name: "New", StoreCode: basics.store } }),
    409,
    taken(".StoreCode"),
  );
  expectError(
    await client.act(product, "Edit", { content: { Name: "New", ProductCode: basics.product } }),
    409,
    taken(".ProductCode"),
  );
  expect(await records()).toEqual(before);
});

test("an ExternalID used before with other content is refused with 409", async () => {
  const { client } = stack;
  const sale = saleContent(basics);
  await awaitStatus(client, await client.created("Sale", sale), "Resolved-Completed");
  const before = await countRows(stack);
  expectError(await client.create("Sale", { ...sale, Origin: "POS" }), 409, {
    code: "Error_Key_Reused",
    page: "",
    field: ".ExternalID",
  });
  expect(await countRows(stack)).toEqual(before);
});

test("a transition that the status does not allow is refused with 409, and changes nothing", async () => {
  const { client } = stack;
  const product = await client.created("Product", { ProductCode: freshKey("P"), Name: "x" });
  const reward = await client.created("Reward", rewardContent(freshKey("R")));
  const segment = await client.created("Segment", { Name: "x" });
  const used = await redeemed(client, redemptionContent(basics.member, basics.reward));
  const locked = await redeemed(client, redemptionContent(basics.member, basics.reward));
  for (const id of [product, reward]) await client.act(id, "DeleteObject");
  await client.act(segment, "MarkAsInactive");
  await client.act(used.ID, "Use");
  await client.act(locked.ID, "Lock");
  const illegal: [id: string, action: string, content?: object][] = [
    [product, "Edit", { Name: "New" }],
    [product, "DeleteObject"],
    [reward, "AddRewardStock", { RewardQuantity: 1 }],
    [reward, "DeleteObject"],
    [segment, "MarkAsInactive"],
    [used.ID, "Use"],
    [used.ID, "Lock"],
    [locked.ID, "Lock"],
    [used.ID, "Unlock"],
  ];
  for (const [id, action, content = null] of illegal) {
    const before = (await client.read(id)).body;
    expectError(await client.act(id, action, { content }), 409, "Error_Status_Illegal");
    expect((await client.read(id)).body).toEqual(before);
  }
  await expectBooksInOrder(stack);
});

test("an expired voucher is refused with 409", async () => {
  const item = await redeemed(stack.client, redemptionContent(basics.member, basics.reward));
  // Not on the list of vouchers to expire, so that the scheduled job does not expire it first.
  await stack.database.sql`delete from expiring`;
  await stack.database
    .sql`update redemption_item set expiration_date_time = clock_timestamp() where status like 'Open-%'`;
  for (const action of ["Lock", "Use"])
    expectError(await stack.client.act(item.ID, action), 409, "Error_Voucher_Expired");
});

test("of 50 concurrent uses of one voucher, one gets 200 and the others 409", async () => {
  const item = await redeemed(stack.client, redemptionContent(basics.member, basics.reward));
  const answers = await Promise.all(Array.from({ length: 50 }, () => insist(() => stack.client.act(item.ID, "Use"))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(49).fill(409)]);
  for (const answer of answers.filter(({ status }) => status === 409)) expectError(answer, 409, "Error_Status_Illegal");
});
