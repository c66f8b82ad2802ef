import { dataViews, unlimited } from "@rewards/domain";
import { expect, onTestFinished, test, vi } from "vitest";
import { times } from "../../../../test/src/records.ts";
import { type LaneCall, laneNameOf, openLanePool } from "./lane.pool.ts";
import type { LaneOutcome, LaneTask } from "./read.call.ts";

const callOf = (key: string, late = new AbortController().signal) =>
  ({ key, task: { user: key } as LaneTask, ending: { late }, quota: undefined }) satisfies LaneCall;
const answerOf = ({ user }: LaneTask): LaneOutcome => ({ headers: {}, slices: [user] });

/** A pool whose batches end when the test says so. */
function openHeld() {
  const batches: { readonly tasks: readonly LaneTask[]; readonly end: (outcomes: LaneOutcome[]) => void }[] = [];
  const pool = openLanePool(
    (tasks) => new Promise((end) => batches.push({ tasks, end })),
    () => false,
  );
  return { pool, batches, sizes: () => batches.map(({ tasks }) => tasks.length) };
}
/** Runs what is resolved already. */
const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test("a lone call goes at once; what comes while two batches are under way goes together, 64 at most", async () => {
  const { pool, batches, sizes } = openHeld();
  const answers = ["a", "b"].map((user) => pool.answer("view X", callOf(user)));
  await turn();
  answers.push(pool.answer("view X", callOf("c")));
  await turn();
  answers.push(...times(70, (n) => pool.answer("view X", callOf(`d${n}`))));
  await turn();
  expect(sizes()).toEqual([2, 1]);
  for (let ended = 0; ended < 4; ended += 1) {
    batches[ended]?.end(batches[ended]?.tasks.map(answerOf) ?? []);
    await turn();
  }
  expect(sizes()).toEqual([2, 1, 64, 6]);
  const users = (await Promise.all(answers)).map((outcome) => outcome && "slices" in outcome && outcome.slices[0]);
  expect(users).toEqual(["a", "b", "c", ...times(70, (n) => `d${n}`)]);
});

test("a slow view keeps no other waiting, and one caller has at most three quarters of the places", async () => {
  const { pool, batches } = openHeld();
  for (let count = 0; count < 200; count += 1) void pool.answer("view Slow", callOf("one"));
  await turn();
  expect(pool.use()).toMatchObject({ inside: 96, insideMax: 128, waiting: 104 });
  void pool.answer("view Fast", callOf("other"));
  await turn();
  expect(batches.at(-1)?.tasks).toMatchObject([{ user: "other" }]);
});

/** When batches of three views begin that take so long, in ms. */
async function startsOf(tookMs: number, isCreating: boolean): Promise<number[]> {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const startedMs = performance.now();
  const starts: number[] = [];
  const read = (tasks: readonly LaneTask[]) =>
    new Promise<LaneOutcome[]>((resolve) => {
      starts.push(performance.now() - startedMs);
      setTimeout(() => resolve(tasks.map(answerOf)), tookMs);
    });
  const pool = openLanePool(read, () => isCreating);
  const answers = times(3, (n) => pool.answer(`view ${n}`, callOf(`${n}`)));
  await turn();
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all(answers);
  return starts;
}

test("while creates are under way, batches follow one another and rest, but a slow one delays the next by 50 ms only", async () => {
  expect(await startsOf(10, true)).toEqual([0, 20, 40]);
  expect(await startsOf(400, true)).toEqual([0, 50, 100]);
  expect(await startsOf(10, false)).toEqual([0, 0, 0]);
});

test("a call whose caller has gone, or whose time is over, is not read", async () => {
  const { pool, batches } = openHeld();
  const leaving = new AbortController();
  const gone = pool.answer("view X", callOf("gone", leaving.signal));
  const stays = pool.answer("view X", callOf("stays"));
  await Promise.resolve();
  leaving.abort();
  await turn();
  batches[0]?.end(batches[0].tasks.map(answerOf));
  expect([await gone, await stays]).toEqual([undefined, { headers: {}, slices: ["stays"] }]);
});

test("if a thread ends within a batch, all its calls are answered alone", async () => {
  const pool = openLanePool(
    () => Promise.reject(new Error("the thread ended")),
    () => true,
  );
  expect(await Promise.all(["a", "b"].map((user) => pool.answer("view X", callOf(user))))).toEqual([
    undefined,
    undefined,
  ]);
});

test("views by a key, their numbers and reads by ID have a lane; callers with limits and large bodies have none", () => {
  const nameOf = (view: string, body = "{}") => laneNameOf({ kind: "view", view, body }, unlimited);
  const named = dataViews.flatMap(({ name }) => nameOf(name) ?? []);
  expect(named).toContain("view MemberBalances");
  expect(named.some((name) => name.endsWith("List") || name === "view PreviewSale")).toBe(false);
  expect(laneNameOf({ kind: "count", view: "MemberBalances", body: "{}" }, unlimited)).toBe("count MemberBalances");
  expect(laneNameOf({ kind: "object", id: "MEM-1" }, unlimited)).toBe("object");
  expect(laneNameOf({ kind: "action", id: "MEM-1", action: "Edit" }, unlimited)).toBeUndefined();
  expect(nameOf("MemberBalances", " ".repeat(16_385))).toBeUndefined();
  const view = { kind: "view", view: "MemberBalances", body: "{}" } as const;
  expect(laneNameOf(view, { ...unlimited, stores: ["S"] })).toBeUndefined();
});
