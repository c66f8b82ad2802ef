import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bury, readAudit } from "./support/dead-letters.ts";
import { registerBasics, saleContent } from "./support/fixtures.ts";
import { type Stack, startStack } from "./support/stack.ts";

const root = new URL("../..", import.meta.url);
const page = readFileSync(fileURLToPath(new URL("docs/operations.md", root)), "utf8");
const cli = fileURLToPath(new URL("apps/cli/dist/main.js", root));
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

function blockOf(name: string): string {
  const [, block] = new RegExp(`<!-- operators: ${name} -->\\n\`\`\`bash\\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  if (block === undefined) throw new Error(`docs/operations.md has no block of operators: ${name}`);
  return block;
}

/** The folder where the blocks are pasted. It holds the token's file, which the block before the start makes. */
const folder = mkdtempSync(join(tmpdir(), "rewards-paste-"));
const [makeToken = ""] = blockOf("start").split("\n");

function paste(script: string, env: Record<string, string>): string[] {
  const { stdout, stderr, status } = spawnSync("bash", ["-c", script], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout.trim().split("\n");
}

/** The answers to the block's calls over HTTP. */
function pasteCalls(): unknown[] {
  const script = blockOf("http").replace("http://127.0.0.1:3000", stack.client.url);
  return paste(script, { USER: "ann" }).map((line) => JSON.parse(line));
}

let stack: Stack;
beforeAll(async () => {
  paste(makeToken, {});
  const operatorToken = readFileSync(join(folder, ".data/operator-token"), "utf8").trim();
  stack = await startStack({ workers: 0, env: { OPERATOR_TOKEN: operatorToken } });
});
afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("the block of docs/operations.md makes a token that only its owner can read, and starts the service with its file", () => {
  expect(statSync(join(folder, ".data/operator-token")).mode & 0o777).toBe(0o600);
  expect(blockOf("start")).toContain("OPERATOR_TOKEN_FILE=.data/operator-token npm start\n");
});

test.skipIf(!hasCurl)("the operator's calls of docs/operations.md, pasted without dead letters, find nothing", () => {
  expect(pasteCalls()).toMatchObject([
    { deadLetters: [], counts: [] },
    { replayed: 0, remaining: 0 },
  ]);
});

test.skipIf(!hasCurl)(
  "the operator's calls of docs/operations.md, pasted, list, show, replay and discard",
  async () => {
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
  },
);

test("the operator's commands of docs/operations.md, pasted, list and replay", async () => {
  const script = blockOf("cli").replaceAll("npm run --silent rewards --", `"${process.execPath}" "${cli}"`);
  const none = paste(script, { DATABASE_URL: stack.databaseUrl });
  expect(none.at(-1)).toBe("0 pending again, 20 a second; 0 of this reason remain.");
  const basics = await registerBasics(stack.client);
  const id = await stack.client.created("Sale", saleContent(basics));
  await bury(stack, [id]);
  const lines = paste(script, { DATABASE_URL: stack.databaseUrl });
  expect(lines.join("\n")).toMatch(/SaleCase +Error_Record_Refused +1/);
  expect(JSON.parse(lines.at(-2) ?? "")).toMatchObject({ deadLetters: [{ ID: id }] });
  expect(lines.at(-1)).toBe("1 pending again, 20 a second; 0 of this reason remain.");
});
