import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const packages = join(import.meta.dirname, "../..");

/** For each folder of a package, the folders that it imports from; a file in the package's root counts as a folder. */
function readImports(root: string): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  const folderOf = (path: string) => path.split("/")[0] as string;
  const isProduct = (path: string) =>
    path.endsWith(".ts") && !path.endsWith(".test.ts") && folderOf(path) !== "testing";
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(isProduct);
  for (const file of files) {
    const text = readFileSync(join(root, file), "utf8");
    for (const [, path = ""] of text.matchAll(/(?:from|import) "(\.[^"]+)"/g)) {
      const to = folderOf(relative(root, join(root, dirname(file), path)));
      const from = folderOf(file);
      if (to !== from) imports.set(from, (imports.get(from) ?? new Set()).add(to));
    }
  }
  return imports;
}

/** The first cycle found, as the path along it. */
function findCycle(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>();
  const follow = (folder: string, way: readonly string[]): string[] => {
    if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder];
    if (done.has(folder)) return [];
    for (const to of imports.get(folder) ?? []) {
      const cycle = follow(to, [...way, folder]);
      if (cycle.length > 0) return cycle;
    }
    done.add(folder);
    return [];
  };
  for (const folder of imports.keys()) {
    const cycle = follow(folder, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

test("a cycle is found, with the path along it", () => {
  const imports = new Map([
    ["view", new Set(["client", "object"])],
    ["object", new Set(["client", "insert"])],
    ["insert", new Set(["view"])],
  ]);
  expect(findCycle(imports)).toEqual(["view", "object", "insert", "view"]);
});

test.each(["access", "db", "operations"])(
  "no folder of packages/%s imports, directly or indirectly, from a folder that imports from it",
  (name) => {
    const imports = readImports(join(packages, name, "src"));
    expect(imports.size).toBeGreaterThan(1);
    expect(findCycle(imports)).toEqual([]);
  },
);
