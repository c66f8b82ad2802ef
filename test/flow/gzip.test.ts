import type { IncomingMessage } from "node:http";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, root } from "./support/client.ts";
import { operatorOf, operatorToken, ops } from "./support/dead-letters.ts";
import { expectError } from "./support/errors.ts";
import { saleContent } from "./support/fixtures.ts";
import { askPacked } from "./support/raw.ts";
import { countRows, useBasics, useStack } from "./support/stack.ts";

const stack = useStack({ workers: 0, env: { OPERATOR_TOKEN: operatorToken } });
const basics = useBasics(stack);

const gzip = { "content-type": "application/json", "content-encoding": "gzip" };
const send = (method: string, path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  stack.client.sendRaw(method, path, body, { ...gzip, ...headers });
const packed = (body: unknown) => gzipSync(typeof body === "string" ? body : JSON.stringify(body));
const objects = `${root}/objects`;

async function expectNothingWritten(work: () => Promise<void>): Promise<void> {
  const before = await countRows(stack);
  await work();
  expect(await countRows(stack)).toEqual(before);
}

describe("a gzip body", () => {
  test("is accepted like a plain one by creates, actions, views and operators' calls", async () => {
    const sale = { objectTypeID: "SaleCase", content: saleContent(basics) };
    const created = await send("POST", objects, packed(sale));
    expect(created.status).toBe(201);
    const again = await stack.client.send("POST", objects, sale);
    expect([again.status, again.body, again.headers.get("idempotent-replayed")]).toEqual([201, created.body, "true"]);
    const edited = await send(
      "PATCH",
      `${objects}/${basics.storeId}/actions/Edit`,
      packed({ content: { Name: "y" } }),
      {
        "content-encoding": "X-GZIP",
      },
    );
    expect(edited.status).toBe(200);
    const viewed = await send(
      "POST",
      `${root}/data_views/GetStoreByBusinessKeys`,
      packed({ dataViewParameters: { StoreCode: basics.store } }),
    );
    expect(viewed).toMatchObject({ status: 200, body: { data: [{ Name: "y" }] } });
    const operator = await send("POST", `${ops}/replay`, packed({ reason: "Error_Record_Refused" }), {
      authorization: `Bearer ${operatorToken}`,
    });
    expect(operator).toMatchObject({ status: 200, body: { replayed: 0 } });
  });

  test("of several members, and a body called identity, are accepted too", async () => {
    const [front, back] = ['{"objectTypeID":"SegmentCase",', '"content":{"Name":"x"}}'];
    expect(await send("POST", objects, Buffer.concat([packed(front), packed(back)]))).toMatchObject({ status: 201 });
    expect(await send("POST", objects, front + back, { "content-encoding": "identity" })).toMatchObject({
      status: 201,
    });
  });

  test.each([
    ["no gzip", Buffer.from("{}")],
    ["gzip that is cut short", packed({ objectTypeID: "SegmentCase", content: { Name: "x" } }).subarray(0, -12)],
    [
      "gzip with a wrong checksum",
      packed("{}").map((byte, at, all) => (at === all.length - 8 ? byte ^ 1 : byte)) as Buffer,
    ],
    ["nothing", Buffer.alloc(0)],
    ["gzip of text that is not JSON", packed("{")],
  ])("of %s is refused with 400, and nothing is written", (_, body) =>
    expectNothingWritten(async () => {
      expectError(await send("POST", objects, body), 400, "Error_Body_Malformed");
      expectError(await send("POST", `${root}/data_views/ProgramList`, body), 400, "Error_Body_Malformed");
    }),
  );

  test.each(["br", "deflate", "zstd", "gzip, gzip", "compress", ""])(
    "in the encoding %j is refused with a 415 that names the accepted one",
    (encoding) =>
      expectNothingWritten(async () => {
        for (const path of [objects, `${root}/data_views/ProgramList`]) {
          const answer = await send("POST", path, packed("{}"), { "content-encoding": encoding });
          expectError(answer, 415, "Error_ContentEncoding_Unsupported");
          expect(answer.headers.get("accept-encoding")).toBe("gzip");
        }
      }),
  );

  test("may unpack to as many bytes as a plain one has, and not one more", async () => {
    const bytes = 65_536;
    const segment = JSON.stringify({ objectTypeID: "SegmentCase", content: { Name: "x" } });
    expect(await send("POST", `/Segment${objects}`, packed(segment.padEnd(bytes)))).toMatchObject({ status: 201 });
    await expectNothingWritten(async () => {
      for (const body of [packed(segment.padEnd(bytes + 1)), packed(" ".repeat(50_000_000))])
        expectError(await send("POST", `/Segment${objects}`, body), 413, "Error_Body_TooLarge");
      expectError(
        await send("POST", `${root}/data_views/ProgramList`, packed(" ".repeat(1_048_577))),
        413,
        "Error_Body_TooLarge",
      );
    });
  });
});

function ask(method: string, path: string, body: unknown, encodings?: string) {
  const headers = {
    "content-type": "application/json",
    ...(encodings !== undefined && { "accept-encoding": encodings }),
  };
  return askPacked(method, stack.client.url + path, headers, body === undefined ? undefined : JSON.stringify(body));
}

describe("an answer over 1 KiB", () => {
  beforeAll(async () => {
    const filler = "caf\u00e9 ".repeat(150);
    await Promise.all(
      Array.from({ length: 300 }, (_, n) =>
        stack.client.created("Product", { ProductCode: `Z-${n}`, Name: `Z ${n}`, Description: `${n} ${filler}` }),
      ),
    );
  });

  const unpack = (bytes: Buffer) => JSON.parse(gunzipSync(bytes).toString());
  const calls: [what: string, method: string, path: string, body: () => unknown][] = [
    ["a view of many slices", "POST", `${root}/data_views/ProductList`, () => ({})],
    ["an object", "GET", `${objects}/{ID}`, () => undefined],
    ["the list of views", "GET", `${root}/data_views`, () => undefined],
    ["the metadata of a view", "GET", `${root}/data_views/MemberList/metadata`, () => undefined],
    [
      "a refusal with many details",
      "POST",
      objects,
      () => ({ objectTypeID: "SaleCase", content: { SaleItems: Array.from({ length: 20 }, () => ({})) } }),
    ],
  ];
  const targetOf = (path: string) => path.replace("{ID}", basics.memberId);

  test.each(calls)(
    "%s is gzipped if the client accepts gzip, otherwise plain, with the same content",
    async (_, method, path, body) => {
      const target = targetOf(path);
      const [plain, zipped] = [await ask(method, target, body()), await ask(method, target, body(), "deflate, gzip")];
      expect([plain.headers["content-encoding"], zipped.headers["content-encoding"]]).toEqual([undefined, "gzip"]);
      expect([plain.headers.vary, zipped.headers.vary]).toEqual(["Accept-Encoding", "Accept-Encoding"]);
      expect(plain.bytes.length).toBeGreaterThan(1_024);
      expect(zipped.bytes.length).toBeLessThan(plain.bytes.length);
      expect(Number(zipped.headers["content-length"])).toBe(zipped.bytes.length);
      const { fetchDateTime: _a, requestId: _b, ...same } = JSON.parse(plain.bytes.toString());
      expect([zipped.statusCode, unpack(zipped.bytes)]).toEqual([plain.statusCode, expect.objectContaining(same)]);
      for (const encodings of ["br", "gzip;q=0", "gzip;q=0.5, identity", "identity, *;q=0"])
        expect((await ask(method, target, body(), encodings)).headers["content-encoding"]).toBeUndefined();
      expect((await ask(method, target, body(), "*")).headers["content-encoding"]).toBe("gzip");
    },
  );

  test("has the same length for HEAD as for GET, and no body", async () => {
    const target = targetOf(`${objects}/{ID}`);
    const [got, head] = [await ask("GET", target, undefined, "gzip"), await ask("HEAD", target, undefined, "gzip")];
    const shown = ({ headers }: IncomingMessage) => [
      headers["content-length"],
      headers["content-encoding"],
      headers.vary,
    ];
    expect([shown(head), head.bytes.length]).toEqual([shown(got), 0]);
  });

  test("is gzipped, and a smaller one is not", async () => {
    const created = await ask("POST", objects, { objectTypeID: "SegmentCase", content: { Name: "x" } }, "gzip");
    const counted = await ask("POST", `${root}/data_views/ProductList/count`, {}, "gzip");
    for (const { headers } of [created, counted])
      expect([headers["content-encoding"], headers.vary]).toEqual([undefined, undefined]);
  });
});

test("fetch, which asks for gzip by itself, reads answers as before", async () => {
  const answer: Answer = await operatorOf(stack.client, "ann")("GET", "?limit=1");
  expect(answer).toMatchObject({ status: 200, body: { deadLetters: [] } });
  expect(await stack.client.records("ProductList")).toHaveLength(301);
});
