import { createClient as issueClient } from "@rewards/access";
import { expect, test } from "vitest";
import { callsOf } from "./support/calls.ts";
import { type ObjectType, objectTypes, root } from "./support/client.ts";
import { answersSeen, document, documented } from "./support/contract.ts";
import { bury, createStaged, onMembers, operatorOf, operatorToken } from "./support/dead-letters.ts";
import {
  addBalance,
  addStock,
  awaitStatus,
  memberContent,
  redeemed,
  redemptionContent,
  registerBasics,
} from "./support/fixtures.ts";
import { startStack, useStack } from "./support/stack.ts";

/** The document's example of an operation's body. */
function exampleOf(id: string): Record<string, unknown> {
  const found = documented.find((one) => one.id === id);
  const operation = document.paths[found?.path ?? ""]?.[found?.method.toLowerCase() as "post"];
  const body = operation?.requestBody as { content: { "application/json": { example: Record<string, unknown> } } };
  return structuredClone(body.content["application/json"].example);
}

/** The document's example of a view's query string for GET. */
function exampleQueryOf(path: string): string {
  const parameters = document.paths[path]?.get?.parameters as { name: string; example: string }[];
  return new URLSearchParams(parameters.map(({ name, example }): [string, string] => [name, example])).toString();
}

const stack = useStack({ env: { OPERATOR_TOKEN: operatorToken } });

const send = (method: string, path: string, body?: unknown) => stack.client.send(method, path, body);
const ofKind = (method: string, pattern: RegExp) =>
  documented.filter((one) => one.method === method && pattern.test(one.path));
const creates = () => ofKind("POST", /\/objects$/);
const runs = () => ofKind("POST", /\/data_views\/\w+$/);

test("every create takes the document's example, and answers as the document says", async () => {
  for (const { id, path } of creates().filter((one) => one.id !== "objects.create")) {
    expect(await send("POST", path, exampleOf(id)), id).toMatchObject({ status: 201 });
  }
  expect(await send("POST", `${root}/objects`, exampleOf("objects.create"))).toMatchObject({ status: 201 });
  for (const { path } of creates()) expect(await send("POST", path, {})).toMatchObject({ status: 400 });
  for (const { id, path } of creates()) {
    const empty = { ...exampleOf(id), content: {} };
    expect(await send("POST", path, empty)).toMatchObject({ status: 422 });
  }
});

test("every action answers as the document says, done and refused", async () => {
  const { client } = stack;
  const basics = await registerBasics(client);
  await Promise.all([addBalance(client, basics.memberId, 100), addStock(client, basics.rewardId, 5)]);
  const item = await redeemed(client, redemptionContent(basics.member, basics.reward));
  const segment = await client.created("Segment", { Name: "Spring" });
  await awaitStatus(client, segment, "Open-Active");
  // The one that the example of Merge ends.
  await client.created("Member", memberContent("M-1002"));
  const { acts } = callsOf(() => ({ client, basics }));
  const targets: Record<string, string> = { redemptionItems: item.ID, segments: segment, objects: basics.storeId };
  // Use has ended the other one by then.
  targets["redemptionItems.cancel"] = (await redeemed(client, redemptionContent(basics.member, basics.reward))).ID;
  /** A new object that allows the action. */
  const allowing = (group: string, path: string) => {
    const type = documented.find(({ id }) => id === `${group}.create`)?.path.split("/")[1] as ObjectType;
    const name = `${path.split("/").at(-1)} of ${objectTypes[type]}`;
    return acts.find((act) => act.name === name)?.target() ?? Promise.reject(new Error(`there is no ${name}`));
  };
  // An action of several classes runs on the first class; a deleted object is gone for the other.
  const found = documented.filter((one) => one.method === "PATCH" && one.id !== "objects.deleteObject");
  let last = "";
  for (const { id, path } of found) {
    const [group = ""] = id.split(".");
    // The card that the call before it has added.
    const holder = id === "members.removeCard" ? last : undefined;
    const target = targets[id] ?? targets[group] ?? holder ?? (await allowing(group, path));
    last = target;
    const at = path.replace("{ID}", target);
    const body = exampleOf(id);
    expect(await send("PATCH", at, body), id).toMatchObject({ status: 200 });
    expect(await send("PATCH", path.replace("{ID}", "STO-none"), body)).toMatchObject({ status: 404 });
    expect(await send("PATCH", at, { content: 5 })).toMatchObject({ status: 400 });
    expect(await client.read(target)).toMatchObject({ status: 200 });
  }
  const other = await client.created("Product", { ProductCode: "P-OTHER", Name: "Tea" });
  const remove = (id: string) => send("PATCH", `${root}/objects/${id}/actions/DeleteObject`, { content: null });
  expect(await remove(other)).toMatchObject({ status: 200 });
  expect(await remove(other)).toMatchObject({ status: 409 });
  expect(await client.read("STO-none")).toMatchObject({ status: 404 });
  expect(await send("PATCH", `${root}/objects/${item.ID}/actions/Use`, {})).toMatchObject({ status: 409 });
  const form = (id: string) => send("GET", `${root}/objects/${id}/actions/Edit`);
  expect(await form(basics.storeId)).toMatchObject({ status: 200 });
  expect(await form("STO-none")).toMatchObject({ status: 404 });
});

test("every data view answers as the document says, with records and refused", async () => {
  for (const { id, path } of runs()) {
    const body = exampleOf(id);
    expect(await send("POST", path, body), id).toMatchObject({ status: 200 });
    expect(await send("POST", path, { ...body, query: null }), id).toMatchObject({ status: 200 });
    expect(await send("POST", path, { ...body, query: 5 })).toMatchObject({ status: 400 });
    const { dataViewParameters } = body;
    expect(await send("GET", `${path}?${exampleQueryOf(path)}`), id).toMatchObject({ status: 200 });
    expect(await send("GET", `${path}?query=none`)).toMatchObject({ status: 400 });
    expect(await send("POST", `${path}/count`, { dataViewParameters }), id).toMatchObject({ status: 200 });
    expect(await send("GET", `${path}/metadata`), id).toMatchObject({ status: 200 });
  }
  expect(await send("POST", `${root}/data_views/None/count`, {})).toMatchObject({ status: 404 });
  expect(await send("GET", `${root}/data_views/None/metadata`)).toMatchObject({ status: 404 });
  expect(await send("GET", `${root}/data_views`)).toMatchObject({ status: 200 });
});

test("operators' calls and the service's own endpoints answer as the document says", async () => {
  const paused = await startStack({ workers: 0, env: { OPERATOR_TOKEN: operatorToken } });
  try {
    const basics = await registerBasics(paused.client);
    const { saleId, redemptionId, segmentId } = await createStaged(paused.client, basics);
    await bury(paused, [saleId, redemptionId, segmentId]);
    const operator = operatorOf(paused.client);
    expect(await operator("GET", "")).toMatchObject({ status: 200 });
    expect(await operator("GET", "?class=None")).toMatchObject({ status: 400 });
    expect(await operator("GET", `/${saleId}`)).toMatchObject({ status: 200 });
    expect(await operator("POST", `/${saleId}/replay`)).toMatchObject({ status: 200 });
    expect(await operator("POST", `/${saleId}/replay`)).toMatchObject({ status: 409 });
    expect(await operator("POST", `/${redemptionId}/discard`, { reason: "broken" })).toMatchObject({ status: 200 });
    expect(await operator("POST", `/${redemptionId}/discard`, {})).toMatchObject({ status: 422 });
    expect(await operator("POST", "/replay", { reason: "Error_Record_Refused" })).toMatchObject({ status: 200 });
    expect(await operator("POST", "/replay", { reason: "none" })).toMatchObject({ status: 422 });
    expect(await operator("GET", "/SALE-none")).toMatchObject({ status: 404 });
    for (const [path, body] of [
      ["export", { externalID: basics.member }],
      ["erase", { externalIDs: [basics.member] }],
    ] as const) {
      expect(await onMembers(paused.client, path, body)).toMatchObject({ status: 200 });
      expect(await onMembers(paused.client, path, {})).toMatchObject({ status: 422 });
    }
    expect(await paused.client.send("GET", "/ops/v1/dead-letters")).toMatchObject({ status: 401 });
  } finally {
    await paused.stop();
  }
  for (const path of ["/", "/livez", "/readyz", "/openapi.json"])
    expect(await send("GET", path)).toMatchObject({ status: 200 });
});

test("webhooks are added, changed and read as the document says", async () => {
  const headers = { authorization: `Bearer ${operatorToken}`, "content-type": "application/json" };
  const call = (method: string, path: string, body?: object) =>
    stack.client.sendRaw(method, `/ops/v1/webhooks${path}`, body ? JSON.stringify(body) : undefined, headers);
  const added = await call("POST", "", exampleOf("webhooks.add"));
  expect(added).toMatchObject({ status: 200, body: { secret: expect.stringMatching(/^whsec_/) } });
  expect(await call("POST", "", {})).toMatchObject({ status: 422 });
  expect(await call("GET", "")).toMatchObject({ status: 200, body: { webhooks: [{ id: added.body.id }] } });
  const unknown = added.body.id.replace(/[0-9a-f]{32}$/, "0".repeat(32));
  for (const name of ["rotate", "pause", "resume", "replay"] as const) {
    const body = name === "replay" ? exampleOf("webhooks.replay") : undefined;
    expect(await call("POST", `/${added.body.id}/${name}`, body), name).toMatchObject({ status: 200 });
    expect(await call("POST", `/${unknown}/${name}`, body), name).toMatchObject({ status: 404 });
  }
  expect(await call("GET", `/${added.body.id}/attempts`)).toMatchObject({ status: 200 });
  expect(await call("GET", `/${added.body.id}/attempts?failed=no`)).toMatchObject({ status: 400 });
  expect(await call("POST", `/${added.body.id}/remove`)).toMatchObject({ status: 200 });
  expect(await call("POST", `/${added.body.id}/remove`)).toMatchObject({ status: 404 });
});

test("tokens are issued and revoked as the document says, at every root", async () => {
  const given = { name: "test", rights: "*", expiresAt: null };
  const { clientID, clientSecret } = await issueClient(stack.database.sql, given, { actor: "test" });
  const own = { grant_type: "client_credentials", client_id: clientID, client_secret: clientSecret, token: "none" };
  const post = (path: string, form: Record<string, string>) =>
    stack.client.sendRaw("POST", path, new URLSearchParams(form).toString(), {
      "content-type": "application/x-www-form-urlencoded",
    });
  for (const { path } of ofKind("POST", /\/(?:token|revoke)$/)) {
    expect(await post(path, own)).toMatchObject({ status: 200 });
    expect(await post(path, { client_id: clientID, client_secret: clientSecret })).toMatchObject({ status: 400 });
  }
});

test("the tests above cover every operation, done and refused", () => {
  // Pages and their files are not JSON, nor are imports, which import.test.ts sends.
  const described = documented.filter(({ path }) => !/^\/(?:reference|docs)|\/import$/.test(path));
  const isDone = (id: string) => answersSeen.has(`${id} 200`) || answersSeen.has(`${id} 201`);
  const isRefused = (id: string) => ["400", "404", "409", "422"].some((status) => answersSeen.has(`${id} ${status}`));
  const cannotBeRefused = [
    "health.live",
    "health.ready",
    "service.root",
    "service.openapi",
    "dataViews.list",
    "webhooks.list",
  ];
  expect(described.filter(({ id }) => !isDone(id)).map(({ id }) => id)).toEqual([]);
  expect(described.filter(({ id }) => !isRefused(id) && !cannotBeRefused.includes(id)).map(({ id }) => id)).toEqual([]);
});
