import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { times } from "../../../../test/src/records.ts";
import type { ApiContext } from "../call.ts";
import { openWaits, readWaitMs, type Waits } from "./waits.ts";

const longMs = 600_000;
/** A call of a caller, as far as waits look at it. */
function callOf(user = "till") {
  const outgoing = new EventEmitter();
  const socket = { remoteAddress: "127.0.0.1" };
  return { c: { env: { caller: { user }, incoming: { socket }, outgoing } } as unknown as ApiContext, outgoing };
}

/** Waits over sales that are pending until the test removes them, with the IDs of each look. */
function openHeld() {
  const pending = new Set<string>();
  const looks: (readonly string[])[] = [];
  const waits = openWaits(async (ids) => {
    looks.push(ids);
    return ids.filter((id) => pending.has(id));
  });
  opened.push(waits);
  const wait = (id: string, { c } = callOf(), waitMs = longMs) => {
    pending.add(id);
    return waits.processed(c, id, waitMs);
  };
  return { waits, pending, looks, wait };
}
const opened: Waits[] = [];
afterEach(() => {
  for (const waits of opened.splice(0)) waits.stop();
});

test("all calls that wait are looked up together, each sale once, and no look is made while none waits", async () => {
  const { waits, pending, looks, wait } = openHeld();
  const answered: string[] = [];
  const calls = times(200, (n) => wait(`${n % 100}`).then(() => answered.push(`${n % 100}`)));
  await expect.poll(() => looks.at(-1)?.length).toBe(100);
  expect(answered).toEqual([]);
  pending.delete("7");
  await expect.poll(() => answered).toEqual(["7", "7"]);
  pending.clear();
  await Promise.all(calls);
  expect(waits.use().inside).toBe(0);
  const made = looks.length;
  await delay(200);
  expect(looks).toHaveLength(made);
});

test("a wait ends with its time, and while Postgres cannot say anything", async () => {
  const { waits, wait } = openHeld();
  await wait("late", callOf(), 1);
  expect(waits.use().inside).toBe(0);
  const away = openWaits(() => Promise.reject(new Error("away")));
  await away.processed(callOf().c, "any", 20);
  expect(away.use().inside).toBe(0);
});

test("a caller who leaves gives the place back, and nothing listens to its answer any more", async () => {
  const { waits, wait } = openHeld();
  const call = callOf();
  const waiting = wait("left", call);
  await expect.poll(() => waits.use().inside).toBe(1);
  call.outgoing.emit("close");
  await waiting;
  expect(waits.use().inside).toBe(0);
  expect(call.outgoing.listenerCount("close")).toBe(0);
});

test("past the places of a caller a call does not wait, and other callers do", async () => {
  const { waits, wait } = openHeld();
  for (const n of times(800, (n) => n)) void wait(`${n}`);
  await expect.poll(() => waits.use()).toMatchObject({ inside: 750, refused: 50 });
  void wait("other", callOf("other"));
  await expect.poll(() => waits.use().inside).toBe(751);
});

test("when the process stops, all waits end, and none begins", async () => {
  const { waits, wait } = openHeld();
  const waiting = [wait("one"), wait("two")];
  await expect.poll(() => waits.use().inside).toBe(2);
  waits.stop();
  await Promise.all([...waiting, wait("three")]);
  expect(waits.use().inside).toBe(0);
});

test.each([
  [undefined, 0],
  ["wait=5", 5_000],
  ["Wait = 5", 5_000],
  ['respond-async, wait="3"', 3_000],
  ["wait=2; foo=bar, handling=lenient", 2_000],
  ["wait=999999", 10_000],
  ["wait=0", 0],
  ["wait=-1", 0],
  ["wait=1.5", 0],
  ["wait=soon", 0],
  ["await=5", 0],
  ["x; wait=5", 0],
])("Prefer: %s waits %i ms", (header, waitMs) => expect(readWaitMs(header)).toBe(waitMs));
