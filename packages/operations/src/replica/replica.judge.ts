import type { Sql } from "@rewards/db";
import { inTime } from "@rewards/runtime";
import { readPrimary, readStandby, readSystemId } from "./replica.facts.ts";
import {
  describeLag,
  describeReplicaFault,
  describeSilence,
  describeTimeline,
  describeUnfit,
  inspectReplica,
} from "./replica.inspect.ts";
import type { PositionLog } from "./replica.lag.ts";
import type { Position } from "./replica.position.ts";
import type { ReplicaFence } from "./replica.session.ts";

export interface JudgeOptions {
  readonly primary: Sql;
  readonly replica: Sql;
  /** Gets the position of the primary at each look. */
  readonly log: PositionLog;
  readonly learn: (position: Position) => void;
}

export interface Verdict {
  /** Why the replica may not answer reads, with the remedy; undefined if it may. */
  readonly reason: string | undefined;
  /** Undefined if the replica did not tell, or has another history. */
  readonly replayed?: Position;
}

const answerMsMax = 1_000;
const unknownPrimary =
  "The primary does not answer this process, so nobody knows how far the replica is behind: look at it first.";

/** Compares a replica with its primary. */
export function createJudge({ primary, replica, log, learn }: JudgeOptions) {
  let systemId: string | null | undefined;
  let timeline: number | null | undefined;

  async function askPrimary(): Promise<Position | undefined> {
    const told = await inTime(answerMsMax, readPrimary(primary)).catch(() => undefined);
    if (told === undefined) return undefined;
    const { position } = told;
    timeline = told.timeline;
    log.note(position, performance.now());
    learn(position);
    return position;
  }

  async function inspect(): Promise<string | undefined> {
    const told = await inTime(answerMsMax, readSystemId(primary)).catch(() => undefined);
    systemId = told === undefined ? systemId : told;
    if (systemId === undefined) return unknownPrimary;
    const found = await inTime(
      answerMsMax,
      inspectReplica(replica, systemId).then((reason) => ({ reason })),
    );
    return found === undefined ? describeSilence(answerMsMax) : found.reason;
  }

  async function look(lagMsMax: number, isInspected: boolean): Promise<Verdict> {
    const found = await inTime(answerMsMax, readStandby(replica));
    // After the replica, which is never ahead of a primary with the same history.
    const position = await askPrimary();
    if (found === undefined) return { reason: describeSilence(answerMsMax) };
    const { replayed, timeline: own } = found;
    // One that does not tell it is not asked for it either.
    if (own === null) timeline = null;
    const unfit = describeUnfit(found, position) ?? describeTimeline(own, timeline ?? null);
    if (unfit !== undefined || replayed === null) return { reason: unfit };
    const reason = (isInspected ? await inspect() : undefined) ?? describeBehind(log, replayed, lagMsMax);
    return { replayed, reason };
  }

  return {
    /**
     * One look, in at most a few seconds. Never rejects.
     * @param isInspected whether schema and settings are inspected too.
     */
    judge: (lagMsMax: number, isInspected: boolean) =>
      look(lagMsMax, isInspected).catch((error): Verdict => ({ reason: describeReplicaFault(error) })),
    /** That of the primary, in what a replica must fulfil; undefined until it has answered. */
    lineage: (): Omit<ReplicaFence, "replayed"> | undefined =>
      systemId === undefined || timeline === undefined ? undefined : { systemId, timeline },
  };
}

function describeBehind(log: PositionLog, replayed: Position, lagMsMax: number): string | undefined {
  const nowMs = performance.now();
  const needed = log.floor(lagMsMax, nowMs);
  if (needed === undefined) return unknownPrimary;
  return replayed < needed ? describeLag(log.lagMs(replayed, nowMs)) : undefined;
}
