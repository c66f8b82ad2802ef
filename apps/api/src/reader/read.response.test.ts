import { expect, test } from "vitest";
import { respondInSlices } from "./slices.ts";

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
