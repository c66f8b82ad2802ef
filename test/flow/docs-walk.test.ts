import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { expectBooksInOrder, useStack } from "./support/stack.ts";

const root = new URL("../..", import.meta.url);
const textOf = (path: string) => readFileSync(fileURLToPath(new URL(path, root)), "utf8");
const readme = textOf("README.md");
const page = textOf("docs/integrate.md");
const [, first = ""] = /<!-- first -->\n```ts\n([\s\S]*?)```/.exec(readme) ?? [];
const [, walk = ""] = /<!-- walk -->\n```bash\n([\s\S]*?)```/.exec(page) ?? [];
const [, repeats = ""] = /<!-- repeats -->\n```bash\n([\s\S]*?)```/.exec(page) ?? [];
const [, calls = ""] = /<!-- client -->\n```ts\n([\s\S]*?)```/.exec(page) ?? [];
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

/** After this time a program that still waits is ended. */
const printMsMax = 30_000;

const stack = useStack();

test.skipIf(!hasCurl)(
  "the calls of docs/integrate.md with curl, pasted in order, go from a sale to a used voucher",
  async () => {
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
  },
);

/** What a script of the client prints. Node resolves packages from the working directory. */
function printedBy(example: string, cwd: string): string {
  const script = example.replace("http://127.0.0.1:3000", stack.client.url);
  expect(script).toContain(stack.client.url);
  const args = ["--input-type=module", "-e", script];
  const run = { cwd: fileURLToPath(new URL(cwd, root)), encoding: "utf8", timeout: printMsMax } as const;
  const { stdout, stderr, status } = spawnSync(process.execPath, args, run);
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout;
}

test("the README's first program, pasted where the README says, goes from a member to a voucher", () => {
  expect(readme).toContain("`node packages/client/first.mjs`");
  expect(printedBy(first, "packages/client")).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}-[0-9A-Z]{4}\n$/);
});

test("the client's calls of docs/integrate.md work when pasted", async () => {
  await stack.client.created("Store", { StoreCode: "README", Name: "Main Street" });
  expect(printedBy(calls, "test")).toContain("Main Street\n");
});
