import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bury, readAudit } from "./support/dead-letters.ts";
import { blockOf, hasCurl, parseLines, paste } from "./support/docs.ts";
import { registerBasics, saleContent } from "./support/fixtures.ts";
import { type Stack, startStack } from "./support/stack.ts";

const cli = fileURLToPath(new URL("../../apps/cli/bundle/main.js", import.meta.url));
const [start, calls, commands] = ["start", "http", "cli"].map((name) =>
  blockOf("docs/repair.md", `operators: ${name}`),
) as [string, string, string];

/** The folder where the blocks are pasted. It holds the token's file, which the block before the start makes. */
const folder = mkdtempSync(join(tmpdir(), "rewards-paste-"));
const [makeToken = ""] = start.split("\n");

/** The answers to the block's calls over HTTP. */
const pasteCalls = () => parseLines(paste(calls, { url: stack.client.url, cwd: folder, env: { USER: "ann" } }));

let stack: Stack;
beforeAll(async () => {
  paste(makeToken, { cwd: folder });
  const operatorToken = readFileSync(join(folder, ".data/operator-token"), "utf8").trim();
  stack = await startStack({ workers: 0, env: { OPERATOR_TOKEN: operatorToken } });
});
afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("the block of docs/repair.md makes a token that only its owner can read, and starts the service with its file", () => {
  expect(statSync(join(folder, ".data/operator-token")).mode & 0o777).toBe(0o600);
  expect(start).toContain("OPERATOR_TOKEN_FILE=.data/operator-token npm start\n");
});

test.skipIf(!hasCurl)("the operator's calls of docs/repair.md, pasted without dead letters, find nothing", () => {
  expect(pasteCalls()).toMatchObject([
    { deadLetters: [], counts: [] },
    { replayed: 0, remaining: 0 },
  ]);
});

test.skipIf(!hasCurl)("the operator's calls of docs/repair.md, pasted, list, show, replay and discard", async () => {
  const basics = await registerBasics(stack.client);
  const ids = await Promise.all([1, 2, 3, 4].map(() => stack.client.created("Sale", saleContent(basics))));
  await bury(stack, ids);
  const [first, second] = ids.toSorted();
  expect(pasteCalls()).toMatchObject([
    { counts: [{ class: "SaleCase", reason: "Error_Record_Refused", count: 4 }], cursor: null },
    { deadLetter: { ID: first }, objectInfo: { ID: first }, audit: [] },
    { ID: first, replayed: 1 },
    { ID: second, status: "Resolved-Rejected" },
    { replayed: 2, remaining: 0 },
  ]);
  expect(new Set((await readAudit(stack)).map(({ actor }) => actor))).toEqual(new Set(["ann"]));
});

test("the operator's commands of docs/repair.md, pasted, list and replay", async () => {
  const script = commands.replaceAll("npm run --silent rewards --", `"${process.execPath}" "${cli}"`);
  const pasteCommands = () =>
    paste(script, { cwd: folder, env: { DATABASE_URL: stack.databaseUrl } })
      .trim()
      .split("\n");
  const none = pasteCommands();
  expect(none.at(-1)).toBe("0 pending again, 20 a second; 0 of this reason remain.");
  const basics = await registerBasics(stack.client);
  const id = await stack.client.created("Sale", saleContent(basics));
  await bury(stack, [id]);
  const lines = pasteCommands();
  expect(lines.join("\n")).toMatch(/SaleCase +Error_Record_Refused +1/);
  expect(JSON.parse(lines.at(-2) ?? "")).toMatchObject({ deadLetters: [{ ID: id }] });
  expect(lines.at(-1)).toBe("1 pending again, 20 a second; 0 of this reason remain.");
});
