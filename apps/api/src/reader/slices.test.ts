import { expect, test } from "vitest";
import { openJsonSlices, respondInSlices } from "./slices.ts";

const textOf = (slices: readonly (string | Uint8Array)[]) =>
  Buffer.concat(slices.map((slice) => Buffer.from(slice as string))).toString("utf8");

test("a response in slices equals the response in one piece", () => {
  const records = Array.from({ length: 5_000 }, (_, n) => ({ n, text: "ä€😀".repeat(20) }));
  const json = openJsonSlices(Number.POSITIVE_INFINITY);
  for (const record of records) expect(json.take(JSON.stringify(record))).toBe(true);
  const slices = json.end({ resultCount: json.count() });
  expect(slices.length).toBeGreaterThan(1);
  expect(JSON.parse(textOf(slices))).toEqual({ data: records, resultCount: records.length });
});

test("a response without records is complete", () => {
  expect(textOf(openJsonSlices(1).end({ resultCount: 0 }))).toBe('{"data":[],"resultCount":0}');
});

test("records are accepted while their bytes fit; the first one always is", () => {
  const record = '{"text":"€"}';
  const json = openJsonSlices(2 * (Buffer.byteLength(record) + 1));
  expect([json.take(record), json.take(record), json.take(record)]).toEqual([true, true, false]);
  expect(json.count()).toBe(2);
  const narrow = openJsonSlices(1);
  expect([narrow.take(record), narrow.take(record)]).toEqual([true, false]);
});

const sliceBytes = 50_000;
const slices = [1, 2, 3].map((byte) => new Uint8Array(sliceBytes).fill(byte));

function openHold() {
  const held = { bytes: 0 };
  const hold = (bytes: number) => {
    held.bytes += bytes;
    return (given: number) => {
      held.bytes -= given;
    };
  };
  return { held, hold };
}

test("bytes that the caller has not taken are counted, and released slice by slice", async () => {
  const { held, hold } = openHold();
  const { body, headers } = respondInSlices({ headers: { etag: "x" }, slices }, hold);
  expect([headers.get("etag"), headers.get("content-length")]).toEqual(["x", String(3 * sliceBytes)]);
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const taken: (number | undefined)[] = [];
  for (let left = 3; left > 0; left -= 1) {
    expect(held.bytes).toBe(left * sliceBytes);
    taken.push((await reader.read()).value?.[0]);
  }
  expect(held.bytes).toBe(0);
  expect(taken).toEqual([1, 2, 3]);
  expect((await reader.read()).done).toBe(true);
});

test("a cancelled response leaves nothing counted", async () => {
  const { held, hold } = openHold();
  const { body } = respondInSlices({ headers: {}, slices }, hold);
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  await reader.cancel();
  expect(held.bytes).toBe(0);
});

test("a small response is handed over at once", async () => {
  const { held, hold } = openHold();
  const response = respondInSlices({ headers: {}, slices: slices.slice(0, 1) }, hold);
  expect(held.bytes).toBe(0);
  expect((await response.arrayBuffer()).byteLength).toBe(sliceBytes);
});
