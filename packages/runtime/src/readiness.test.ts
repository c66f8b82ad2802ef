import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { createReadiness, type Readiness } from "./readiness.ts";

let readiness: Readiness | undefined;
afterEach(() => readiness?.stop());

const away = Object.assign(new Error("connect to secret"), { code: "ECONNREFUSED" });

function open() {
  const lines: string[] = [];
  const state = {
    stalledMs: 0,
    failure: undefined as { error: unknown; agoMs: number } | undefined,
    probe: async (): Promise<string | undefined> => undefined,
    nowMs: 0,
  };
  const logger = {
    warn: (fields: { reason: string }, message: string) => void lines.push(`${message}: ${fields.reason}`),
    info: ({ recovered }: { recovered: boolean }, message: string) => void lines.push(recovered ? message : ""),
  };
  readiness = createReadiness({
    server: "Postgres",
    lines: { lost: "not ready", back: "ready again" },
    work: {
      name: "sales",
      progress: { stalledMs: () => state.stalledMs, failure: () => state.failure },
      stalledMsMax: 4_000,
    },
    nowMs: () => state.nowMs,
    probe: () => state.probe(),
    remedyOf: () => "Mend it.",
    logger: logger as unknown as Parameters<typeof createReadiness>[0]["logger"],
  });
  return { state, lines, check: readiness.check };
}

test("it is ready while batches get through and the probe is answered, and logs nothing", async () => {
  const { lines, check } = open();
  expect(await check()).toEqual({ reason: undefined, isAnswered: true });
  expect(lines).toEqual([]);
});

test("a probe that fails, or is not answered, is a reason, by its code and with the remedy", async () => {
  const { state, check } = open();
  await check();
  state.probe = () => Promise.reject(away);
  expect(await check()).toEqual({ reason: "Postgres fails (ECONNREFUSED). Mend it.", isAnswered: false });
  Object.assign(state, { probe: () => new Promise(() => undefined), nowMs: 15_000 });
  expect(await check()).toEqual({ reason: "Postgres does not answer within 2000 ms. Mend it.", isAnswered: false });
});

test("a batch that is under way for too long is a reason, though the probe is answered", async () => {
  const { state, check } = open();
  state.stalledMs = 4_001;
  expect(await check()).toMatchObject({
    reason: expect.stringContaining("waited for Postgres for 4 s"),
    isAnswered: true,
  });
  state.nowMs = 10_000;
  state.stalledMs = 3_999;
  expect(await check()).toMatchObject({ reason: undefined });
});

test("a process that is not ready stays so until the batches of that time are over, though the probe is answered", async () => {
  const { state, lines, check } = open();
  await check();
  const answered = state.probe;
  state.probe = () => Promise.reject(away);
  await check();
  state.probe = answered;
  Object.assign(state, { nowMs: 2_000, stalledMs: 2_100 });
  expect(await check()).toMatchObject({ reason: expect.stringContaining("waited for Postgres for 2 s") });
  Object.assign(state, { nowMs: 3_000, stalledMs: 2_900 });
  expect(await check()).toMatchObject({ reason: undefined });
  expect(lines.map((line) => line.split(":")[0])).toEqual(["not ready", "not ready", "ready again"]);
});

test("a process that was suspended does not take that for silence of the server", async () => {
  const { state, check } = open();
  await check();
  state.probe = () => delay(2_200, undefined);
  const checked = check();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_100);
  expect(await checked).toEqual({ reason: undefined, isAnswered: true });
});

test("a batch does not count as stalled for the time in which the process itself was suspended", async () => {
  const { state, check } = open();
  await check();
  Object.assign(state, { nowMs: 60_000, stalledMs: 61_000 });
  expect(await check()).toMatchObject({ reason: undefined });
  Object.assign(state, { nowMs: 65_000, stalledMs: 66_000 });
  expect(await check()).toMatchObject({ reason: expect.stringContaining("waited for Postgres") });
});

test("behind a lock, where one probe fails and the next hangs, the reason remains the lock, in one line", async () => {
  const { state, lines, check } = open();
  await check();
  state.probe = () => Promise.reject(Object.assign(new Error(), { code: "55P03" }));
  const locked = { reason: "Postgres fails (55P03). Mend it.", isAnswered: false };
  expect(await check()).toEqual(locked);
  state.probe = () => new Promise(() => undefined);
  state.nowMs = 14_999;
  expect(await check()).toEqual(locked);
  expect(lines).toHaveLength(1);
  state.nowMs = 15_000;
  expect(await check()).toMatchObject({ reason: expect.stringContaining("does not answer") });
});

test("a failure is a reason for a while; without further work it is up to the probe", async () => {
  const { state, check } = open();
  state.failure = { error: away, agoMs: 4_000 };
  expect(await check()).toMatchObject({ reason: "The last batch of sales failed (ECONNREFUSED). Mend it." });
  state.failure = { error: away, agoMs: 6_000 };
  expect(await check()).toMatchObject({ reason: undefined });
});

test("what the probe finds unsafe is a reason", async () => {
  const { state, check } = open();
  state.probe = async () => "commits are not durable";
  await check();
  expect(await check()).toEqual({ reason: "commits are not durable", isAnswered: true });
});

test("one line says that it is not ready, and one that it is again, however often it is asked", async () => {
  const { state, lines, check } = open();
  await check();
  state.stalledMs = 5_000;
  for (let count = 0; count < 3; count += 1) await check();
  state.stalledMs = 0;
  for (let count = 0; count < 3; count += 1) await check();
  expect(lines).toEqual([expect.stringMatching(/^not ready: A batch of sales/), "ready again"]);
});

test("a reason that changes is a line at once, and one that lasts is repeated once a minute", async () => {
  const { state, lines, check } = open();
  await check();
  state.probe = () => Promise.reject(away);
  await check();
  state.probe = () => Promise.reject(Object.assign(new Error(), { code: "28P01" }));
  await check();
  state.nowMs = 59_999;
  await check();
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("28P01");
  state.nowMs = 60_000;
  await check();
  expect(lines).toHaveLength(3);
});

test("who asks while it looks gets the same look: probes do not pile up", async () => {
  const { state, check } = open();
  await check();
  let probes = 0;
  state.probe = async () => {
    probes += 1;
    return undefined;
  };
  await Promise.all(Array.from({ length: 50 }, () => check()));
  expect(probes).toBe(1);
});
