import { expect, test } from "vitest";
import { endsWithin } from "./deadline.ts";

test("work that ends in time has ended, and work that hangs has not", async () => {
  expect(await endsWithin(60_000, Promise.resolve("done"))).toBe(true);
  expect(await endsWithin(0, new Promise(() => {}))).toBe(false);
});

test("what the work throws is thrown", async () => {
  await expect(endsWithin(60_000, Promise.reject(new Error("gone")))).rejects.toThrow("gone");
});
