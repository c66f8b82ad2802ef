import { setPriority } from "node:os";
import { BroadcastChannel, workerData } from "node:worker_threads";
import {
  codeOf,
  createLanes,
  createPersonalKeys,
  createViewRunner,
  openDatabase,
  openLanes,
  queryCanceled,
} from "@rewards/db";
import { dataViewOf, parseRights, type Rights } from "@rewards/domain";
import { mustAskPrimary, openReplicaSessions, type ReplicaFence } from "@rewards/operations";
import { LRUCache } from "lru-cache";
import { move, transferableSymbol, valueSymbol } from "piscina";
import { asAppError } from "../errors.ts";
import { answerBatch } from "./lane.ts";
import {
  type LaneTask,
  type ReadAnswer,
  type ReadCall,
  type ReaderSettings,
  type ReadTask,
  replicaOut,
} from "./read.call.ts";
import { refusalOf } from "./read.refusal.ts";
import { answerRead, type ReadDeps } from "./read.ts";
import { encodeAnswer } from "./slices.ts";

/** Lower priority than the gateway's thread, which the tills wait for. */
const niceness = 10;
// Only Linux sets it for a single thread; elsewhere it would apply to the whole process.
if (process.platform === "linux") setPriority(0, niceness);

const settings = workerData as ReaderSettings;
const { connectionsMax, answerBytesMax, replicaUrl } = settings;
const name = "rewards-api-reader";
const database = openDatabase({
  url: settings.databaseUrl,
  name,
  poolMax: 1,
  statementMsMax: settings.viewMsMax,
  viewPoolMax: connectionsMax,
  viewMsMax: settings.viewMsMax,
});
const personalKeys = createPersonalKeys(settings.personalKeys);
const runners = createViewRunner(database.readDb, database.queries, personalKeys, database.sql);

const openReplica = (sessionsMax: number, statementMsMax: number) =>
  replicaUrl === undefined ? undefined : openReplicaSessions({ url: replicaUrl, name, sessionsMax, statementMsMax });
const replica = openReplica(connectionsMax, settings.viewMsMax);

/** By the text of the list. Many clients have the same. */
const parsedRights = new LRUCache<string, Rights>({ max: 1_000, memoMethod: (text) => parseRights(text) });

/** A batch whose statement takes longer is given up, and its calls are answered alone. */
const laneMsMax = 250;
const laneSessionsMax = 2;
const laneReplica = openReplica(laneSessionsMax, laneMsMax);
const lanePool = { url: settings.databaseUrl, name, statementMsMax: laneMsMax, poolMax: laneSessionsMax };
const laneDeps = {
  lanes: createLanes(),
  primary: { sql: openLanes(lanePool), keys: personalKeys },
  replica: laneReplica,
  answerBytesMax,
  callerOf: (task: LaneTask) => ({ ...task, rights: parsedRights.memo(task.rights) }),
};

function leaveReplica(): void {
  replica?.giveUp();
  laneReplica?.giveUp();
}

const underWay = new Map<number, AbortController>();
const cancelled = new BroadcastChannel(settings.cancelChannel);
cancelled.onmessage = ({ data }: { data: unknown }) =>
  data === replicaOut ? leaveReplica() : underWay.get(data as number)?.abort();

/** Resolves once this thread is up: its code is loaded. */
export async function warmUp(): Promise<void> {}

/** Answers a task of the pool; never rejects. */
export async function read(task: ReadTask): Promise<unknown> {
  const { id, user, rights, isSealed, isKeyMissing, takesGzip } = task;
  const ending = new AbortController();
  underWay.set(id, ending);
  try {
    const caller = { user, rights: parsedRights.memo(rights) };
    const deps = { answerBytesMax, ...caller, isSealed, isKeyMissing };
    const answer = await encodeAnswer(await answerTask(task, deps, ending.signal), takesGzip, ending.signal);
    // Their memory is transferred to the gateway's thread, not copied.
    const buffers = answer.slices.flatMap((slice) => (typeof slice === "string" ? [] : slice.buffer));
    return move({ [transferableSymbol]: buffers, [valueSymbol]: answer });
  } catch (error) {
    return refusalOf(error);
  } finally {
    underWay.delete(id);
  }
}

/** Answers the tasks of a batch; never rejects. */
export const readBatch = (tasks: readonly LaneTask[]) => answerBatch(tasks, laneDeps);

type CallerDeps = Omit<ReadDeps, "readDb">;

async function answerTask(task: ReadTask, deps: CallerDeps, signal: AbortSignal): Promise<ReadAnswer> {
  const ofReplica = task.fence && !isComputed(task.call) && (await askReplica(task, task.fence, deps, signal));
  return ofReplica || answerWanted(task.call, { ...deps, readDb: runners.within(task.scope) }, signal);
}

/** The catalogue that computations use is cached from the primary. */
const isComputed = (call: ReadCall) => "view" in call && dataViewOf(call.view)?.computes !== undefined;

/**
 * @returns undefined if the primary must answer, because the replica does not: it is away, behind, or cancelled the
 * statement in favour of its replay. Nothing has left the thread then.
 */
async function askReplica(
  { call, scope }: ReadTask,
  fence: ReplicaFence,
  deps: CallerDeps,
  signal: AbortSignal,
): Promise<ReadAnswer | undefined> {
  try {
    return await replica?.read(fence, signal, async (sql, ending) => {
      const answer = await answerRead(call, { ...deps, readDb: runners.within(scope, sql) }, ending);
      return { ...answer, isOfReplica: true };
    });
  } catch (error) {
    if (mustAskPrimary(error)) return undefined;
    throw error;
  }
}

/**
 * Answers a read, and once more if a cancel hit it although it is still wanted. A cancel can arrive after its statement
 * has ended, and then hits the connection's next one. Nothing of the first answer has left the thread.
 */
async function answerWanted(call: ReadCall, deps: ReadDeps, signal: AbortSignal): Promise<ReadAnswer> {
  try {
    return await answerRead(call, deps, signal);
  } catch (error) {
    const isStray = codeOf(asAppError(error).cause) === queryCanceled && !signal.aborted;
    if (!isStray) throw error;
    return await answerRead(call, deps, signal);
  }
}
