import { startApi } from "@rewards/api";
import { apiSettings, createLogger, loadConfig } from "@rewards/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import { saleContent } from "./support/fixtures.ts";
import { importHead, linesOf, readImported } from "./support/import.ts";
import { chunked, openRaw, request } from "./support/raw.ts";
import { countRows, type Stack, startStack } from "./support/stack.ts";

let stack: Stack;
let url: string;
const steps: (() => Promise<void>)[] = [];

/** Runs in this process, because no variable of the program sets the bound. */
async function startBounded(requestMsMax: number): Promise<string> {
  const api = await startApi(
    {
      config: loadConfig(apiSettings, {
        DATABASE_URL: stack.databaseUrl,
        DATABASE_POOL_MAX: "2",
        QUEUE_URL: stack.queueUrl,
        PORT: "0",
        BODY_BYTES_MAX: "10000",
        AUTH: "none",
      }),
      requestMsMax,
      logger: createLogger({ name: "api", level: "silent" }),
    },
    { add: (_, close) => void steps.push(() => close(9_000)) },
  );
  return api.url;
}

beforeAll(async () => {
  stack = await startStack({ apis: 0, workers: 0 });
  url = await startBounded(200);
});
afterAll(async () => {
  for (const close of steps) await close();
  await stack.stop();
});

const path = `${root}/objects`;
const body = JSON.stringify({ objectTypeID: "SegmentCase", content: { Name: "x" } });
const slow: [what: string, bytes: string][] = [
  ["a body shorter than its length", request("POST", path, body, { "content-length": body.length + 1 })],
  ["chunks that do not end", chunked("POST", path, [body], false)],
  ["headers that do not end", `POST ${path} HTTP/1.1\r\nhost: localhost\r\n`],
];
test.each(slow)("%s: 408, the connection ends, and nothing is written", async (_, bytes) => {
  const before = await countRows(stack);
  const connection = await openRaw(url);
  connection.write(bytes);
  expectError(await connection.next(), 408, "Error_Request_Timeout");
  await connection.ended;
  expect(await countRows(stack)).toEqual(before);
});

test("an import may arrive for longer than the bound, and goes on", async () => {
  const lines = [1, 2].map(() => linesOf([saleContent({ member: "M", store: "S", product: "P" })]));
  const importing = await openRaw(url);
  importing.write(importHead("Sale", lines.join("").length));
  importing.write(lines[0] as string);
  // A request that began later is over its bound.
  const later = await openRaw(url);
  later.write(request("POST", path, body, { "content-length": body.length + 1 }));
  expectError(await later.next(), 408, "Error_Request_Timeout");
  importing.write(lines[1] as string);
  const { status, lines: told } = readImported(await importing.nextText());
  expect([status, told.map(({ line, error }) => [line, error])]).toEqual([
    200,
    [
      [1, undefined],
      [2, undefined],
    ],
  ]);
});

test("a slow request within the bound is served", async () => {
  const connection = await openRaw(await startBounded(60_000));
  const text = request("POST", path, body);
  connection.write(text.slice(0, 40));
  connection.write(text.slice(40));
  expect(await connection.next()).toMatchObject({ status: 201 });
});
