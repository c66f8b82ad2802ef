import { expect, it } from "vitest";
import { parseOptions, UsageError } from "./options.ts";

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
