import { startApi } from "@rewards/api";
import { findFreePort } from "@rewards/embedded";
import { apiSettings, createLogger, loadConfig } from "@rewards/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import { openRaw, type RawConnection, request } from "./support/raw.ts";
import { type Stack, startStack } from "./support/stack.ts";

const path = `${root}/objects`;
const segment = JSON.stringify({ objectTypeID: "SegmentCase", content: { Name: "x" } });
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const connectionsMax = 20;

let stack: Stack;
/** An API in this process, which lets the test set its bounds. Its Postgres is down. */
let url: string;
const lines: string[] = [];
const steps: (() => Promise<void>)[] = [];

async function startBounded(requestMsMax: number): Promise<string> {
  const port = await findFreePort("127.0.0.1");
  const api = await startApi(
    {
      config: loadConfig(apiSettings, {
        DATABASE_URL: `postgres://user:secret@127.0.0.1:${port}/none`,
        DATABASE_POOL_MAX: "2",
        QUEUE_URL: stack.queueUrl,
        PORT: "0",
        BODY_BYTES_MAX: "10000",
        CONNECTIONS_MAX: String(connectionsMax),
        ADDRESS_REQUESTS_MAX: "1",
        AUTH: "none",
      }),
      requestMsMax,
      logger: createLogger({ name: "api", level: "info", destination: { write: (line) => void lines.push(line) } }),
    },
    { add: (_, close) => void steps.push(() => close(9_000)) },
  );
  return api.url;
}

beforeAll(async () => {
  stack = await startStack({ workers: 0 });
  url = await startBounded(3_000);
});
afterAll(async () => {
  for (const close of steps) await close();
  await stack.stop();
});

async function answerTo(bytes: string, to = url): Promise<Answer> {
  const connection = await openRaw(to);
  connection.write(bytes);
  return connection.next();
}
const withId = (id: string, method: string, target: string, body = "", headers: Record<string, string | number> = {}) =>
  request(method, target, body, { "x-request-id": id, ...headers });

/** The log lines of a request ID. */
const logged = (id: string) =>
  lines.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === id) as { code: string }[];

describe("the caller's request ID comes back", () => {
  test.each([
    ["a create", 201, withId("till-7.1", "POST", path, segment)],
    ["a view", 200, withId("till-7.2", "POST", `${root}/data_views/ProgramList`, "{}")],
    ["the list of views", 200, withId("till-7.3", "GET", `${root}/data_views`)],
    ["a health check", 200, withId("till-7.4", "GET", "/readyz")],
    ["the document", 200, withId("till-7.5", "GET", "/openapi.json")],
    ["a refusal", 422, withId("till-7.6", "POST", path, segment.replace('"x"', "1"))],
  ])("with %s", async (_, status, bytes) => {
    const answer = await answerTo(bytes, stack.client.url);
    expect([answer.status, answer.headers.get("x-request-id")]).toEqual([status, /till-[\d.]+/.exec(bytes)?.[0]]);
  });

  test.each(["a".repeat(64), "A-Z_0.9"])("if it is %j", async (id) => {
    expect((await answerTo(withId(id, "GET", "/livez"))).headers.get("x-request-id")).toBe(id);
  });

  test.each(["", "a".repeat(65), "a b", "a,b", "caf\u00e9", "a/b", "{}"])(
    "but not if it is %j: then the answer has a new one",
    async (id) => {
      expect((await answerTo(withId(id, "GET", "/livez"))).headers.get("x-request-id")).toMatch(uuid);
    },
  );

  test("and without one each answer has a new one", async () => {
    const ids = [await answerTo(request("GET", "/livez", "")), await answerTo(request("GET", "/livez", ""))].map(
      ({ headers }) => headers.get("x-request-id"),
    );
    expect(ids).toEqual([expect.stringMatching(uuid), expect.stringMatching(uuid)]);
    expect(new Set(ids).size).toBe(2);
  });
});

describe("a refusal has one request ID in its header, its body and the log", () => {
  const large = "x".repeat(10_001);
  test.each([
    [400, "Error_Header_Malformed", withId("r1", "GET", "/livez", "", { host: "a b" })],
    [400, "Error_Header_Malformed", withId("r2", "GET", "/a\\b")],
    [400, "Error_Body_Malformed", withId("r3", "POST", path, "{")],
    [403, "Error_Origin_Refused", withId("r4", "GET", "/livez", "", { "sec-fetch-site": "cross-site" })],
    [404, "Error_Path_Unknown", withId("r5", "GET", "/nowhere")],
    [405, "Error_Method_NotAllowed", withId("r6", "DELETE", "/livez")],
    [405, "Error_Method_NotAllowed", `CONNECT a:1 HTTP/1.1\r\nhost: localhost\r\nx-request-id: r7\r\n\r\n`],
    [408, "Error_Request_Timeout", withId("r8", "POST", path, "", { "content-length": 9 })],
    [413, "Error_Body_TooLarge", withId("r9", "POST", path, large)],
    [415, "Error_ContentType_Unsupported", withId("r10", "POST", path, "{}", { "content-type": "text/plain" })],
    [421, "Error_Host_Unknown", withId("r11", "GET", "/livez", "", { host: "evil.example" })],
    [503, "Error_Service_Unavailable", withId("r12", "GET", `${path}/STO-${"0".repeat(32)}`)],
    [503, "Error_Service_Unavailable", withId("r13", "POST", path, segment)],
  ] as const)("%d %s", async (status, code, bytes) => {
    const id = /\br\d+/.exec(bytes)?.[0] as string;
    const answer = await answerTo(bytes);
    expect([answer.status, answer.headers.get("x-request-id"), answer.body.requestId]).toEqual([status, id, id]);
    expect(answer.body.errorDetails[0].message).toBe(code);
    expect(logged(id)).toMatchObject([{ code }]);
  });

  test.each([
    [400, "Error_Header_Malformed", "FOO / HTTP/1.1\r\n\r\n"],
    [408, "Error_Request_Timeout", "GET /livez HTTP/1.1\r\nx-request-id: never-whole\r\n"],
    [431, "Error_Header_TooLarge", `GET / HTTP/1.1\r\na: ${"x".repeat(20_000)}\r\n\r\n`],
  ] as const)("%d %s, of a request that was not read", async (status, code, bytes) => {
    const answer = await answerTo(bytes);
    expectError(answer, status, code);
    const id = answer.headers.get("x-request-id");
    expect([id, answer.body.requestId]).toEqual([expect.stringMatching(uuid), id]);
    expect(logged(id as string)).toMatchObject([{ code }]);
  });

  test("429 Error_Requests_TooMany, of a request and of a connection", async () => {
    const patient = await startBounded(120_000);
    const waiting = await openRaw(patient);
    waiting.write(withId("r20", "POST", path, "", { "content-length": 9 }));
    await expect.poll(async () => (await answerTo(withId("r21", "GET", "/openapi.json"), patient)).status).toBe(429);
    const ofRequest = await answerTo(withId("r22", "GET", "/openapi.json"), patient);
    const connections = await Promise.all(Array.from({ length: connectionsMax / 2 + 1 }, () => openRaw(patient)));
    const ofConnection = await (connections.at(-1) as RawConnection).next();
    for (const answer of [ofRequest, ofConnection]) {
      expect(answer.status).toBe(429);
      const id = answer.headers.get("x-request-id");
      expect([id, answer.body.requestId]).toEqual([expect.stringMatching(/^r22$|-/), id]);
      expect(logged(id as string)).toMatchObject([{ code: "Error_Requests_TooMany" }]);
    }
  });
});

test("every answer forbids sniffing and, except for the files of the reference page, storing", async () => {
  const answers = await Promise.all(
    [
      request("POST", path, segment),
      request("POST", `${root}/data_views/ProgramList`, "{}"),
      request("GET", "/livez", ""),
      request("GET", "/nowhere", ""),
      "FOO / HTTP/1.1\r\n\r\n",
    ].map((bytes) => answerTo(bytes, stack.client.url)),
  );
  for (const { headers } of answers)
    expect([headers.get("cache-control"), headers.get("x-content-type-options")]).toEqual(["no-store", "nosniff"]);
  const { headers } = await answerTo(request("GET", "/openapi.json", ""), stack.client.url);
  expect([headers.get("cache-control"), headers.get("x-content-type-options")]).toEqual([
    "public, no-cache",
    "nosniff",
  ]);
});
