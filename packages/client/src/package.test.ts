import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const { dependencies } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

test("what is packed depends on published versions alone, which npm can install outside of this workspace", () => {
  expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
});
