import { readFileSync } from "node:fs";
import { passwordProblem } from "@rewards/domain";
import { expect, test } from "vitest";
import { newPasswordProblem } from "./console-user.password.ts";

const listed = readFileSync(new URL("../../data/common-passwords.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("# "));

test("the list has 10,000 different passwords that the other rules accept; each is refused, in any case", () => {
  expect(new Set(listed).size).toBe(10_000);
  for (const password of listed) {
    expect([password, passwordProblem(password, "")]).toEqual([password, undefined]);
    expect(newPasswordProblem(password.toUpperCase(), "")).toContain("lists of stolen passwords");
  }
  expect(newPasswordProblem("correct horse battery", "ann")).toBeUndefined();
});

test("the other rules come first", () => {
  expect(newPasswordProblem("short", "ann")).toContain("at least 12");
});
