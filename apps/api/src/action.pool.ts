import {
  type ActionCall,
  type ActionOutcome,
  awaitingQueue,
  type Database,
  type RowLocks,
  runActions,
} from "@rewards/db";
import { type ActionDefinition, AppError, actionRight } from "@rewards/domain";
import type { Position, TellPosition } from "@rewards/operations";
import type { Enqueuer } from "@rewards/queue";
import { type Batcher, createBatcher, type GateUse } from "@rewards/runtime";
import { type ApiContext, callerGone } from "./call.ts";
import { createWriteGate, type WriteGate, waitMsMax } from "./gates.ts";
import type { PersonalData } from "./personal.ts";

/** Calls in batches, and those that wait for one. One caller may have three quarters of them. */
const callsMax = 128;
const batchCallsMax = 64;
/** Of one action. */
const batchesMax = 2;
/** A call with a larger body counts as several: a list of members is as much work as many small calls. */
const callBytes = 2_048;

export interface ActionPoolDeps {
  readonly database: Pick<Database, "sql">;
  readonly personal: Pick<PersonalData, "keys">;
  readonly enqueuer: Pick<Enqueuer, "push">;
  /** Bounds the connections that batches, and calls alone, hold. */
  readonly write: WriteGate;
  /** Only if there are read replicas. */
  readonly tellPosition?: TellPosition | undefined;
}

/** A committed action. */
interface ActionDone extends ActionOutcome {
  /** A replica that has replayed this position shows the change; undefined without replicas. */
  readonly position: Position | undefined;
}

export interface ActionPool {
  /**
   * Runs a call, in one transaction with other calls of its action that arrived while earlier ones were under way. Calls
   * of one record go one after the other. `bodyBytes` is the size of the request's body.
   * @throws AppError if the call is refused; 503 if too many wait, or it waited too long for its turn.
   */
  run(c: ApiContext, action: ActionDefinition, call: ActionCall, bodyBytes: number): Promise<ActionDone>;
  /** For metrics. */
  readonly use: () => GateUse;
}

interface Incoming {
  readonly call: ActionCall;
  readonly bodyBytes: number;
  /** Why it must not begin any more: its caller has gone, or it waited too long. */
  readonly lateness: () => AppError | undefined;
}

/** Undefined: the call must be run alone. */
type Answer = ActionDone | AppError | undefined;
type ActionBatcher = Batcher<Incoming, Answer>;

export function openActionPool(deps: ActionPoolDeps): ActionPool {
  const gate = createWriteGate(callsMax);
  const runInOrder = orderByRecord();
  const batchers = new Map<ActionDefinition, ActionBatcher>();
  const batcherOf = (action: ActionDefinition) => {
    const batcher = batchers.get(action) ?? openBatcher(action, deps);
    batchers.set(action, batcher);
    return batcher;
  };
  async function runOne(c: ApiContext, action: ActionDefinition, incoming: Incoming): Promise<ActionDone> {
    const together = incoming.lateness() ?? (await batcherOf(action).add(incoming));
    const answer = together ?? (await deps.write.run(c, () => answerAll(action, [incoming], deps, "wait")))[0];
    if (!answer || answer instanceof AppError) throw answer ?? new Error("a lone call has no answer");
    return answer;
  }
  return {
    run(c, action, call, bodyBytes) {
      const incoming = { call, bodyBytes, lateness: watchLateness(c) };
      return gate.run(c, () => runInOrder(call.id, () => runOne(c, action, incoming)));
    },
    use: gate.use,
  };
}

function openBatcher(action: ActionDefinition, deps: ActionPoolDeps): ActionBatcher {
  return createBatcher<Incoming, Answer>({
    rowsMax: batchCallsMax,
    // The gate bounds them.
    waitingRowsMax: Number.POSITIVE_INFINITY,
    concurrency: batchesMax,
    weigh: ({ bodyBytes }) => Math.max(1, Math.ceil(bodyBytes / callBytes)),
    onOverload: () => new AppError("Error_Service_Overloaded"),
    async run(incoming) {
      const leave = await deps.write.enter(actionRight(action));
      const late = new Map(incoming.map((one) => [one, one.lateness()]));
      const due = incoming.filter((one) => !late.get(one));
      const answers = await answerAll(action, due, deps, "skip").finally(leave);
      const answerOf = new Map(due.map((one, index) => [one, answers[index]]));
      return incoming.map((one) => ({ status: "fulfilled", value: late.get(one) ?? answerOf.get(one) }));
    },
  });
}

async function answerAll(
  action: ActionDefinition,
  incoming: readonly Incoming[],
  { database, personal, enqueuer, tellPosition }: ActionPoolDeps,
  locks: RowLocks,
): Promise<Answer[]> {
  if (incoming.length === 0) return [];
  const calls = incoming.map(({ call }) => call);
  const { answers, woken } = await runActions(database.sql, action, calls, personal.keys, locks);
  if (woken.length > 0) enqueuer.push(awaitingQueue, woken);
  const position = await tellPosition?.();
  return answers.map((answer) => (answer && !(answer instanceof AppError) ? { ...answer, position } : answer));
}

function watchLateness({ env: { outgoing } }: ApiContext): Incoming["lateness"] {
  const lateMs = performance.now() + waitMsMax;
  return () => {
    if (outgoing.destroyed) return callerGone;
    return performance.now() > lateMs ? new AppError("Error_Service_Overloaded") : undefined;
  };
}

/**
 * Runs work on one record in the order of arrival, one after the other: the calls of a batch have different records, and no
 * two batches of this process wait for the same one.
 */
function orderByRecord() {
  const lastOf = new Map<string, Promise<unknown>>();
  return async <Result>(id: string, work: () => Promise<Result>): Promise<Result> => {
    const mine = lastOf.get(id)?.then(work, work) ?? work();
    lastOf.set(id, mine);
    try {
      return await mine;
    } finally {
      if (lastOf.get(id) === mine) lastOf.delete(id);
    }
  };
}
