import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bury, operatorToken, readAudit } from "./support/dead-letters.ts";
import { registerBasics, saleContent } from "./support/fixtures.ts";
import { type Stack, startStack } from "./support/stack.ts";

const root = new URL("../..", import.meta.url);
const readme = readFileSync(fileURLToPath(new URL("README.md", root)), "utf8");
const cli = fileURLToPath(new URL("apps/cli/dist/main.js", root));
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

function blockOf(name: string): string {
  const [, block] = new RegExp(`<!-- operators: ${name} -->\\n\`\`\`bash\\n([\\s\\S]*?)\`\`\``).exec(readme) ?? [];
  if (block === undefined) throw new Error(`the README has no block of operators: ${name}`);
  return block;
}

function paste(script: string, env: Record<string, string>): string[] {
  const { stdout, stderr, status } = spawnSync("bash", ["-c", script], {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout.trim().split("\n");
}

let stack: Stack;
let ids: string[];
beforeAll(async () => {
  stack = await startStack({ workers: 0, env: { OPERATOR_TOKEN: operatorToken } });
  const basics = await registerBasics(stack.client);
  ids = await Promise.all([1, 2, 3, 4].map(() => stack.client.created("Sale", saleContent(basics))));
  await bury(stack, ids);
});
afterAll(() => stack.stop());

test.skipIf(!hasCurl)("the README's calls of an operator, pasted, list, show, replay and discard", async () => {
  const script = blockOf("http").replace("http://127.0.0.1:3000", stack.client.url);
  const answers = paste(script, { OPERATOR_TOKEN: operatorToken, USER: "ann" }).map((line) => JSON.parse(line));
  const [first, second] = ids.toSorted();
  expect(answers).toMatchObject([
    { counts: [{ class: "SaleCase", reason: "Error_Record_Refused", count: 4 }], cursor: null },
    { deadLetter: { ID: first }, objectInfo: { ID: first }, audit: [] },
    { ID: first, replayed: 1 },
    { ID: second, status: "Resolved-Rejected" },
    { replayed: 2, remaining: 0 },
  ]);
  expect(new Set((await readAudit(stack)).map(({ actor }) => actor))).toEqual(new Set(["ann"]));
});

test("the README's commands of an operator, pasted, list and replay", async () => {
  const basics = await registerBasics(stack.client);
  const id = await stack.client.created("Sale", saleContent(basics));
  await bury(stack, [id]);
  const script = blockOf("cli").replaceAll("npm run --silent rewards --", `"${process.execPath}" "${cli}"`);
  const lines = paste(script, { DATABASE_URL: stack.databaseUrl });
  expect(lines.join("\n")).toMatch(/SaleCase +Error_Record_Refused +1/);
  expect(JSON.parse(lines.at(-2) ?? "")).toMatchObject({ deadLetters: [{ ID: id }] });
  expect(lines.at(-1)).toBe("1 pending again, 20 a second; 0 of this reason remain.");
});
