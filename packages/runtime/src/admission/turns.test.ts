import { setImmediate as afterIo } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

test("turns are FIFO, and between any two of them the event loop serves others", async () => {
  const turns = createTurns();
  const order: string[] = [];
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      order.push("other");
      await afterIo();
    }
  })();
  const large = Array.from({ length: 5 }, async (_, n) => {
    await turns.take("a");
    order.push(`turn ${n}`);
  });
  await Promise.all(large);
  isOver = true;
  await others;
  const taken = order.filter((one) => one !== "other");
  expect(taken).toEqual(["turn 0", "turn 1", "turn 2", "turn 3", "turn 4"]);
  expect(order.filter((one, at) => one !== "other" && order[at + 1]?.startsWith("turn"))).toEqual([]);
});

test("a caller that asks after all turns were taken gets one too", async () => {
  const turns = createTurns();
  await turns.take("a");
  await turns.take("a");
});

test("a caller that asks once has its turn before a caller that asks repeatedly has had all of its turns", async () => {
  const turns = createTurns();
  const order: string[] = [];
  const take = async (key: string) => {
    await turns.take(key);
    order.push(key);
  };
  await Promise.all([...["a", "a", "a", "a"].map(take), take("b")]);
  expect(order.indexOf("b")).toBeLessThan(3);
});
