import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { serviceEnv, serviceNodeArgs } from "@rewards/embedded";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pages = [
  "README.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

function linksOf(page: string): string[] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target]) => target as string);
}

describe.each(pages)("%s", (page) => {
  test("links to files that exist", () => {
    const local = linksOf(page).filter((target) => !/^[a-z]+:/.test(target));
    expect(local.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
  });
});

test("npm's scripts and the image start API and worker with the flags and the environment that everything else starts them with", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const flags = serviceNodeArgs.join(" ");
  const env = Object.entries(serviceEnv).map(([name, value]) => `${name}=${value}`);
  expect([scripts["start:api"], scripts["start:worker"]]).toEqual(
    ["api", "worker"].map((name) => `${env.join(" ")} exec node ${flags} scripts/run.mjs ${name}`),
  );
  expect(readFileSync(join(root, "Dockerfile"), "utf8")).toContain(`NODE_OPTIONS=${flags} ${env.join(" ")}\n`);
});

test("all that follows from the definitions is committed: document, client, contract, tables in docs, migrations", async () => {
  const check = promisify(execFile)(process.execPath, [join(root, "scripts/generate.mjs"), "--check"]);
  await expect(check).resolves.toEqual({ stdout: "", stderr: "" });
});
