import { beforeAll, describe, expect, test } from "vitest";
import { openProxy } from "../src/proxy.ts";
import { callsOf, points } from "./support/calls.ts";
import { type Answer, type Client, type ObjectType, objectTypes, root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import {
  addBalance,
  balanceOf,
  entriesOf,
  freshKey,
  memberContent,
  registerBasics,
  rewardContent,
  saleContent,
} from "./support/fixtures.ts";
import { insist } from "./support/load.ts";
import { openRaw, request } from "./support/raw.ts";
import { countRows, expectBooksInOrder, useBasics, useStack, whileLocked } from "./support/stack.ts";

const stack = useStack();
const basics = useBasics(stack, { points: 1_000, stock: 100 });
let other: Client;
beforeAll(async () => {
  other = (await stack.startApi()).client;
});

const withKey = (key: string) => ({ "Idempotency-Key": key });
const newKey = () => freshKey("idempotency");
const reused = { code: "Error_Key_Reused", page: "", field: "Idempotency-Key" };

const replayedHeader = "idempotent-replayed";

/** Expects exactly the same answer with the same Location and ETag, marked as a repeat. */
function expectSame(again: Answer, first: Answer): void {
  expect(again.status).toBe(first.status);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get("location")).toBe(first.headers.get("location"));
  expect(again.headers.get("etag")).toBe(first.headers.get("etag"));
  expect(again.headers.get(replayedHeader)).toBe("true");
  const keysOf = ({ headers }: Answer) => [...headers.keys()].filter((name) => name !== replayedHeader);
  expect(keysOf(again)).toEqual(keysOf(first));
}

/** Expects one first answer, which all others repeat. */
function expectOneFirst(answers: readonly Answer[], status: number): void {
  const [first, ...more] = answers.filter(({ headers }) => !headers.has(replayedHeader));
  expect([first?.status, more]).toEqual([status, []]);
  for (const answer of answers) if (answer !== first) expectSame(answer, first as Answer);
}

async function countKeys(key: string): Promise<number> {
  return (await stack.database.sql`select from idempotency_key where key = ${key}`).length;
}

/** Row counts of the tables that only calls write to, and no worker later. */
async function countWritten() {
  const { pending, ledger_entry, redemption_item, awaiting, history, ...rows } = await countRows(stack);
  return rows;
}

const { contents, acts, mint } = callsOf(() => ({ client: stack.client, basics }));
const types = Object.keys(contents) as ObjectType[];

describe.each(types)("a create of %s with an Idempotency-Key", (type) => {
  test("repeated, through another API too, gets the first answer and makes one record", async () => {
    const [key, content] = [newKey(), contents[type]()];
    const first = await stack.client.create(type, content, withKey(key));
    expect(first.status).toBe(201);
    const before = await countWritten();
    expectSame(await stack.client.create(type, content, withKey(key)), first);
    expectSame(await other.create(type, { ...content, Unknown: [1] }, withKey(key)), first);
    const text = JSON.stringify({ pageInstructions: [], content, objectTypeID: objectTypes[type] }, null, 2);
    const headers = { "content-type": "application/json; charset=utf-8", ...withKey(key) };
    expectSame(await other.sendRaw("POST", `/${type}${root}/objects?viewType=page`, text, headers), first);
    expect(await countWritten()).toEqual(before);
    expect(await countKeys(key)).toBe(1);
  });

  test("with another body is refused with 409, and nothing is written", async () => {
    const key = newKey();
    const content = contents[type]();
    const first = await stack.client.create(type, content, withKey(key));
    const before = await countWritten();
    expectError(await stack.client.create(type, contents[type](), withKey(key)), 409, reused);
    expect(await countWritten()).toEqual(before);
    expectSame(await stack.client.create(type, content, withKey(key)), first);
  });

  test("from a hundred callers of two APIs at once gets one answer and makes one record", async () => {
    const [key, content] = [newKey(), contents[type]()];
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        insist(() => (n % 2 ? stack.client : other).create(type, content, withKey(key))),
      ),
    );
    expectOneFirst(answers, 201);
    expect(await countKeys(key)).toBe(1);
  });

  test("that is refused leaves its key free for the corrected call", async () => {
    const key = newKey();
    const before = await countWritten();
    const refused = await stack.client.create(type, { Origin: 1 }, withKey(key));
    expect(refused.status).toBe(422);
    expect(await countWritten()).toEqual(before);
    expect(await stack.client.create(type, contents[type](), withKey(key))).toMatchObject({ status: 201 });
  });
});

describe.each(acts)("$name with an Idempotency-Key", ({ name, target, content, otherContent }) => {
  const [action = ""] = name.split(" ");

  test("repeated gets the first answer and is done once; with another body it is refused with 409", async () => {
    const [id, key, body] = [await target(), newKey(), { content: content() }];
    const first = await stack.client.act(id, action, body, withKey(key));
    expect(first.status).toBe(200);
    const before = await stack.client.read(id);
    const rows = await countWritten();
    expectSame(await stack.client.act(id, action, body, withKey(key)), first);
    expectSame(await other.act(id, action, { pageInstructions: [], ...body }, withKey(key)), first);
    if (otherContent) expectError(await other.act(id, action, { content: otherContent }, withKey(key)), 409, reused);
    expect((await stack.client.read(id)).body).toEqual(before.body);
    expect(await countWritten()).toEqual(rows);
  });

  test("from a hundred callers of two APIs at once gets one answer and is done once", async () => {
    const [id, key, body] = [await target(), newKey(), { content: content() }];
    const version = (await stack.client.read(id)).body.data.objectInfo.content["@version"];
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        insist(() => (n % 2 ? stack.client : other).act(id, action, body, withKey(key))),
      ),
    );
    expectOneFirst(answers, 200);
    expect((await stack.client.read(id)).body.data.objectInfo.content["@version"]).toBe(version + 1);
    expect(await countKeys(key)).toBe(1);
  });
});

test("Lock repeated after Use gets the first answer, although the voucher is used", async () => {
  const [id, key] = [await mint(), newKey()];
  const first = await stack.client.act(id, "Lock", { content: null }, withKey(key));
  await stack.client.act(id, "Use", {}, withKey(newKey()));
  expectSame(await stack.client.act(id, "Lock", {}, withKey(key)), first);
  expect((await stack.client.read(id)).body.data.objectInfo.status).toBe("Resolved-Completed");
  expectError(await stack.client.act(id, "Lock", {}), 409, "Error_Status_Illegal");
});

test("a create repeated after its record changed status or was deleted gets the first answer", async () => {
  const { client } = stack;
  const [key, content] = [newKey(), contents.Product()];
  const first = await client.create("Product", content, withKey(key));
  await client.act(first.body.data.ID, "DeleteObject");
  expectSame(await client.create("Product", content, withKey(key)), first);
  const [saleKey, sale] = [newKey(), contents.Sale()];
  const sold = await client.create("Sale", sale, withKey(saleKey));
  await expectBooksInOrder(stack);
  expectSame(await client.create("Sale", sale, withKey(saleKey)), sold);
});

test("AddBalance posts once for two calls with one key, and twice for two calls without a key", async () => {
  const { client } = stack;
  const { member, memberId } = await registerBasics(client);
  const key = newKey();
  for (const api of [client, other, client])
    await api.act(memberId, "AddBalance", { content: points(7) }, withKey(key));
  expect(await balanceOf(client, member)).toBe(7);
  for (const api of [client, other]) await api.act(memberId, "AddBalance", { content: points(1) });
  expect((await entriesOf(client, member)).map((entry) => entry.CurrencyAwarded)).toEqual([7, 1, 1]);
});

test("a refusal is not remembered: the same call with the same key is done once it is allowed", async () => {
  const { client } = stack;
  const { member, memberId } = await registerBasics(client);
  const key = newKey();
  const deduct = () => client.act(memberId, "AddBalance", { content: points(-10) }, withKey(key));
  expectError(await deduct(), 422, { code: "Error_Balance_Insufficient", field: ".Amount" });
  expect(await countKeys(key)).toBe(0);
  await addBalance(client, memberId, 10);
  expect(await deduct()).toMatchObject({ status: 200 });
  expect(await deduct()).toMatchObject({ status: 200 });
  expect(await balanceOf(client, member)).toBe(0);
});

test("a refused business key leaves the idempotency key free", async () => {
  const { client } = stack;
  for (const [type, taken] of [
    ["Store", { StoreCode: basics.store, Name: "A" }],
    ["Product", { ProductCode: basics.product, Name: "A" }],
    ["Member", memberContent(basics.member)],
    ["Reward", rewardContent(basics.reward)],
  ] as const) {
    const key = newKey();
    const before = await countWritten();
    expectError(await client.create(type, taken, withKey(key)), 409, "Error_Key_Taken");
    expect(await countWritten()).toEqual(before);
    expect(await client.create(type, contents[type](), withKey(key)), type).toMatchObject({ status: 201 });
  }
});

test("refused actions leave no key: unknown object, unknown action, illegal status, key taken", async () => {
  const { client } = stack;
  const product = await client.created("Product", contents.Product());
  await client.act(product, "DeleteObject");
  const before = await countWritten();
  const key = withKey(newKey());
  const unknown = `STO-${"0".repeat(32)}`;
  expectError(await client.act(unknown, "Edit", { content: {} }, key), 404, "Error_Object_Unknown");
  expectError(await client.act(product, "Lock", { content: {} }, key), 404, "Error_Action_Unknown");
  expectError(await client.act(product, "Edit", { content: {} }, key), 409, "Error_Status_Illegal");
  const store = (await client.create("Store", contents.Store())).body.ID;
  const taken = { content: { StoreCode: basics.store } };
  expectError(await client.act(store, "Edit", taken, key), 409, { code: "Error_Key_Taken", field: ".StoreCode" });
  expect(await countWritten()).toEqual({ ...before, store: (before["store"] ?? 0) + 1 });
});

test("a sale's ExternalID and its Idempotency-Key agree: a repeat by either gets the first answer", async () => {
  const { client } = stack;
  const [content, key] = [saleContent(basics), newKey()];
  const first = await client.create("Sale", content);
  expectSame(await client.create("Sale", content, withKey(key)), first);
  expectSame(await client.create("Sale", content, withKey(key)), first);
  const changed = { ...content, Origin: "POS" };
  expectError(await client.create("Sale", changed, withKey(key)), 409, reused);
  const free = newKey();
  expectError(await client.create("Sale", changed, withKey(free)), 409, {
    code: "Error_Key_Reused",
    field: ".ExternalID",
  });
  expect(await countKeys(free)).toBe(0);
});

describe("the header's form", () => {
  test.each([
    ["one character", "k"],
    ["255 characters", `${freshKey("k")}${"k".repeat(250)}`],
    ["every visible character of ASCII", String.fromCharCode(...Array.from({ length: 94 }, (_, n) => n + 33))],
    ["quotes, which are part of the key", `"${freshKey("k")}"`],
  ])("%s is taken, and remembered", async (_, text) => {
    const key = text.slice(0, 255);
    const content = contents.Segment();
    const first = await stack.client.create("Segment", content, withKey(key));
    expect(first.status).toBe(201);
    expectSame(await stack.client.create("Segment", content, withKey(key)), first);
    expectError(await stack.client.create("Segment", contents.Segment(), withKey(key)), 409, reused);
  });

  const malformed: [string, string[]][] = [
    ["empty", [""]],
    ["256 characters long", ["k".repeat(256)]],
    ["with a space", ["a b"]],
    ["with a tab", ["a\tb"]],
    ["not in ASCII", ["schlüssel"]],
    ["given twice", ["a", "b"]],
    ["given twice alike", ["a", "a"]],
  ];
  test.each(malformed)("a header %s is refused with 400, and nothing is written", async (_, values) => {
    const store = await stack.client.created("Store", contents.Store());
    const before = await countWritten();
    const connection = await openRaw(stack.client.url);
    const segment = JSON.stringify({ objectTypeID: "SegmentCase", content: { Name: "x" } });
    for (const [method, path, body] of [
      ["POST", `${root}/objects`, segment],
      ["PATCH", `${root}/objects/${store}/actions/Edit`, `{"content":{"Name":"New"}}`],
    ] as const) {
      const headers = values.map((value) => `idempotency-key: ${value}\r\n`).join("");
      connection.write(request(method, path, body).replace("host: ", `${headers}host: `));
      expectError(await connection.next(), 400, { code: "Error_Header_Malformed", field: "Idempotency-Key" });
    }
    expect(await countWritten()).toEqual(before);
  });

  test("is ignored by reads and data views, even if malformed", async () => {
    const { client } = stack;
    const before = await countWritten();
    const bad = withKey("k k".repeat(200));
    expect(await client.send("GET", `${root}/objects/${basics.storeId}`, undefined, bad)).toMatchObject({
      status: 200,
    });
    expect(await client.send("POST", `${root}/data_views/ProgramList`, {}, bad)).toMatchObject({ status: 200 });
    expect(await countWritten()).toEqual(before);
  });
});

describe("if an answer of Postgres is lost", () => {
  /** COMMIT as the driver sends it. The probe of readiness has this word too, in the name of a setting. */
  const commit = "Q\0\0\0\u000bcommit\0";

  async function openCutApi() {
    const proxy = await openProxy(stack.databaseUrl);
    const api = await stack.startApi({ DATABASE_URL: proxy.url });
    return { proxy, api };
  }

  test("at the COMMIT of a create, the gateway retries and answers 201, and so does the next call", async () => {
    const { proxy, api } = await openCutApi();
    for (const type of types) {
      const [key, content] = [newKey(), contents[type]()];
      proxy.cutAnswerTo(commit);
      const first = await api.client.create(type, content, withKey(key));
      expect(first.status, type).toBe(201);
      expectSame(await other.create(type, content, withKey(key)), first);
      expect(await countKeys(key)).toBe(1);
    }
    await api.stop();
    proxy.shut();
  });

  test("at the COMMIT of an AddBalance, the caller gets 503, retries, and the points are posted once", async () => {
    const { proxy, api } = await openCutApi();
    const { member, memberId } = await registerBasics(stack.client);
    const key = withKey(newKey());
    proxy.cutAnswerTo(commit);
    const lost = await api.client.act(memberId, "AddBalance", { content: points(5) }, key);
    expectError(lost, 503, "Error_Service_Unavailable");
    const again = await api.client.act(memberId, "AddBalance", { content: points(5) }, key);
    expect(again).toMatchObject({ status: 200, body: { data: { objectInfo: { ID: memberId } } } });
    expect(await balanceOf(stack.client, member)).toBe(5);
    await api.stop();
    proxy.shut();
  });

  test("an API killed before its commit leaves neither record nor key, and the call succeeds at another API", async () => {
    const api = await stack.startApi();
    const [key, content] = [newKey(), contents.Segment()];
    const before = await countWritten();
    await whileLocked(stack, "segment", "share", async (tx) => {
      const lost = api.client.create("Segment", content, withKey(key)).catch(() => "lost");
      await expect
        .poll(async () => (await tx`select from pg_locks where relation = 'segment'::regclass and not granted`).length)
        .toBe(1);
      api.signal("SIGKILL");
      expect(await lost).toBe("lost");
    });
    const first = await other.create("Segment", content, withKey(key));
    expect(first.status).toBe(201);
    expectSame(await stack.client.create("Segment", content, withKey(key)), first);
    const counts = await countWritten();
    const [segments, keys] = [before["segment"] ?? 0, before["idempotency_key"] ?? 0];
    expect(counts).toEqual({ ...before, segment: segments + 1, idempotency_key: keys + 1 });
  });
});

test("after all of this the books are in order", () => expectBooksInOrder(stack));
