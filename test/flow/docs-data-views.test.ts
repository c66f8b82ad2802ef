import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { useStack } from "./support/stack.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/data-views.md", import.meta.url)), "utf8");
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

const stack = useStack({ workers: 0 });
beforeAll(async () => {
  await stack.client.created("Store", { StoreCode: "S-1", Name: "Main" });
});

function blockOf(name: string): string {
  const [, block] = new RegExp(`<!-- ${name} -->\\n\`\`\`bash\\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  if (block === undefined) throw new Error(`docs/data-views.md has no block of ${name}`);
  return block.replace("http://127.0.0.1:3000", stack.client.url);
}

function paste(script: string) {
  const { stdout, stderr, status } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test.skipIf(!hasCurl)("the calls of docs/data-views.md work when pasted", () => {
  const found = { data: [{ StoreCode: "S-1" }], resultCount: 1 };
  expect(paste(blockOf("calls"))).toMatchObject([
    { data: expect.arrayContaining([expect.objectContaining({ ID: "SaleList" })]) },
    { classID: "SaleCase", fields: expect.arrayContaining([expect.objectContaining({ fieldID: "StoreCode" })]) },
    found,
    found,
    { data: [], resultCount: 0 },
  ]);
});

test.skipIf(!hasCurl)("the queries of docs/data-views.md work when pasted after its calls", () => {
  const answers = paste(blockOf("calls") + blockOf("queries"));
  expect(answers).toHaveLength(12);
  for (const answer of answers) expect(answer).not.toHaveProperty("errorClassification");
});
