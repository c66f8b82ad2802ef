import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectBooksInOrder, type Stack, startStack } from "./support/stack.ts";

const readme = readFileSync(fileURLToPath(new URL("../../README.md", import.meta.url)), "utf8");
const [, walk = ""] = /<!-- walk -->\n```bash\n([\s\S]*?)```/.exec(readme) ?? [];
const [, repeats = ""] = /<!-- repeats -->\n```bash\n([\s\S]*?)```/.exec(readme) ?? [];
const [, calls = ""] = /<!-- client -->\n```ts\n([\s\S]*?)```/.exec(readme) ?? [];
const testFolder = fileURLToPath(new URL("..", import.meta.url));
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

test.skipIf(!hasCurl)("the README's calls with curl, pasted in order, go from a sale to a used voucher", async () => {
  const script = (walk + repeats).replace("http://127.0.0.1:3000", stack.client.url);
  expect(script).toContain(stack.client.url);
  const { stdout, stderr, status } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  const answers = stdout.trim().split("\n");
  expect(answers.map((answer) => JSON.parse(answer))).toMatchObject([
    { data: { objectInfo: { status: "Open-Active" } } },
    { data: { objectInfo: { status: "Open-Active" } } },
    { data: { objectInfo: { status: "Open-Active" } } },
    { data: { objectInfo: { status: "Pending-Ready To Process" } } },
    { data: [{ Type: "Sale", CurrencyAwarded: 120, CurrencyAvailable: 120, MemberBalance: 120 }], resultCount: 1 },
    { data: { objectInfo: { status: "Open-Active" } } },
    { data: { objectInfo: { status: "Open-Ready To Process" } } },
    { data: [{ Name: "Coffee mug", Status: "Open-Available With Expiry" }], resultCount: 1 },
    { data: { objectInfo: { status: "Open-Active" } } },
    { data: { objectInfo: { status: "Resolved-Completed" } } },
    { data: [{ Name: "Points", Balance: 20 }] },
    { data: { objectInfo: { status: "Open-Active" } } },
    { data: { objectInfo: { status: "Open-Active" } } },
    { data: [{ Name: "Points", Balance: 25 }] },
  ]);
  await expectBooksInOrder(stack);
});

test("the README's calls with the client, pasted, are answered", async () => {
  const script = calls.replace("http://127.0.0.1:3000", stack.client.url);
  expect(script).toContain(stack.client.url);
  await stack.client.created("Store", { StoreCode: "README", Name: "Main Street" });
  const args = ["--input-type=module", "-e", script];
  // Packages are found from the folder it is run in.
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: testFolder, encoding: "utf8" });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  expect(stdout).toContain("Main Street\n");
});
