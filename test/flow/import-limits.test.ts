import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { limitClient, revokeClient } from "@rewards/access";
import { beforeAll, expect, test } from "vitest";
import { type Client, createClient, root } from "./support/client.ts";
import { awaitRefused, issueClient } from "./support/clients.ts";
import { expectError } from "./support/errors.ts";
import { saleContent } from "./support/fixtures.ts";
import { codesOf, importHead, importPath, importTo, linesOf, linesType, readImported } from "./support/import.ts";
import { openRaw } from "./support/raw.ts";
import { countRows, useStack, whileLocked } from "./support/stack.ts";

const stack = useStack({ workers: 0, apis: 0 });
let open: Client;
let limited: Client;

beforeAll(async () => {
  const [free, needing] = await Promise.all([
    stack.startApi(),
    stack.startApi({ AUTH: "required", CLIENT_CALLS_MAX: "3" }),
  ]);
  open = free.client;
  limited = needing.client;
});

const sale = (more: object = {}) => saleContent({ member: "M", store: "S", product: "P" }, more);
const salesOf = (count: number) => linesOf(Array.from({ length: count }, () => sale()));
const post = (path: string, headers: Record<string, string>, body: string | Uint8Array = salesOf(1), client = open) =>
  client.sendRaw("POST", path, body, { "content-type": linesType, ...headers });

test("another type, another encoding, an Idempotency-Key, a path without a class and a larger body are refused", async () => {
  const path = importPath("Sale");
  const before = await countRows(stack);
  for (const type of ["application/json", "text/plain", "application/x-ndjsonx", "x; application/x-ndjson"])
    expectError(await post(path, { "content-type": type }), 415, "Error_ContentType_Unsupported");
  expectError(await post(path, { "content-encoding": "br" }), 415, "Error_ContentEncoding_Unsupported");
  expectError(await post(path, { "idempotency-key": "k" }), 400, "Error_Header_Malformed");
  expectError(await post(`${root}/objects/import`, {}), 400, "Error_ObjectType_Required");
  expect((await fetch(`${open.url}${root}/objects/import`)).status).toBe(405);
  expectError(await post(path, {}, Buffer.alloc(16_777_217, "\n")), 413, "Error_Body_TooLarge");
  expect(await countRows(stack)).toEqual(before);
  const accepted = await importTo(open.url, "Sale", "", { "content-type": "Application/X-NDJSON; charset=utf-8" });
  expect(accepted.status).toBe(200);
});

test("unpacked bytes over 16 MiB and lines over 20,000 end it with an error line, after the lines before", async () => {
  const longLines = `${"x".repeat(1_048_577)}\n`.repeat(17);
  const long = await importTo(open.url, "Sale", gzipSync(salesOf(2) + longLines), { "content-encoding": "gzip" });
  expect(long.lines.map(({ line }) => line)).toEqual(Array.from({ length: 18 }, (_, at) => at + 1));
  expect(new Set(codesOf(long.lines.slice(2)))).toEqual(new Set(["Error_Body_TooLarge"]));
  const early = await importTo(open.url, "Sale", gzipSync(Buffer.alloc(16_777_217)), { "content-encoding": "gzip" });
  expectError({ ...early, body: early.body }, 413, "Error_Body_TooLarge");
  const many = await importTo(open.url, "Sale", "1\n".repeat(20_001));
  expect([many.lines.length, many.lines.at(-1)?.line]).toEqual([20_001, 20_001]);
  expect(codesOf(many.lines.slice(-2))).toEqual(["Error_Content_NotObject", "Error_Body_TooLarge"]);
  expect((await importTo(open.url, "Sale", "1\n".repeat(20_000))).lines).toHaveLength(20_000);
});

test("a line may be as long as a create's body; a longer one is refused alone", async () => {
  const contentOf = (length: number) =>
    JSON.stringify(sale({ Filler: "" })).replace(/""(?=\})/, `"${"f".repeat(length)}"`);
  const padTo = (bytes: number) => contentOf(bytes - contentOf(0).length);
  const body = [padTo(1_048_576), padTo(1_048_577), padTo(40_000), JSON.stringify(sale())].join("\n");
  const { lines } = await importTo(open.url, "Sale", body);
  expect(codesOf(lines)).toEqual([undefined, "Error_Body_TooLarge", undefined, undefined]);
});

test("an import needs the right of the create, and counts as a call for each hundred lines", async () => {
  const client = async (rights: string) => (await issueClient(stack, limited.url, rights)).client;
  expectError(await post(importPath("Sale"), {}, "", limited), 401, "Error_Credential_Invalid");
  expectError(
    await post(importPath("Sale"), {}, "", await client("store:create sale:read")),
    403,
    "Error_Right_Missing",
  );
  const { key } = await issueClient(stack, limited.url, "sale:create");
  const authorization = `Bearer ${key}`;
  const { lines } = await importTo(limited.url, "Sale", salesOf(350), { authorization });
  expect(lines.map(({ line }) => line)).toEqual(Array.from({ length: 301 }, (_, at) => at + 1));
  expect(codesOf(lines.slice(-2))).toEqual([undefined, "Error_Calls_TooMany"]);
  expectError(await post(importPath("Sale"), {}, "", createClient(limited.url, key)), 429, "Error_Calls_TooMany");
});

test("an import under way ends when its client is revoked, and obeys a limit that the client gets", async () => {
  const { sql } = stack.database;
  const { url } = (await stack.startApi({ AUTH: "required" })).client;
  const begin = async (name: string) => {
    const { clientID, key, client } = await issueClient(stack, url, "sale:create");
    const lines = [0, 1].map((at) => JSON.stringify(sale({ ExternalID: `${name}-${at}` })));
    const connection = await openRaw(url);
    connection.write(
      importHead("Sale", lines.join("\n").length).replace("content-type", `authorization: Bearer ${key}\r\n$&`),
    );
    connection.write(`${lines[0]}\n`);
    const stored = () => sql`select from sale where external_id = ${`${name}-0`}`.then(({ length }) => length);
    await expect.poll(stored).toBe(1);
    const finish = async () => {
      connection.write(lines[1] ?? "");
      return codesOf(readImported(await connection.nextText()).lines);
    };
    return { clientID, client, finish };
  };
  const revoked = await begin("revoked");
  await revokeClient(sql, revoked.clientID, { actor: "test" });
  await awaitRefused(revoked.client);
  expect(await revoked.finish()).toEqual([undefined, "Error_Credential_Invalid"]);
  const other = await begin("other");
  await limitClient(sql, other.clientID, { largestSale: "1" }, { actor: "test" });
  const post = () => other.client.create("Sale", sale());
  await expect.poll(async () => (await post()).body.errorDetails?.[0].message).toBe("Error_Sale_TooLarge");
  expect(await other.finish()).toEqual([undefined, "Error_Sale_TooLarge"]);
});

test("two imports of an address run at once; a third waits for a second, and is refused with 503", async () => {
  const body = salesOf(1);
  const running = await Promise.all(
    [1, 2].map(async () => {
      const connection = await openRaw(open.url);
      connection.write(importHead("Sale", body.length));
      return connection;
    }),
  );
  const refused = async () => (await importTo(open.url, "Sale", body)).status;
  await expect.poll(refused).toBe(503);
  for (const connection of running) connection.write(body);
  const created = { status: 200, lines: [{ line: 1, status: "Pending-Ready To Process" }] };
  for (const connection of running) expect(readImported(await connection.nextText())).toMatchObject(created);
  expect(await refused()).toBe(200);
});

test("while Postgres writes nothing, an import ends with the lines that failed, and the rest can be sent again", async () => {
  const body = salesOf(500);
  const { lines } = await whileLocked(stack, "sale", "share", () => importTo(open.url, "Sale", body));
  const codes = new Set(codesOf(lines));
  expect([lines.length < 500, [...codes]]).toEqual([true, [expect.stringMatching(/^Error_Service_/)]]);
  const again = await importTo(open.url, "Sale", body);
  expect([again.lines.length, codesOf(again.lines).filter(Boolean)]).toEqual([500, []]);
});

test("after an import whose body was too long, its connection ends or serves the next request", async () => {
  const connection = await openRaw(open.url);
  const body = Buffer.alloc(16_777_216, "\n");
  connection.write(importHead("Sale", body.length).replace(/content-length: \d+/, "transfer-encoding: chunked"));
  for (let count = 0; count < 2; count += 1) {
    connection.write(`${body.length.toString(16)}\r\n`);
    connection.write(body);
    connection.write("\r\n");
  }
  connection.write("0\r\n\r\n");
  expectError(await connection.next(), 413, "Error_Body_TooLarge");
});

test("the memory of an API does not grow with imports", async () => {
  const { pid, client } = await stack.startApi();
  const body = linesOf(Array.from({ length: 20_000 }, () => sale()));
  const rssMb = async () =>
    Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid()}/status`, "utf8"))?.[1]) / 1_024;
  const importSome = async (count: number) => {
    for (let done = 0; done < count; done += 1) {
      const { lines } = await importTo(client.url, "Sale", body);
      expect([lines.length, codesOf(lines).filter(Boolean)]).toEqual([20_000, []]);
    }
    return rssMb();
  };
  const before = await importSome(2);
  expect((await importSome(4)) - before).toBeLessThan(60);
});
