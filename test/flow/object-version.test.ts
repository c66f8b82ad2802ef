import { beforeAll, describe, expect, test } from "vitest";
import { callsOf } from "./support/calls.ts";
import { type Answer, type Client, type ObjectType, objectTypes, root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import { addBalance, addStock, freshKey } from "./support/fixtures.ts";
import { insist } from "./support/load.ts";
import { countRows, expectBooksInOrder, useBasics, useStack } from "./support/stack.ts";

const stack = useStack();
const basics = useBasics(stack, { points: 1_000, stock: 100 });
let other: Client;
beforeAll(async () => {
  other = (await stack.startApi()).client;
});

const { contents, acts, mint } = callsOf(() => ({ client: stack.client, basics }));
const types = Object.keys(contents) as ObjectType[];
const tagOf = ({ headers }: Pick<Answer, "headers">) => headers.get("etag");
const ifMatch = (tag: string) => ({ "If-Match": tag });
const stale = { code: "Error_Version_Stale", page: "", field: "If-Match" };
const malformed = { code: "Error_Version_Malformed", page: "", field: "If-Match" };

/** The rows that an action writes, and the current object. */
async function written(id: string): Promise<unknown> {
  // Workers open segments at any time.
  const { pending, history: _, ...rows } = await countRows(stack);
  const history = await stack.client.records("ObjectHistory", { ObjectID: id });
  return { rows, history, object: (await stack.client.read(id)).body };
}

describe.each(types)("a %s", (type) => {
  test("is created with the tag of its first version, with and without its path prefix", async () => {
    const content = contents[type]();
    const first = await stack.client.create(type, content, ifMatch('"7"'));
    expect([first.status, tagOf(first)]).toEqual([201, 'w/"1"']);
    const body = { objectTypeID: objectTypes[type], content: contents[type]() };
    const bare = await stack.client.send("POST", `${root}/objects`, body);
    expect([bare.status, tagOf(bare)]).toEqual([201, 'w/"1"']);
  });

  test("is read with the tag of its version, by HEAD too", async () => {
    const id = await stack.client.created(type, contents[type]());
    const read = await stack.client.read(id);
    const { content } = read.body.data.objectInfo;
    expect(tagOf(read)).toBe(`w/"${content["@version"]}"`);
    expect(content.HistoryCounter).toBe(content["@version"]);
    expect(tagOf(await stack.client.send("HEAD", `${root}/objects/${id}`))).toMatch(/^w\/"\d+"$/);
  });
});

describe.each(acts)("$name with If-Match", ({ name, target, content }) => {
  const [action = ""] = name.split(" ");
  const call = (id: string, headers?: Readonly<Record<string, string>>, client = stack.client) =>
    client.act(id, action, { content: content() }, headers);

  test("of the object's tag is done, and returns the next tag", async () => {
    const id = await target();
    const version = (await stack.client.read(id)).body.data.objectInfo.content["@version"];
    const done = await call(id, ifMatch(tagOf(await stack.client.read(id)) as string));
    expect([done.status, tagOf(done)]).toEqual([200, `w/"${version + 1}"`]);
    const after = await stack.client.read(id);
    expect([after.body.data.objectInfo.content["@version"], tagOf(after)]).toEqual([version + 1, tagOf(done)]);
  });

  test("of another version is refused with 409 and a separate code, and nothing changes", async () => {
    const id = await target();
    const before = await written(id);
    for (const tag of ['w/"9"', '"9"', "9", '"8", W/"9"'])
      expectError(await call(id, { ...ifMatch(tag), "Idempotency-Key": freshKey("k") }), 409, stale);
    expect(await written(id)).toEqual(before);
  });

  test("that is malformed is refused with 412, and nothing changes", async () => {
    const id = await target();
    const before = await written(id);
    for (const tag of ["", "x", "w/1", "'1'", '"1', "*, 1", '"01"', "0"])
      expectError(await call(id, ifMatch(tag)), 412, malformed);
    expect(await written(id)).toEqual(before);
  });

  test("from a hundred callers of two APIs at once is done exactly once", async () => {
    const id = await target();
    const read = await stack.client.read(id);
    const version = read.body.data.objectInfo.content["@version"];
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        insist(() => call(id, ifMatch(tagOf(read) as string), n % 2 ? stack.client : other)),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(99);
    for (const answer of refused) expectError(answer, 409, stale);
    const after = await stack.client.read(id);
    expect(after.body.data.objectInfo.content["@version"]).toBe(version + 1);
  });

  test("and an answered key gets the first answer, although its tag is stale by then", async () => {
    const [id, body] = [await target(), { content: content() }];
    const tag = tagOf(await stack.client.read(id)) as string;
    const headers = { ...ifMatch(tag), "Idempotency-Key": freshKey("k") };
    const first = await stack.client.act(id, action, body, headers);
    expect(first.status).toBe(200);
    const before = await written(id);
    for (const again of [headers, { ...headers, ...ifMatch('"77"') }, { ...headers, ...ifMatch("*") }]) {
      const answer = await other.act(id, action, body, again);
      expect([answer.status, answer.body, tagOf(answer)]).toEqual([200, first.body, tagOf(first)]);
    }
    expectError(await other.act(id, action, body, { ...headers, ...ifMatch("?") }), 412, malformed);
    expect(await written(id)).toEqual(before);
  });
});

test.each([
  (n: number) => `w/"${n}"`,
  (n: number) => `W/"${n}"`,
  (n: number) => `"${n}"`,
  String,
  () => "*",
  (n: number) => `"99", ${n}`,
])("each form of a tag is taken: %s", async (form) => {
  const id = await stack.client.created("Store", contents.Store());
  for (const version of [1, 2, 3]) {
    const done = await stack.client.act(id, "Edit", { content: {} }, ifMatch(form(version)));
    expect([done.status, tagOf(done)]).toEqual([200, `w/"${version + 1}"`]);
  }
});

test("the tag is checked before the status, and an object that does not exist is 404 before both", async () => {
  const id = await stack.client.created("Product", contents.Product());
  await stack.client.act(id, "DeleteObject");
  expectError(await stack.client.act(id, "Edit", { content: {} }, ifMatch('"1"')), 409, stale);
  expectError(await stack.client.act(id, "Edit", { content: {} }, ifMatch('"2"')), 409, "Error_Status_Illegal");
  expectError(await stack.client.act(id, "Edit", { content: {} }, ifMatch("*")), 409, "Error_Status_Illegal");
  const absent = id.replace(/[0-9a-f]{12}$/, "0".repeat(12));
  for (const tag of ['"1"', "*"])
    expectError(await stack.client.act(absent, "Edit", { content: {} }, ifMatch(tag)), 404, "Error_Object_Unknown");
});

test("sales and redemptions do not change the versions of member and reward; AddBalance and AddRewardStock do", async () => {
  const versions = async () =>
    Promise.all([basics.memberId, basics.rewardId].map(async (id) => tagOf(await stack.client.read(id))));
  const before = await versions();
  await mint();
  expect(await versions()).toEqual(before);
  expect(tagOf(await addBalance(stack.client, basics.memberId, 1))).not.toBe(before[0]);
  expect(tagOf(await addStock(stack.client, basics.rewardId, 1))).not.toBe(before[1]);
});

describe.each(["", ...Object.keys(objectTypes).map((prefix) => `/${prefix}`)])("behind the prefix %j", (prefix) => {
  test("every call accepts and ignores clients' query parameters and headers", async () => {
    const headers = { "x-origin-channel": "Web", "x-unheard-of": "1", accept: "application/json, text/plain, */*" };
    const query = "?viewType=form&excludeAdditionalActions=true&pageName=x&unknown=%00&viewType=page";
    const send = (method: string, path: string, body?: object) =>
      stack.client.send(method, `${prefix}${root}${path}${query}`, body, headers);
    const type = (prefix === "" ? "Store" : prefix.slice(1)) as ObjectType;
    const created = await send("POST", "/objects", { objectTypeID: objectTypes[type], content: contents[type]() });
    expect([created.status, tagOf(created)]).toEqual([201, 'w/"1"']);
    const id = await stack.client.created("Product", { ProductCode: freshKey("P"), Name: "Tea" });
    const plain = await stack.client.read(id);
    const read = await send("GET", `/objects/${id}`);
    expect([read.status, read.body, tagOf(read)]).toEqual([200, plain.body, tagOf(plain)]);
    expect(await send("GET", `/objects/${id}/actions/Edit`)).toMatchObject({ status: 200 });
    const edited = await send("PATCH", `/objects/${id}/actions/Edit`, { content: { Brand: "B" } });
    expect([edited.status, tagOf(edited)]).toEqual([200, 'w/"2"']);
    expect(await send("POST", "/data_views/ObjectHistory", { dataViewParameters: { ObjectID: id } })).toMatchObject({
      status: 200,
      body: { resultCount: 2 },
    });
  });
});

test("after all of this the books add up", async () => expectBooksInOrder(stack));
