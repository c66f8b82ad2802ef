import { describe, expect, test } from "vitest";
import { root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import { awaitStatus, saleContent } from "./support/fixtures.ts";
import { countRows, useBasics, useSharedStack } from "./support/stack.ts";

const stack = useSharedStack();
const basics = useBasics(stack);

const paths = [
  "/x",
  `${root}`,
  `${root}/`,
  `${root}/objects/`,
  `${root}/object`,
  `${root}/Objects`,
  "/dx/api/application/v1/objects",
  "/dx/api/v2/objects",
  `/sale${root}/objects`,
  `/RedemptionItem${root}/objects`,
  `/Sale/Store${root}/objects`,
  `${root}/objects/a/b/c/d`,
  `${root}/objects/a/actions`,
  `/livez/x`,
  "/%",
  "/%E0%A4%A",
  `${root}/data_views/`,
  "/favicon.ico",
  "/ops",
  "/ops/v1/dead-letters",
  "/../etc/passwd",
  `//${root}/objects`,
];
test.each(paths)("the path %s is 404, with every method", async (path) => {
  for (const method of ["GET", "POST", "PATCH", "PUT", "DELETE"])
    expectError(await stack.client.send(method, path, method === "GET" ? undefined : {}), 404, "Error_Path_Unknown");
});

test("an unknown data view is 404", async () => {
  for (const name of ["Nothing", "storelist", "getstorebybusinesskeys", "constructor", "__proto__", "%00"])
    expectError(await stack.client.view(name), 404, "Error_DataView_Unknown");
});

/** The tests of actions cover the actions that a class has. */
const lacking = {
  Store: ["DeleteObject", "AddBalance", "Lock", "edit", "Nothing", "constructor"],
  Product: ["AddRewardStock", "MarkAsInactive", "Delete"],
  Member: ["edit", "DeleteObject", "AddRewardStock"],
  Reward: ["Edit", "AddBalance", "Use"],
  Sale: ["Edit", "DeleteObject", "MarkAsInactive"],
  Redemption: ["Edit", "Lock", "Use"],
  Segment: ["Edit", "DeleteObject", "Use"],
};
describe.each(Object.entries(lacking))("a %s", (type, actions) => {
  test("does not have other classes' actions: 404, and nothing is written", async () => {
    const { client } = stack;
    const ids: Record<string, string> = {
      Store: basics.storeId,
      Product: basics.productId,
      Member: basics.memberId,
      Reward: basics.rewardId,
    };
    if (type === "Sale") ids[type] = await client.created("Sale", saleContent(basics));
    if (type === "Redemption")
      ids[type] = await client.created("Redemption", {
        MemberExternalID: "x",
        RedemptionItems: [{ Quantity: "1", RewardExternalID: "x" }],
      });
    if (type === "Segment") ids[type] = await client.created("Segment", { Name: "x" });
    const id = ids[type] as string;
    if (type === "Sale") await awaitStatus(client, id, "Resolved-Completed");
    if (type === "Redemption") await awaitStatus(client, id, "Resolved-Rejected");
    if (type === "Segment") await awaitStatus(client, id, "Open-Active");
    const before = [await countRows(stack), (await client.read(id)).body];
    for (const action of actions)
      expectError(await client.act(id, action, { content: { Name: "x" } }), 404, "Error_Action_Unknown");
    expect([await countRows(stack), (await client.read(id)).body]).toEqual(before);
  });
});

test("every action on an object that does not exist is 404", async () => {
  const absent = (id: string) => id.replace(/[0-9a-f]{12}$/, "0".repeat(12));
  expectError(
    await stack.client.act(absent(basics.storeId), "Edit", { content: { Name: "x" } }),
    404,
    "Error_Object_Unknown",
  );
  expectError(
    await stack.client.act(absent(basics.memberId), "AddBalance", {
      content: { AdjustBalances: { Amount: 1, Name: "Points" } },
    }),
    404,
    "Error_Object_Unknown",
  );
  expectError(
    await stack.client.act(absent(basics.rewardId), "AddRewardStock", { content: { RewardQuantity: 1 } }),
    404,
    "Error_Object_Unknown",
  );
  expectError(await stack.client.act(absent(basics.productId), "DeleteObject", {}), 404, "Error_Object_Unknown");
});
