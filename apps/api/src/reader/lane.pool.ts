import { isKeyed } from "@rewards/db";
import { AppError, dataViewOf, hidesRecords, type Scope } from "@rewards/domain";
import { type Batcher, createBatcher, type GateUse } from "@rewards/runtime";
import { type CallEnd, openGate } from "../gates.ts";
import type { Quota } from "../limits/quota.ts";
import type { LaneOutcome, LaneTask, ReadCall } from "./read.call.ts";

/** Calls in batches, and those that wait for one. One caller may have three quarters of them. */
export const laneCallsMax = 128;
const batchCallsMax = 64;
const batchesMax = 2;
/** A slow batch delays the next one no longer. */
const turnMsMax = 50;
/** A larger body may have any number of selected fields, which take long to parse. */
const bodyLengthMax = 16_384;

/** A read that may be answered together with others. */
export interface LaneCall {
  /** By which callers take turns. */
  readonly key: string;
  readonly task: LaneTask;
  readonly ending: Pick<CallEnd, "late">;
  readonly quota: Quota | undefined;
}

export interface LanePool {
  /**
   * @returns undefined if the call must be answered alone.
   * @throws AppError 503 if too many wait or its time ran out.
   */
  answer(name: string, call: LaneCall): Promise<LaneOutcome>;
  use(): GateUse;
}

/**
 * The batches of a read: those with one name are answered together, because a slow view must not keep the others waiting.
 * Undefined for a read that is always answered alone.
 */
export function laneNameOf(call: ReadCall, scope: Scope): string | undefined {
  if (call.kind === "action" || hidesRecords(scope)) return undefined;
  if (call.kind === "object") return call.kind;
  const view = dataViewOf(call.view);
  if (!view || !isKeyed(view) || ("body" in call && call.body.length > bodyLengthMax)) return undefined;
  return `${call.kind} ${call.view}`;
}

type Run = (tasks: readonly LaneTask[]) => Promise<LaneOutcome[]>;

/**
 * @param run answers a batch in a thread.
 * @param isCreating whether creates are under way.
 */
export function openLanePool(run: Run, isCreating: () => boolean): LanePool {
  const gate = openGate(laneCallsMax);
  const takeTurn = createPace(isCreating);
  const batchers = new Map<string, Batcher<LaneCall, LaneOutcome>>();
  const batcherOf = (name: string) => {
    const batcher = batchers.get(name) ?? openBatcher(run, takeTurn);
    batchers.set(name, batcher);
    return batcher;
  };
  return {
    async answer(name, call) {
      const leave = await gate.enter(call.key, call.ending.late);
      return batcherOf(name).add(call).finally(leave);
    },
    use: () => gate.use(),
  };
}

/** Resolves when a batch may begin, with the function to call when it has ended. */
type TakeTurn = () => Promise<() => void>;

/**
 * While creates are under way, batches follow one another, and after each is a rest as long as it took. Readers who ask
 * without a pause then leave time to the tills, however slow the machine is.
 */
function createPace(isCreating: () => boolean): TakeTurn {
  let before = Promise.resolve();
  return async () => {
    if (!isCreating()) return () => {};
    const turn = before;
    let end = () => {};
    before = new Promise((resolve) => {
      end = resolve;
    });
    await turn;
    const startedMs = performance.now();
    setTimeout(end, turnMsMax);
    return () => void setTimeout(end, performance.now() - startedMs);
  };
}

function openBatcher(run: Run, takeTurn: TakeTurn) {
  return createBatcher<LaneCall, LaneOutcome>({
    rowsMax: batchCallsMax,
    waitingRowsMax: laneCallsMax,
    concurrency: batchesMax,
    onOverload: () => new AppError("Error_Service_Overloaded"),
    async run(calls) {
      const leave = await takeTurn();
      const startedMs = performance.now();
      const wanted = calls.filter(({ ending }) => !ending.late.aborted);
      // Whatever happened to the thread: alone, each call has its own outcome.
      const tasks = wanted.map(({ task }) => task);
      const outcomes = tasks.length === 0 ? [] : await run(tasks).catch(() => []);
      leave();
      const ms = Math.ceil((performance.now() - startedMs) / calls.length);
      for (const { quota } of wanted) quota?.use("readMs", ms);
      const outcomeOf = new Map(wanted.map((call, index) => [call, outcomes[index]]));
      return calls.map((call) => ({ status: "fulfilled", value: outcomeOf.get(call) }));
    },
  });
}
