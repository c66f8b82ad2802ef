import { expect, test } from "vitest";
import {
  awaitStatus,
  balanceOf,
  freshKey,
  memberContent,
  redemptionContent,
  registerBasics,
  saleContent,
} from "./support/fixtures.ts";
import { insist } from "./support/load.ts";
import { expectBooksInOrder, useBasics, useStack } from "./support/stack.ts";

const stack = useStack({ apis: 2 });
const basics = useBasics(stack);

test("a repeated sale gets the first answer, after it was posted too, and earns once", async () => {
  const { client } = stack;
  const { member } = await registerBasics(client);
  const content = saleContent({ ...basics, member });
  const first = await client.create("Sale", content);
  expect(await client.create("Sale", content)).toMatchObject({ status: 201, body: first.body });
  await awaitStatus(client, first.body.ID, "Resolved-Completed");
  const again = await client.create("Sale", content);
  const isReplayed = ({ headers }: typeof again) => headers.get("idempotent-replayed");
  expect([isReplayed(first), isReplayed(again)]).toEqual([null, "true"]);
  expect(again.status).toBe(201);
  expect(again.body).toEqual(first.body);
  expect(await balanceOf(client, member)).toBe(100);
  await expectBooksInOrder(stack);
});

test("content that parses alike is the same sale: offset, defaults, order and unknown members do not matter", async () => {
  const content = saleContent(basics, { SaleDateTime: "2026-01-01T10:00:00Z" });
  const first = await stack.client.created("Sale", content);
  const { ExternalID, ...rest } = content;
  const [line] = content.SaleItems;
  const same = {
    ...rest,
    Origin: "API",
    PointOfSaleID: null,
    SaleDateTime: "2026-01-01T12:00:00.000+02:00",
    SaleItems: [{ ...line, TotalAmount: 100.0, x: 1 }],
    ExternalID,
    Extra: {},
  };
  expect(await stack.client.created("Sale", same)).toBe(first);
});

const changes = {
  member: { MemberExternalID: "another" },
  store: { StoreCode: "another" },
  time: { SaleDateTime: "2026-01-01T10:00:00.001Z" },
  origin: { Origin: "POS" },
  amount: { SaleItems: [{ ProductCode: "P", Quantity: 1, TotalAmount: 100.01 }] },
  "another line": {
    SaleItems: [
      { ProductCode: "P", Quantity: 1, TotalAmount: 100 },
      { ProductCode: "P", Quantity: 1, TotalAmount: 1 },
    ],
  },
};
test.each(Object.entries(changes))(
  "a sale with the same ExternalID and another %s is refused with 409, and the first one stays",
  async (_, change) => {
    const content = saleContent({ ...basics, product: "P" });
    const id = await stack.client.created("Sale", content);
    const answer = await stack.client.create("Sale", { ...content, ...change });
    expect(answer).toMatchObject({
      status: 409,
      body: { errorDetails: [{ message: "Error_Key_Reused", erroneousInputOutputIdentifier: ".ExternalID" }] },
    });
    const { content: stored } = (await stack.client.read(id)).body.data.objectInfo;
    expect(stored).toMatchObject({
      MemberExternalID: content.MemberExternalID,
      SaleItems: content.SaleItems,
      Origin: "API",
    });
  },
);

test("100 concurrent creates of one sale at two APIs get the same answer, and one earns", async () => {
  const other = await stack.startApi();
  const { member } = await registerBasics(stack.client);
  const content = saleContent({ ...basics, member });
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      insist(() => (index % 2 ? stack.client : other.client).create("Sale", content)),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body.ID)).size).toBe(1);
  await awaitStatus(stack.client, answers[0]?.body.ID, "Resolved-Completed");
  expect(await balanceOf(stack.client, member)).toBe(100);
  await expectBooksInOrder(stack);
});

test("of concurrent creates of one key with two contents, one content wins and the other is always refused", async () => {
  const content = saleContent(basics);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      insist(() => stack.client.create("Sale", { ...content, Origin: index % 2 ? "A" : "B" })),
    ),
  );
  const created = answers.filter(({ status }) => status === 201);
  expect(new Set(created.map(({ body }) => body.ID)).size).toBe(1);
  expect(created).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(20);
});

test("of 100 concurrent creates of one store, member, product or reward, one succeeds and the others are refused with 409", async () => {
  const { client } = stack;
  const key = freshKey("once");
  const contents = {
    Store: { StoreCode: key, Name: "A" },
    Member: memberContent(key),
    Product: { ProductCode: key, Name: "A" },
    Reward: { ExternalID: key, Name: "A" },
  };
  for (const [type, content] of Object.entries(contents)) {
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => insist(() => client.create(type as keyof typeof contents, content))),
    );
    expect(answers.map(({ status }) => status).toSorted(), type).toEqual([201, ...Array(24).fill(409)]);
  }
});

test("a redemption's ExternalID is its idempotency key too; without one each call is a new redemption", async () => {
  const { client } = stack;
  const content = redemptionContent("nobody", basics.reward);
  const id = await client.created("Redemption", content);
  await awaitStatus(client, id, "Resolved-Rejected");
  expect(await client.created("Redemption", content)).toBe(id);
  expect(await client.create("Redemption", { ...content, MemberExternalID: "another" })).toMatchObject({
    status: 409,
    body: { errorDetails: [{ message: "Error_Key_Reused" }] },
  });
  const { ExternalID: _, ...unnamed } = content;
  expect(await client.created("Redemption", unnamed)).not.toBe(await client.created("Redemption", unnamed));
  await expectBooksInOrder(stack);
});
