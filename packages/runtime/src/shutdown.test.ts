import { EventEmitter } from "node:events";
import { expect, test, vi } from "vitest";
import { createLogger } from "./logger.ts";
import { createShutdown, endsWithin } from "./shutdown.ts";

function setUp({ deadlineMs = 5_000, connected = false } = {}) {
  const lines: { step?: string; msg: string }[] = [];
  const logger = createLogger({
    name: "test",
    level: "info",
    destination: { write: (line) => lines.push(JSON.parse(line)) },
  });
  const events = Object.assign(new EventEmitter(), { connected });
  const codes: number[] = [];
  const clock = { ms: 0 };
  const exit = (code: number) => codes.push(code);
  const shutdown = createShutdown({ logger, deadlineMs, events, exit, nowMs: () => clock.ms });
  shutdown.listen();
  return { shutdown, events, codes, lines, clock };
}

test("steps run in the order of adding, once, and the exit code is 0", async () => {
  const { shutdown, events, codes } = setUp();
  const ran: string[] = [];
  for (const name of ["listener", "batches", "queue"]) shutdown.add(name, async () => void ran.push(name));
  events.emit("SIGTERM");
  events.emit("SIGTERM");
  await shutdown.start("test");
  expect(ran).toEqual(["listener", "batches", "queue"]);
  expect(codes).toEqual([0]);
});

test("a step that fails does not keep the next from running, and the exit code is 1", async () => {
  const { shutdown, codes, lines } = setUp();
  const last = vi.fn(async () => {});
  shutdown.add("queue", async () => {
    throw new Error("gone");
  });
  shutdown.add("database", last);
  await shutdown.start("test");
  expect(last).toHaveBeenCalledOnce();
  expect(codes).toEqual([1]);
  expect(lines).toContainEqual(expect.objectContaining({ msg: "shutdown step failed", step: "queue" }));
});

test("past the deadline the step that hangs is named and the exit code is 1", async () => {
  const { shutdown, codes, lines } = setUp({ deadlineMs: 5 });
  shutdown.add("listener", async () => {});
  shutdown.add("queue", () => new Promise(() => {}));
  await shutdown.start("test");
  expect(codes).toEqual([1]);
  expect(lines).toContainEqual(expect.objectContaining({ msg: "shutdown step hung", step: "queue" }));
});

test("a step is given what is left of the deadline", async () => {
  const { shutdown, clock } = setUp({ deadlineMs: 5_000 });
  const left: number[] = [];
  for (const tookMs of [1_000, 7_000, 0])
    shutdown.add("step", async (leftMs) => {
      left.push(leftMs);
      clock.ms += tookMs;
    });
  await shutdown.start("test");
  expect(left).toEqual([5_000, 4_000, 0]);
});

test("a second Ctrl-C exits at once", () => {
  const { shutdown, events, codes, clock } = setUp();
  shutdown.add("queue", () => new Promise(() => {}));
  events.emit("SIGINT");
  clock.ms = 1_000;
  events.emit("SIGINT");
  expect(codes).toEqual([130]);
});

test("one Ctrl-C that arrives twice at a time still shuts down in order", async () => {
  const { shutdown, events, codes } = setUp();
  events.emit("SIGINT");
  events.emit("SIGINT");
  await shutdown.start("test");
  expect(codes).toEqual([0]);
});

test("a parent that is gone ends the process, but only one that was there", async () => {
  const child = setUp({ connected: true });
  child.events.emit("disconnect");
  await vi.waitFor(() => expect(child.codes).toEqual([0]), { timeout: 60_000 });
  const orphan = setUp({ connected: false });
  expect(orphan.events.listenerCount("disconnect")).toBe(0);
});

test("work that ends in time has ended, and work that hangs has not", async () => {
  expect(await endsWithin(60_000, Promise.resolve("done"))).toBe(true);
  expect(await endsWithin(0, new Promise(() => {}))).toBe(false);
});

test("what the work throws is thrown", async () => {
  await expect(endsWithin(60_000, Promise.reject(new Error("gone")))).rejects.toThrow("gone");
});
