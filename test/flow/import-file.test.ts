import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { runCommand, runHere } from "../../apps/cli/src/testing/command.ts";
import { issueClient } from "./support/clients.ts";
import { freshKey, memberContent, saleContent } from "./support/fixtures.ts";
import { linesOf } from "./support/import.ts";
import { useBasics, useStack } from "./support/stack.ts";

const stack = useStack({ workers: 0 });
const basics = useBasics(stack);
let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rewards-import-"));
});
beforeEach(() => {
  file = join(folder, freshKey("file"));
});
afterAll(() => rm(folder, { recursive: true }));

const salesOf = (count: number) => Array.from({ length: count }, () => saleContent(basics));
const countSales = async () => (await stack.database.sql`select from sale`).length;
const left = async () => (await readdir(folder)).filter((name) => join(folder, name).startsWith(`${file}.`));

/** Imports the file, or these bytes; returns the exit code and the counts, or what went wrong. */
async function importFile(
  className: string,
  body: string | Buffer | undefined,
  more: readonly string[] = [],
  url = stack.client.url,
) {
  if (body !== undefined) await writeFile(file, body);
  const { code, output } = await runHere(["import", className, file, "--json", ...more], { REWARDS_URL: url });
  return { code, told: code === 2 ? output : JSON.parse(output) };
}

/** An API behind which is the real one: `answer` may answer a call itself, by its number from 0. */
async function openFront(
  answer: (call: number, real: (body: Buffer) => Promise<Response>, body: Buffer) => Promise<Response>,
) {
  let calls = 0;
  const forward = (incoming: IncomingMessage) => (body: Buffer) =>
    fetch(stack.client.url + incoming.url, {
      method: "POST",
      headers: { "content-type": "application/x-ndjson", "content-encoding": "gzip" },
      body: body as never,
    });
  const server = createServer(async (incoming, outgoing) => {
    const response = await answer(calls++, forward(incoming), await buffer(incoming));
    outgoing.writeHead(response.status, { "retry-after": "0.01" }).end(await response.text());
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls: () => calls };
}

test("the lines of a file are created, packed or not, and again without a second record", async () => {
  const body = linesOf(salesOf(120));
  const before = await countSales();
  const done = { code: 0, told: { lines: 120, existing: 0, refused: 0 } };
  for (const bytes of [body, gzipSync(body)]) expect(await importFile("sale", bytes)).toEqual(done);
  expect([(await countSales()) - before, await left()]).toEqual([120, []]);
});

test("standard input is taken too, and people read what was done", async () => {
  const run = runCommand(["import", "Sale", "-"], { REWARDS_URL: stack.client.url }, linesOf(salesOf(2)));
  expect([await run.exited, run.output()]).toEqual([0, "2 lines sent.\n"]);
});

test("refused lines are kept with their numbers and reasons, as they are; the others are created", async () => {
  const known = memberContent(freshKey("member"));
  await stack.client.created("Member", known);
  const odd = '{"ExternalID":"M","Amount":12345678901234567890}';
  const body = [
    JSON.stringify(memberContent(freshKey("member"))),
    "",
    odd,
    '{"ExternalID":"\xff',
    JSON.stringify(known),
  ];
  const bytes = Buffer.from(body.join("\n"), "latin1");
  expect(await importFile("member", bytes)).toEqual({ code: 1, told: { lines: 4, existing: 0, refused: 3 } });
  const kept = (await readFile(`${file}.refused.ndjson`, "utf8")).split("\n");
  expect(kept[0]).toContain(`"content":${odd}}`);
  const reasons = kept.slice(0, -1).map((line) => JSON.parse(line));
  expect(reasons.map(({ line, errorDetails }) => [line, errorDetails[0].message])).toEqual([
    [3, "Error_Field_Required"],
    [4, "Error_Body_Malformed"],
    [5, "Error_Key_Taken"],
  ]);
  const again = await importFile("member", bytes, ["--existing", "skip"]);
  expect(again).toEqual({ code: 1, told: { lines: 4, existing: 2, refused: 2 } });
});

test("a dry run names what would be refused, and sends nothing", async () => {
  const before = await countSales();
  const body = linesOf([...salesOf(2), {}]);
  expect(await importFile("sale", body, ["--dry-run"])).toEqual({
    code: 1,
    told: { lines: 3, existing: 0, refused: 1 },
  });
  expect(await countSales()).toBe(before);
});

test("lines without an answer, and those that failed for a while, are sent again", async () => {
  const before = await countSales();
  const front = await openFront(async (call, real, body) => {
    if (call === 0) return new Response("{}", { status: 503 });
    const text = await (await real(body)).text();
    const lines = text.split("\n");
    if (call === 1) return new Response(`${lines.slice(0, 30).join("\n")}\n{"line":31,"ID`);
    return new Response(
      call === 2
        ? text.replace(
            /\{"line":1,[^\n]*/,
            '{"line":1,"error":{"errorDetails":[{"message":"Error_Service_Unavailable"}]}}',
          )
        : text,
    );
  });
  expect(await importFile("sale", linesOf(salesOf(50)), [], front.url)).toMatchObject({
    code: 0,
    told: { refused: 0 },
  });
  expect([front.calls(), (await countSales()) - before]).toEqual([4, 50]);
});

test("a run that ended early goes on after the last answered call; a changed file begins anew", async () => {
  const sales = salesOf(10_001);
  const front = await openFront((call, real, body) =>
    call === 0 ? real(body) : Promise.resolve(new Response("{}", { status: 403 })),
  );
  const stopped = await importFile("sale", linesOf(sales), [], front.url);
  expect(stopped).toEqual({ code: 2, told: expect.stringContaining("403") });
  expect(await left()).toHaveLength(1);
  // A check would begin the file of refused lines anew.
  const checked = await importFile("sale", undefined, ["--dry-run"]);
  expect(checked).toEqual({ code: 2, told: expect.stringContaining("name another file by --refused") });
  expect((await importFile("sale", undefined)).told).toMatchObject({ lines: 1 });
  expect(await left()).toEqual([]);
  await importFile(
    "sale",
    linesOf(sales),
    [],
    (
      await openFront((call, real, body) =>
        call === 0 ? real(body) : Promise.resolve(new Response("{}", { status: 403 })),
      )
    ).url,
  );
  expect((await importFile("sale", linesOf([...sales, ...salesOf(1)]))).told).toMatchObject({ lines: 10_002 });
});

test("a missing file, a wrong key and a missing right end it with code 2", async () => {
  const { client } = await stack.startApi({ AUTH: "required" });
  const { key } = await issueClient(stack, client.url, "store:create");
  expect(await importFile("sale", undefined)).toMatchObject({ code: 2, told: expect.stringContaining("Cannot read") });
  const body = linesOf(salesOf(1));
  for (const [given, code] of [
    ["rwk_a_b", "Error_Credential_Invalid"],
    [key, "Error_Right_Missing"],
  ] as const)
    expect(await importFile("sale", body, ["--key", given], client.url)).toMatchObject({
      code: 2,
      told: expect.stringContaining(code),
    });
});

test("another service at the address is named, not a fault of the program", async () => {
  const front = await openFront(async () => new Response("<html>", { status: 200 }));
  const { code, told } = await importFile("balance", '{"MemberExternalID":"M","Amount":5}\n', [], front.url);
  expect([code, told]).toEqual([2, expect.stringContaining("answers 200 with what is no JSON. Check --url.")]);
});
