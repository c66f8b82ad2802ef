import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bookChecks } from "@rewards/db";
import { dataViews, deadLetterReasons, errorTable } from "@rewards/domain";
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

test("docs/errors.md lists every error code with its status", () => {
  const text = readFileSync(join(root, "docs/errors.md"), "utf8");
  const listed = [...text.matchAll(/^\|\s*`(Error_\w+)`\s*\|\s*(\d+)\s*\|/gm)].map(([, code, status]) => [
    code,
    Number(status),
  ]);
  expect(listed).toEqual(Object.entries(errorTable).map(([code, [status]]) => [code, status]));
});

test("docs/errors.md lists every reason of a dead letter with its meaning", () => {
  const text = readFileSync(join(root, "docs/errors.md"), "utf8");
  const [, section = ""] = text.split("## Reasons of dead letters");
  const listed = [...section.matchAll(/^\|\s*`(Error_\w+)`\s*\|\s*(.+?)\s*\|$/gm)].map(([, code, meaning]) => [
    code,
    meaning,
  ]);
  expect(listed).toEqual(Object.entries(deadLetterReasons));
});

test("docs/verify.md lists every check with its invariant and what it holds the books to", () => {
  const text = readFileSync(join(root, "docs/verify.md"), "utf8");
  const listed = [...text.matchAll(/^\|\s*`([a-z-]+\.[a-z-]+)`\s*\|\s*(\S+)\s*\|\s*(.+?)\s*\|$/gm)].map((cells) =>
    cells.slice(1),
  );
  expect(listed).toEqual(Object.entries(bookChecks).map(([check, { invariant, says }]) => [check, invariant, says]));
});

test("docs/data-views.md lists every view with its class and its parameters", () => {
  const [, text = ""] =
    /## The views\n([\s\S]*?)\n- /.exec(readFileSync(join(root, "docs/data-views.md"), "utf8")) ?? [];
  const listed = [...text.matchAll(/^\|\s*`(\w+)`\s*\|\s*`(\w+)`\s*\|\s*(.*?)\s*\|$/gm)].map(([, ...cells]) => cells);
  const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");
  const views = dataViews.map(({ name, record, parameters }) => [name, record.class, quoted(Object.keys(parameters))]);
  expect(listed.toSorted()).toEqual(views.toSorted());
});
