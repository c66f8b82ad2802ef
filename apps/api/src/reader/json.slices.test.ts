import { expect, test } from "vitest";
import { openJsonSlices } from "./slices.ts";

const textOf = (slices: readonly Uint8Array[]) => Buffer.concat(slices).toString("utf8");

test("a response in slices equals the response in one piece", () => {
  const records = Array.from({ length: 5_000 }, (_, n) => ({ n, text: "ä€😀".repeat(20) }));
  const json = openJsonSlices(Number.POSITIVE_INFINITY);
  for (const record of records) expect(json.take(record)).toBe(true);
  const slices = json.end({ resultCount: json.count() });
  expect(slices.length).toBeGreaterThan(1);
  expect(JSON.parse(textOf(slices))).toEqual({ data: records, resultCount: records.length });
});

test("a response without records is complete", () => {
  expect(textOf(openJsonSlices(1).end({ resultCount: 0 }))).toBe('{"data":[],"resultCount":0}');
});

test("records are accepted while their bytes fit; the first one always is", () => {
  const record = { text: "€" };
  const bytes = Buffer.byteLength(JSON.stringify(record)) + 1;
  const json = openJsonSlices(2 * bytes);
  expect([json.take(record), json.take(record), json.take(record)]).toEqual([true, true, false]);
  expect(json.count()).toBe(2);
  const narrow = openJsonSlices(1);
  expect([narrow.take(record), narrow.take(record)]).toEqual([true, false]);
});
