import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const { dependencies, main, types, exports } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
);

test("the package depends only on exact published versions, which npm can install outside this workspace", () => {
  expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
});

test("compilers that do not read `exports` find the same files", () =>
  expect({ types, default: main }).toEqual(exports["."]));
