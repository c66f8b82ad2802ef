import { expect, test } from "vitest";
import { isUserName, passwordForm, passwordProblem, userNameOf } from "./console-user.ts";

test("a user's name is printable ASCII in lower case; capitals and spaces around it are forgiven", () => {
  for (const name of ["a", "ann", "ann.b+c@shop.example", `a${"b".repeat(63)}`]) expect(isUserName(name)).toBe(true);
  for (const name of ["", "Ann", "-ann", "ann-", "a b", "ann\n", "änn", `a${"b".repeat(64)}`])
    expect(isUserName(name)).toBe(false);
  expect(userNameOf(" Ann ")).toBe("ann");
});

test.each([
  ["elevenchars", "at least 12"],
  ["x".repeat(129), "at most 128"],
  ["abababababab", "repeats few"],
  ["Password1234", "common"],
  ["qwertyuiop12", "common"],
  ["correct ann-marie horse", "user's name"],
  ["correct horse\u001b[D battery", "arrow key"],
])("the password %s is refused", (password, problem) => {
  expect(passwordProblem(password, "ann-marie")).toContain(problem);
});

test("a long password of own words is taken, in any script, and in one form however it is typed", () => {
  expect(passwordProblem("correct horse battery", "ann")).toBeUndefined();
  expect(passwordProblem("верная лошадь скоба", "ann")).toBeUndefined();
  expect(passwordForm("caf\u0065\u0301")).toBe(passwordForm("caf\u00e9"));
});
