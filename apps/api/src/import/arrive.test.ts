import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openArrival } from "./arrive.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** A body under way, and what was read of it. */
function open() {
  const incoming = Object.assign(new PassThrough(), { headers: {} });
  const arrival = openArrival({ incoming, outgoing: {} } as never, 1_000_000);
  const read: Buffer[] = [];
  const ended = (async () => {
    for await (const chunk of arrival.chunks) read.push(chunk);
  })();
  return { incoming, arrival, ended, bytes: () => Buffer.concat(read).length };
}

test("a body is broken off after 30 s without a byte", async () => {
  const { incoming, arrival, ended, bytes } = open();
  incoming.write(Buffer.alloc(40_000, "x"));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(arrival.isBroken()).toBe(false);
  await vi.advanceTimersByTimeAsync(1_001);
  await ended;
  expect([arrival.isBroken(), bytes()]).toEqual([true, 40_000]);
});

test("a body that drips is broken off, and one that comes at a kilobyte a second is not", async () => {
  const [slow, steady] = [open(), open()];
  for (let n = 0; n < 12; n += 1) {
    slow.incoming.write("x");
    steady.incoming.write(Buffer.alloc(5_000, "x"));
    await vi.advanceTimersByTimeAsync(5_000);
  }
  expect([slow.arrival.isBroken(), steady.arrival.isBroken()]).toEqual([true, false]);
  expect(slow.bytes()).toBeLessThan(8);
  steady.incoming.end();
  await steady.ended;
  expect([steady.arrival.isBroken(), steady.bytes()]).toEqual([false, 60_000]);
});
