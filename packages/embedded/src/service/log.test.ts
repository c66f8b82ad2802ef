import { expect, it } from "vitest";
import { limitRepeats, readLogLine } from "./log.ts";

it("a warning is one line for a person, with what caused it", () => {
  const line = JSON.stringify({
    level: 40,
    time: "2026-01-01T00:00:00.000Z",
    pid: 1,
    hostname: "h",
    name: "worker",
    class: "SaleCase",
    ids: 200,
    err: { type: "Error", message: "connect ECONNREFUSED" },
    msg: "recovery could not look",
  });
  expect(readLogLine("worker 2", line)).toBe(
    "[worker 2] warning: recovery could not look: connect ECONNREFUSED (class SaleCase, ids 200)",
  );
});

it("what the operator has to do is shown whole, and other details are cut", () => {
  const remedy = "check QUEUE_URL, and the network from this worker to the server that it names; then look at its log";
  const line = JSON.stringify({ level: 40, name: "worker", ids: "x".repeat(61), remedy, msg: "the queue is away" });
  expect(readLogLine("worker", line)).toBe(
    `[worker] warning: the queue is away (ids ${"x".repeat(60)}…). C${remedy.slice(1)}`,
  );
});

it("a reason follows the message, and what only says that nothing was held back is left out", () => {
  const fields = { reason: "Redis fails (ECONNREFUSED). Check that it runs.", count: 1, unlogged: 0, queue: "sale" };
  const line = JSON.stringify({ level: 40, name: "api", ...fields, msg: "the queue needs mending" });
  expect(readLogLine("api", line)).toBe(
    "[api] warning: the queue needs mending: Redis fails (ECONNREFUSED). Check that it runs. (queue sale)",
  );
});

it("an error whose message is its code is shown by its cause", () => {
  const cause = { type: "Error", message: "PERSONAL_DATA_KEYS lacks the key a" };
  const err = { type: "AppError", message: "Error_Service_Unavailable", code: "Error_Service_Unavailable", cause };
  const line = JSON.stringify({ level: 50, name: "api", err, msg: "request failed" });
  expect(readLogLine("api", line)).toBe("[api] error: request failed: PERSONAL_DATA_KEYS lacks the key a");
});

it("the end of what a warning reported is shown", () => {
  const line = JSON.stringify({ level: 30, name: "api", recovered: true, msg: "the queue is well again" });
  expect(readLogLine("api", line)).toBe("[api] the queue is well again");
});

it("what all goes well with is not shown", () => {
  expect(readLogLine("api", JSON.stringify({ level: 30, msg: "api listens" }))).toBeUndefined();
  expect(readLogLine("api", "  ")).toBeUndefined();
});

it("a line that no logger wrote is shown as it is", () => {
  expect(readLogLine("api", "{broken")).toBe("[api] {broken");
});

it("a line that differs in its numbers alone is shown once in ten seconds", () => {
  const printed: string[] = [];
  let nowMs = 0;
  const print = limitRepeats(
    (line) => printed.push(line),
    () => nowMs,
  );
  print("slow insert (rows 200)");
  print("slow insert (rows 310)");
  print("another");
  nowMs = 10_000;
  print("slow insert (rows 12)");
  expect(printed).toEqual(["slow insert (rows 200)", "another", "slow insert (rows 12)"]);
});
