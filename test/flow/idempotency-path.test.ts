import { objects } from "@rewards/domain";
import { send as sendRequest } from "@rewards/lab/client";
import { beforeAll, describe, expect, test } from "vitest";
import { callsOf, points } from "./support/calls.ts";
import { type ObjectType, objectTypes, root } from "./support/client.ts";
import { entriesOf, freshKey, registerBasics } from "./support/fixtures.ts";
import { insist } from "./support/load.ts";
import { countRows, expectBooksInOrder, useBasics, useStack } from "./support/stack.ts";

const extraRoot = "/prweb/api/application/v2";
const stack = useStack({ env: { EXTRA_API_ROOT: extraRoot } });
const basics = useBasics(stack, { points: 1_000, stock: 100 });
let urls: readonly string[];
beforeAll(async () => {
  urls = [stack.client.url, (await stack.startApi()).url];
});

const newKey = () => freshKey("idempotency");
const { contents, acts } = callsOf(() => ({ client: stack.client, basics }));
const types = Object.keys(contents) as ObjectType[];
const roots = [root, extraRoot, ...objects.flatMap(({ path }) => (path === null ? [] : [`/${path}${root}`]))];

/** Every accepted form of the path of a create of this type. */
const createPaths = (type: ObjectType) =>
  [`/${type}${root}`, root, extraRoot].flatMap((at) => [
    `${at}/objects`,
    `${at}/objects?viewType=page&x=${type}`,
    `${at}/%6Fbjects`,
  ]);

/** Every accepted form of the path of an action. */
const actionPaths = (id: string, action: string) =>
  roots.flatMap((at) => {
    const path = `${at}/objects/${id}/actions/${action}`;
    return [path, `${path}?viewType=form`, path.replace(/objects\/(.)/, (_, first) => `objects/${encoded(first)}`)];
  });

const encoded = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;

/** Does not check the answer against the OpenAPI document, which describes only the API's own root. */
async function send(method: string, target: string, body: object, key: string) {
  const headers = { "idempotency-key": key };
  const answer = await insist(() => sendRequest(target, { method, path: "", headers, body }));
  return { status: answer.status, body: answer.body };
}

/** Sends the call to every path at both APIs at once, and then once more, one path after another. */
async function sendEverywhere(method: string, paths: readonly string[], body: object, key: string) {
  const targets = urls.flatMap((url) => paths.map((path) => url + path));
  const answers = await Promise.all(targets.map((target) => send(method, target, body, key)));
  for (const path of paths) answers.push(await send(method, stack.client.url + path, body, key));
  return answers;
}

async function keysOf(key: string) {
  return stack.database.sql`select path, object_id as id from idempotency_key where key = ${key}`;
}

describe.each(types)("one key on a create of %s counts once", (type) => {
  test("at every form of its path, at two APIs, all at once and one after the other", async () => {
    const key = newKey();
    const body = { objectTypeID: objectTypes[type], content: contents[type]() };
    const answers = await sendEverywhere("POST", createPaths(type), body, key);
    expect(answers[0]?.status).toBe(201);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await keysOf(key)).toHaveLength(1);
    for (const path of createPaths(type)) {
      const other = { ...body, content: contents[type]() };
      expect(await send("POST", stack.client.url + path, other, key)).toMatchObject({
        status: 409,
        body: { errorDetails: [{ message: "Error_Key_Reused" }] },
      });
    }
  });
});

describe.each(acts)("one key on $name counts once", ({ name, target, content }) => {
  test("at every form of its path, at two APIs, all at once and one after the other", async () => {
    const [id, key, action = ""] = [await target(), newKey(), name.split(" ")[0]];
    const versionOf = async () => (await stack.client.read(id)).body.data.objectInfo.content["@version"];
    const before = await versionOf();
    const answers = await sendEverywhere("PATCH", actionPaths(id, action), { content: content() }, key);
    expect(answers[0]?.status).toBe(200);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await versionOf()).toBe(before + 1);
    expect(await keysOf(key)).toHaveLength(1);
  });
});

test("AddBalance under one key at every form of its path posts once", async () => {
  const { member: externalId, memberId } = await registerBasics(stack.client);
  await sendEverywhere("PATCH", actionPaths(memberId, "AddBalance"), { content: points(7) }, newKey());
  expect((await entriesOf(stack.client, externalId)).map((entry) => entry.CurrencyAwarded)).toEqual([7]);
});

test("a key belongs to its operation: another class, object or action may use it too", async () => {
  const key = newKey();
  const create = (type: ObjectType) =>
    send(
      "POST",
      `${stack.client.url}${root}/objects`,
      { objectTypeID: objectTypes[type], content: contents[type]() },
      key,
    );
  for (const type of types) expect(await create(type), type).toMatchObject({ status: 201 });
  for (const { name, target, content } of acts) {
    const path = `${root}/objects/${await target()}/actions/${name.split(" ")[0]}`;
    const answer = await send("PATCH", stack.client.url + path, { content: content() }, key);
    expect(answer, name).toMatchObject({ status: 200 });
  }
  expect(await keysOf(key)).toHaveLength(types.length + acts.length);
});

test("an ID in the wrong case is unknown: refused with 404, and nothing is done", async () => {
  const { memberId } = basics;
  const [key, before] = [newKey(), await countRows(stack)];
  const hex = memberId.slice(4);
  for (const id of [memberId.toLowerCase(), `MEM-${hex.toUpperCase()}`, `Mem-${hex}`])
    for (const path of actionPaths(id, "AddBalance"))
      expect(await send("PATCH", stack.client.url + path, { content: points(1) }, key)).toMatchObject({ status: 404 });
  expect(await countRows(stack)).toEqual(before);
});

test("after all of this the books are in order", () => expectBooksInOrder(stack));
