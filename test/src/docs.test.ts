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
  "SECURITY.md",
  "packages/client/README.md",
  "deploy/helm/README.md",
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

const notSources = ["node_modules", "dist", "bundle"];
const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !notSources.includes(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesIn(path);
      return entry.isFile() && /\.(tsx?|mjs|ya?ml|sh)$/.test(path) ? [path] : [];
    });

test("messages and comments of the code name pages and headings that exist", () => {
  const files = ["apps", "packages", "tools", "scripts", "deploy", "test"].flatMap(filesIn);
  const named = [...files, "docker-compose.yml"].flatMap((file) =>
    [...textOf(file).matchAll(/\b(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g)].map(([, page = "", anchor]) => ({
      file,
      page,
      anchor,
    })),
  );
  expect(named.length).toBeGreaterThan(20);
  const isWrong = (page: string, anchor = "") =>
    !existsSync(join(root, page)) || (anchor !== "" && !anchorsOf(page).includes(anchor));
  expect(named.filter(({ page, anchor }) => isWrong(page, anchor))).toEqual([]);
});

/** The rows of a section's tables, as cells. */
const rowsOf = (section: string) =>
  [...section.matchAll(/^\| (\d.*) \|$/gm)].map(([, row = ""]) => row.split(" | ").map((cell) => cell.trim()));

/** `1.2.6–1.2.8, 1.3.9` names four controls. */
function controlsIn(cell = ""): string[] {
  return cell.split(", ").flatMap((part) => {
    const [first = [], last = first] = part.split("–").map((one) => one.split(".").map(Number));
    const [chapter, section, from = 0] = first;
    const count = (last[2] ?? 0) - from + 1;
    return Array.from({ length: count }, (_, index) => [chapter, section, from + index].join("."));
  });
}

test("docs/asvs.md accounts for each control once, counts them right, and names the code of each that is met", () => {
  const text = textOf("docs/asvs.md");
  const sections = text.split(/^## /m).slice(1, 5).map(rowsOf);
  const controls = sections.map((rows) => rows.flatMap(([cell]) => controlsIn(cell)));
  const all = controls.flat();
  expect(new Set(all).size).toBe(all.length);
  const said =
    /Of the (\d+) controls .* meets (\d+), (\d+) are left .*, (\d+) are not met .* and (\d+) do not apply/.exec(text);
  expect(said?.slice(1).map(Number)).toEqual([all.length, ...controls.map((some) => some.length)]);
  // The test above checks that linked files exist.
  const link = /^\[[^\]]+\]\([^)]+\)/;
  for (const [control, , code, checks] of sections[0] ?? [])
    expect([control, code, checks]).toEqual([
      control,
      expect.stringMatching(link),
      expect.stringMatching(checks === "–" ? /^–$/ : link),
    ]);
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
