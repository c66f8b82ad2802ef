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
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "packages/client/README.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

const textOf = (page: string) => readFileSync(join(root, page), "utf8");

/** A page's links within the repository: the file's path, and the heading or an empty text. */
function linksOf(page: string): { path: string; anchor: string }[] {
  return [...textOf(page).matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?[^)]*\)/g)].map(
    ([, path = "", anchor = ""]) => ({ path: path === "" ? page : join(dirname(page), path), anchor }),
  );
}

/** Headings as GitHub writes them in links. */
const anchorsOf = (page: string) =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );

describe.each(pages)("%s", (page) => {
  test("links to files that exist", () => {
    expect(linksOf(page).filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
  });

  test("links to headings that exist", () => {
    const withAnchor = linksOf(page).filter(({ path, anchor }) => anchor !== "" && path.endsWith(".md"));
    expect(withAnchor.filter(({ path, anchor }) => !anchorsOf(path).includes(anchor))).toEqual([]);
  });
});

test("README.md has at most 120 lines and 7 KB", () => {
  const text = textOf("README.md");
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(120);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(7 * 1024);
});

test("npm's scripts and the image start API and worker with the same flags and environment as everything else", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const flags = serviceNodeArgs.join(" ");
  const env = Object.entries(serviceEnv).map(([name, value]) => `${name}=${value}`);
  expect([scripts["start:api"], scripts["start:worker"]]).toEqual(
    ["api", "worker"].map((name) => `${env.join(" ")} exec node ${flags} scripts/run.mjs ${name}`),
  );
  expect(readFileSync(join(root, "Dockerfile"), "utf8")).toContain(`NODE_OPTIONS=${flags} ${env.join(" ")}\n`);
});

test("everything generated from the definitions is committed: document, client, contract, tables in docs, migrations", async () => {
  const check = promisify(execFile)(process.execPath, [join(root, "scripts/generate.mjs"), "--check"]);
  await expect(check).resolves.toEqual({ stdout: "", stderr: "" });
});
