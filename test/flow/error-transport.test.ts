import { describe, expect, test } from "vitest";
import { root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import { chunked, openRaw, request } from "./support/raw.ts";
import { countRows, useStack } from "./support/stack.ts";

const bodyBytesMax = 2_048;
const path = `${root}/objects`;
/** The ID of an object that does not exist. */
const storeId = `STO-${"0".repeat(32)}`;
/** A create, an action and a view. */
const calls = [
  ["POST", path],
  ["PATCH", `${path}/${storeId}/actions/Edit`],
  ["POST", `${root}/data_views/ProgramList`],
] as const;
const segment = JSON.stringify({ objectTypeID: "SegmentCase", content: { Name: "x" } });
const tooLarge = JSON.stringify({
  objectTypeID: "SegmentCase",
  content: { Name: "x", Filler: "f".repeat(bodyBytesMax) },
});

const stack = useStack({ workers: 0, env: { BODY_BYTES_MAX: String(bodyBytesMax) } });

const open = () => openRaw(stack.client.url);

/** Expects that nothing was written and that the server still works. */
async function expectNothingWritten(work: () => Promise<void>): Promise<void> {
  const before = await countRows(stack);
  await work();
  expect(await countRows(stack)).toEqual(before);
  expect(await stack.client.send("GET", "/livez")).toMatchObject({ status: 200 });
}

describe("a body over the limit is refused with 413", () => {
  test("by its Content-Length, and the connection stays usable", () =>
    expectNothingWritten(async () => {
      const connection = await open();
      for (let count = 0; count < 3; count += 1) {
        connection.write(request("POST", path, tooLarge));
        expectError(await connection.next(), 413, "Error_Body_TooLarge");
        connection.write(request("GET", "/livez", ""));
        expect(await connection.next()).toMatchObject({ status: 200, body: { status: "ok" } });
      }
    }));

  test("by its Content-Length alone, before any of it was sent", () =>
    expectNothingWritten(async () => {
      const connection = await open();
      connection.write(request("POST", path, "", { "content-length": 1_000_000_000 }));
      expectError(await connection.next(), 413, "Error_Body_TooLarge");
    }));

  test("by its chunks, and the connection stays usable", () =>
    expectNothingWritten(async () => {
      const connection = await open();
      connection.write(chunked("POST", path, [tooLarge.slice(0, 1_000), tooLarge.slice(1_000)]));
      expectError(await connection.next(), 413, "Error_Body_TooLarge");
      connection.write(request("GET", "/livez", ""));
      expect(await connection.next()).toMatchObject({ status: 200 });
    }));

  test("by its chunks, even if they never end", () =>
    expectNothingWritten(async () => {
      const connection = await open();
      connection.write(chunked("POST", path, [tooLarge], false));
      expectError(await connection.next(), 413, "Error_Body_TooLarge");
    }));

  test.each([
    ["connection: close", "HTTP/1.1\r\nconnection: close"],
    ["HTTP/1.0", "HTTP/1.0"],
  ])(
    "after all of it was sent if the connection ends with the answer (%s), since the answer would otherwise be lost",
    (_, version) =>
      expectNothingWritten(async () => {
        const huge = JSON.stringify({ Filler: "f".repeat(10_000_000) });
        const connection = await open();
        connection.write(request("POST", path, huge).replace("HTTP/1.1", version));
        expectError(await connection.next(), 413, "Error_Body_TooLarge");
        await connection.ended;
      }),
  );

  test("before all of it was sent if it is too long to wait for", () =>
    expectNothingWritten(async () => {
      const connection = await open();
      const some = "x".repeat(33_554_433);
      connection.write(request("POST", path, some, { "content-length": 1_000_000_000, connection: "close" }));
      expectError(await connection.next(), 413, "Error_Body_TooLarge");
    }));

  test("at 10 MB from an ordinary client, on actions and views too", () =>
    expectNothingWritten(async () => {
      const huge = JSON.stringify({ Filler: "f".repeat(10_000_000) });
      for (const [method, target] of calls)
        expectError(await stack.client.sendRaw(method, target, huge), 413, "Error_Body_TooLarge");
    }));
});

test("a body exactly at the limit is accepted, in one piece or in chunks", async () => {
  const body = segment.padEnd(bodyBytesMax, " ");
  const connection = await open();
  connection.write(request("POST", path, body));
  expect(await connection.next()).toMatchObject({ status: 201 });
  const parts = [...body.matchAll(/.{1,100}/g)].map(([part]) => part);
  connection.write(chunked("POST", path, parts));
  expect(await connection.next()).toMatchObject({ status: 201 });
});

test("after a refused body the connection stays usable", () =>
  expectNothingWritten(async () => {
    const connection = await open();
    for (const [body, status] of [
      ["{", 400],
      ["[]", 400],
      ["{}", 400],
      [JSON.stringify({ objectTypeID: "SegmentCase", content: {} }), 422],
    ] as const) {
      connection.write(request("POST", path, body));
      expect(await connection.next()).toMatchObject({ status });
    }
    connection.write(request("POST", "/nowhere", "{}"));
    expectError(await connection.next(), 404, "Error_Path_Unknown");
    connection.write(request("POST", path, segment, { "content-type": "text/plain" }));
    expectError(await connection.next(), 415, "Error_ContentType_Unsupported");
    connection.write(request("PUT", path, segment));
    expectError(await connection.next(), 405, "Error_Method_NotAllowed");
    connection.write(request("GET", "/livez", ""));
    expect(await connection.next()).toMatchObject({ status: 200 });
  }));

describe("the content type", () => {
  const refused = [
    undefined,
    "",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonx",
    "application/json5",
    "text/json",
    "application/problem+json",
    "x; application/json",
  ];
  test.each(refused)("%s is refused with 415", (type) =>
    expectNothingWritten(async () => {
      for (const [method, target] of calls) {
        const connection = await open();
        const text = request(method, target, segment, { "content-type": type ?? "" });
        connection.write(type === undefined ? text.replace("content-type: \r\n", "") : text);
        expectError(await connection.next(), 415, "Error_ContentType_Unsupported");
      }
    }),
  );

  const taken = [
    "application/json",
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    "Application/JSON",
    "application/json ; x=y",
  ];
  test.each(taken)("%s is accepted", async (type) => {
    expect(await stack.client.sendRaw("POST", path, segment, { "content-type": type })).toMatchObject({ status: 201 });
  });
});

describe("invalid HTTP gets a JSON answer", () => {
  const head = (line: string, ...headers: string[]) =>
    [`${line} HTTP/1.1`, "host: localhost", ...headers, "", ""].join("\r\n");
  const refused = [400, "Error_Header_Malformed"] as const;
  const tooLarge = [431, "Error_Header_TooLarge"] as const;
  const invalidChunks = `${head(`POST ${path}`, "content-type: application/json", "transfer-encoding: chunked")}zz\r\n`;
  const malformed: [what: string, bytes: string, status: number, code: string][] = [
    ["another protocol", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", ...refused],
    ["an unknown method", head("FOO /"), ...refused],
    ["no HTTP version", "GET /livez\r\n\r\n", ...refused],
    ["an unknown HTTP version", head("GET /livez").replace("1.1", "9.9"), ...refused],
    ["a header without a colon", head("GET /livez", "bad"), ...refused],
    ["a space before the colon", head("GET /livez", "a : b"), ...refused],
    ["a length that is not a number", head("POST /livez", "content-length: ten"), ...refused],
    ["two lengths", head("POST /livez", "content-length: 1", "content-length: 2"), ...refused],
    ["a length and chunks", head("POST /livez", "content-length: 1", "transfer-encoding: chunked"), ...refused],
    ["invalid chunks", invalidChunks, ...refused],
    ["a tunnel", head("CONNECT other:443"), 405, "Error_Method_NotAllowed"],
    ["no Host", "GET /livez HTTP/1.1\r\n\r\n", ...refused],
    ["an invalid Host", head("GET /livez").replace("localhost", "a b/c"), ...refused],
    ["two Hosts", head("GET /livez", "Host: localhost"), ...refused],
    ["two credentials", head("GET /livez", "Authorization: Bearer a", "authorization: Bearer b"), ...refused],
    ["headers over the limit", head("GET /livez", `a: ${"x".repeat(20_000)}`), ...tooLarge],
    ["more headers than the limit", head("GET /livez", ...Array<string>(1_000).fill("a:")), ...tooLarge],
    ["a URL over the limit", head(`GET /${"x".repeat(20_000)}`), ...tooLarge],
  ];
  test.each(malformed)("%s", (_, bytes, status, code) =>
    expectNothingWritten(async () => {
      const connection = await open();
      connection.write(bytes);
      expectError(await connection.next(), status, code);
    }),
  );

  test("the last of 1,000 headers is read", async () => {
    const connection = await open();
    connection.write(head("GET /livez", ...Array<string>(998).fill("a:"), "x-request-id: last"));
    const answer = await connection.next();
    expect([answer.status, answer.headers.get("x-request-id")]).toEqual([200, "last"]);
  });

  test("an unknown expectation is ignored", async () => {
    const connection = await open();
    connection.write(request("POST", path, segment, { expect: "a miracle" }));
    expect(await connection.next()).toMatchObject({ status: 201 });
  });

  test("a client that asks before it sends its body gets 100 Continue", async () => {
    const connection = await open();
    const text = request("POST", path, segment, { expect: "100-continue" });
    connection.write(text);
    expect(await connection.next()).toMatchObject({ status: 201 });
  });

  test("a client that disconnects in the middle of its body leaves nothing behind", () =>
    expectNothingWritten(async () => {
      const connection = await open();
      connection.write(request("POST", path, segment, { "content-length": segment.length + 10 }));
      connection.close();
      const another = await open();
      another.write(chunked("POST", path, [segment], false));
      another.close();
    }));
});

test("a pipeline gets all of its answers, in the order of its requests", async () => {
  const connection = await open();
  connection.write(
    ["/livez", "/nowhere", "/livez"].map((target) => request("GET", target, "")).join("") + request("POST", path, "{"),
  );
  const statuses = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await connection.next()).status);
  expect(statuses).toEqual([200, 404, 200, 400]);
});

test("requests before bytes that are no request get their answers, and then the connection ends", async () => {
  const connection = await open();
  const create = request("POST", path, segment);
  connection.write(`${create}${request("GET", "/livez", "")}${create}}`);
  const statuses = [];
  for (let count = 0; count < 20; count += 1) connection.write("}\r\n\r\n");
  for (let count = 0; count < 3; count += 1) statuses.push((await connection.next()).status);
  expect(statuses).toEqual([201, 200, 201]);
  await connection.ended;
});

test("a body whose framing is invalid ends the connection after the answers to the requests before it", async () => {
  const connection = await open();
  const broken = request("POST", path, segment, { "transfer-encoding": "chunked" });
  connection.write(`${request("POST", path, segment)}${broken.replace(/content-length: \d+\r\n/, "")}`);
  expect(await connection.next()).toMatchObject({ status: 201 });
  await connection.ended;
});
