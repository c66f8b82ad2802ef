import { expect, test } from "vitest";
import { backendOf } from "./names.ts";

test.each([
  ["redis://q:6379", "redis"],
  ["rediss://u:p@q", "redis"],
  ["postgres://q/rewards", "postgres"],
  ["postgresql://u:p@q/rewards", "postgres"],
])("%s chooses %s", (url, backend) => {
  expect(backendOf(url)).toBe(backend);
});

test.each(["http://u:hunter2@q", "q:6379", "hunter2"])("%s chooses nothing and is not repeated", (url) => {
  expect(() => backendOf(url)).toThrow("must start with redis://");
  expect(() => backendOf(url)).not.toThrow(/hunter2/);
});
