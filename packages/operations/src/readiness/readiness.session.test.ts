import { expect, test } from "vitest";
import { describeDropped } from "./readiness.session.ts";

const wanted = { statement_timeout: 5_000, jit: "off" };
const rows = (timeout: string, jit: string) => [
  { name: "statement_timeout", setting: timeout },
  { name: "jit", setting: jit },
];

test("settings as the service sets them, or as its role has them, are in force", () => {
  expect(describeDropped(rows("5000", "off"), wanted)).toBeUndefined();
  expect(describeDropped(rows("10000", "off"), wanted)).toBeUndefined();
});

test.each([
  ["no time limit", rows("0", "off"), "statement_timeout (0)"],
  ["a longer one", rows("60000", "off"), "statement_timeout (60000)"],
  ["two others", rows("0", "on"), "statement_timeout (0), jit (on)"],
])("with %s, the reason names it and the remedy", (_, found, names) => {
  const reason = describeDropped(found, wanted);
  expect(reason).toContain(names);
  expect(reason).toContain("npm run migrate");
});
