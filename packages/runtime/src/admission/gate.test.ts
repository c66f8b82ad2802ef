import { expect, test } from "vitest";
import { createFairGate, createGate, type FairGate } from "./gate.ts";

const refused = new Error("refused");
const noLimit = {
  insideMax: 100,
  insideOfKeyMax: 100,
  waitingMax: 100,
  waitingOfKeyMax: 100,
  heldMax: 100,
  heldOfKeyMax: 100,
  onOverload: () => refused,
};
const never = new AbortController().signal;

/** Enters and notes the key once it is admitted. */
function enterAll(gate: FairGate, keys: string) {
  const order: string[] = [];
  const releases: (() => void)[] = [];
  const settled = [...keys].map((key) =>
    gate.enter(key, never).then((release) => {
      order.push(key);
      releases.push(release);
    }),
  );
  return { order, releases, settled };
}

/** Runs what is resolved already. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("keys are admitted in turn, each in its order of arrival", async () => {
  const gate = createFairGate({ ...noLimit, insideMax: 1 });
  const { order, releases, settled } = enterAll(gate, "aaaabbc");
  for (let done = 0; done < 7; done += 1) {
    await turn();
    expect(order).toHaveLength(done + 1);
    releases[done]?.();
  }
  await Promise.all(settled);
  expect(order.join("")).toBe("aabcaba");
});

test("one key never takes all places, whoever else waits", async () => {
  const gate = createFairGate({ ...noLimit, insideMax: 3, insideOfKeyMax: 2 });
  const { order } = enterAll(gate, "aaab");
  await turn();
  expect(order.join("")).toBe("aab");
});

test("past the bounds of those who wait, in all and of a key, it refuses at once", async () => {
  const gate = createFairGate({ ...noLimit, insideMax: 1, waitingMax: 3, waitingOfKeyMax: 2 });
  enterAll(gate, "aaa");
  await expect(gate.enter("a", never)).rejects.toBe(refused);
  enterAll(gate, "b");
  await expect(gate.enter("c", never)).rejects.toBe(refused);
});

test("a waiter that gives up takes no place, and the next one is admitted", async () => {
  const gate = createFairGate({ ...noLimit, insideMax: 1, waitingMax: 1 });
  const release = await gate.enter("a", never);
  const giving = new AbortController();
  const given = gate.enter("b", giving.signal);
  giving.abort(new Error("gone"));
  await expect(given).rejects.toThrow("gone");
  const next = gate.enter("c", never);
  release();
  release();
  await next;
  await expect(gate.enter("d", AbortSignal.abort(new Error("late")))).rejects.toThrow("late");
});

test("a key that holds as much as it may waits until some is given back, and the others do not", async () => {
  const gate = createFairGate({ ...noLimit, heldMax: 20, heldOfKeyMax: 10 });
  const giveBack = gate.hold("a", 12);
  const { order } = enterAll(gate, "ab");
  await turn();
  expect(order.join("")).toBe("b");
  giveBack(1);
  await turn();
  expect(order.join("")).toBe("b");
  giveBack(11);
  await turn();
  expect(order.join("")).toBe("ba");
});

test("while all together hold as much as they may, no one is admitted", async () => {
  const gate = createFairGate({ ...noLimit, heldMax: 20 });
  const giveBack = [gate.hold("a", 11), gate.hold("b", 9)];
  const { order } = enterAll(gate, "c");
  await turn();
  expect(order).toEqual([]);
  giveBack[1]?.(9);
  await turn();
  expect(order).toEqual(["c"]);
});

const full = () => new Error("full");

test("work past the bound is refused, and admitted again when other work is done", async () => {
  const gate = createGate(2, full);
  let finish: (value: string) => void = () => undefined;
  const first = gate(() => new Promise<string>((resolve) => (finish = resolve)));
  const second = gate(async () => "second");
  await expect(gate(async () => "third")).rejects.toThrow("full");
  expect(await second).toBe("second");
  expect(await gate(async () => "fourth")).toBe("fourth");
  finish("first");
  expect(await first).toBe("first");
});

test("work that fails makes room too", async () => {
  const gate = createGate(1, full);
  await expect(gate(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await gate(async () => "next")).toBe("next");
});
