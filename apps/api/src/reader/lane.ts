import { type createLanes, type Lane, readLane, showObject } from "@rewards/db";
import { isPlainQuery, objectOfId } from "@rewards/domain";
import type { ReplicaFence, ReplicaSessions } from "@rewards/operations";
import { withReachedActions } from "../call.ts";
import type { LaneOutcome, LaneTask, ReadAnswer } from "./read.call.ts";
import { refusalOf } from "./read.refusal.ts";
import { countAnswer, objectAnswer, type ReadCaller, readCall, viewAnswer } from "./read.ts";
import { encodeAnswer, openJsonSlices } from "./slices.ts";

export interface LaneDeps {
  readonly lanes: ReturnType<typeof createLanes>;
  readonly primary: Parameters<typeof readLane>[0];
  readonly replica: Pick<ReplicaSessions, "read"> | undefined;
  readonly callerOf: (task: LaneTask) => ReadCaller;
  readonly answerBytesMax: number;
}

/** A call that its lane can answer. */
interface Asked {
  readonly lane: Lane;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Undefined if the call must be answered alone after all. */
  readonly answerOf: (records: readonly string[]) => ReadAnswer | undefined;
}

type Member = Asked & { readonly task: LaneTask; readonly index: number };

/**
 * Answers the calls of a batch, one statement for all calls of a lane. Never rejects: a call that its lane cannot answer,
 * for any reason, has no outcome, and is answered alone.
 */
export async function answerBatch(tasks: readonly LaneTask[], deps: LaneDeps): Promise<LaneOutcome[]> {
  const outcomes: LaneOutcome[] = tasks.map(() => undefined);
  const [ofPrimary, ofReplica] = [new Map<Lane, Member[]>(), new Map<Lane, Member[]>()];
  for (const [index, task] of tasks.entries())
    try {
      const asked = ask(task, deps);
      if (!asked) continue;
      const groups = task.fence && deps.replica ? ofReplica : ofPrimary;
      const member = { ...asked, task, index };
      const group = groups.get(asked.lane);
      if (group) group.push(member);
      else groups.set(asked.lane, [member]);
    } catch (error) {
      outcomes[index] = refusalOf(error);
    }
  const answerGroup = async (members: readonly Member[], read: Read) => {
    const { answers, isOfReplica } = await read(members, deps);
    for (const [place, { task, index, answerOf }] of members.entries()) {
      const records = answers[place];
      const answer = records && answerOf(records);
      if (answer) outcomes[index] = await encodeAnswer({ ...answer, ...isOfReplica }, task.takesGzip);
    }
  };
  await Promise.allSettled([
    ...[...ofPrimary.values()].map((members) => answerGroup(members, readPrimary)),
    ...[...ofReplica.values()].map((members) => answerGroup(members, readReplica)),
  ]);
  return outcomes;
}

/** @throws AppError for a call that is wrong. */
function ask(task: LaneTask, { lanes, callerOf, answerBytesMax }: LaneDeps): Asked | undefined {
  const { call } = task;
  if (call.kind === "action") return undefined;
  const caller = callerOf(task);
  if (call.kind === "object") {
    const { definition, uuid } = objectOfId(call.id);
    const answerOf = ([json]: readonly string[]) =>
      json === undefined
        ? undefined
        : objectAnswer(withReachedActions(showObject(definition, JSON.parse(json)), definition, caller.rights));
    return { lane: lanes.ofObject(definition.class), parameters: { id: uuid }, answerOf };
  }
  const viewCall = readCall(call, caller);
  const { view, parameters, query } = viewCall;
  if (!isPlainQuery(query)) return undefined;
  if (call.kind === "count") {
    const answerOf = ([count]: readonly string[]) => countAnswer(viewCall, Number(count));
    return { lane: lanes.ofCount(view), parameters, answerOf };
  }
  const answerOf = (records: readonly string[]) => {
    const json = openJsonSlices(answerBytesMax);
    return records.every(json.take) ? viewAnswer(viewCall, json, { hasMoreResults: false }) : undefined;
  };
  return { lane: lanes.ofRecords(view, query.select), parameters, answerOf };
}

interface Answers {
  readonly answers: Awaited<ReturnType<typeof readLane>>;
  readonly isOfReplica?: { readonly isOfReplica: true };
}
type Read = (members: readonly Member[], deps: LaneDeps) => Promise<Answers>;

const readOn = (primary: LaneDeps["primary"], members: readonly Member[]) =>
  readLane(
    primary,
    (members[0] as Member).lane,
    members.map(({ parameters }) => parameters),
  );

const readPrimary: Read = async (members, { primary }) => ({ answers: await readOn(primary, members) });

/** If the replica is behind or away, the primary answers. */
const readReplica: Read = async (members, deps) => {
  const { replica, primary } = deps;
  const fence = members.map(({ task }) => task.fence).reduce(latest);
  const asked =
    fence &&
    replica
      ?.read(fence, undefined, (sql) => readOn({ ...primary, sql }, members))
      .then((answers): Answers => ({ answers, isOfReplica: { isOfReplica: true } }));
  return (await asked?.catch(() => undefined)) ?? readPrimary(members, deps);
};

const latest = (one: ReplicaFence | undefined, other: ReplicaFence | undefined) =>
  one && other && one.replayed >= other.replayed ? one : other;
