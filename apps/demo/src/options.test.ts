import { expect, it } from "vitest";
import { parseOptions, UsageError, withoutLogin } from "./options.ts";

it("the command line has a default for everything, and a bound", () => {
  expect(parseOptions([])).toEqual({ isExiting: false, withinMs: 300_000, salesCount: 6_000, seed: 1 });
  expect(parseOptions(["--exit", "--sales", "300", "--seed=7", "--within", "20"])).toEqual({
    isExiting: true,
    withinMs: 20_000,
    salesCount: 300,
    seed: 7,
  });
  expect(parseOptions(["--help"])).toBeUndefined();
  for (const wrong of [["--sales", "1"], ["--sales", "many"], ["--nonsense"], ["more"]]) {
    expect(() => parseOptions(wrong)).toThrow(UsageError);
  }
});

it("settings of the log-in are dropped, and those that would have an effect are named", () => {
  const kept = { PORT: "0", AUTH_NONE_ON_PUBLIC: "yes" };
  expect(withoutLogin({ ...kept, AUTH: "none", CONSOLE_OIDC_CLAIM: "" })).toEqual({ env: kept, ignored: [] });
  const given = { ...kept, AUTH: "required", CONSOLE_OIDC_ISSUER: "https://id.example" };
  expect(withoutLogin(given)).toEqual({ env: kept, ignored: ["AUTH", "CONSOLE_OIDC_ISSUER"] });
});
