import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "@rewards/runtime";
import { openStandby, type Sql } from "../client.ts";
import { readFacts, readPosition, readSystemId } from "./replica.facts.ts";
import {
  describeLag,
  describeReplicaFault,
  describeSilence,
  describeUnfit,
  inspectReplica,
} from "./replica.inspect.ts";
import { createPositionLog } from "./replica.lag.ts";
import type { Position } from "./replica.position.ts";
import { createReplay } from "./replica.replay.ts";
import type { ReplicaFence } from "./replica.session.ts";

export interface ReplicaWatchOptions {
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  /** The pool of the primary. It gets one statement a second. */
  readonly sql: Sql;
  /** A replica that lags more is not used, ms. It is used again once it lags by half of that. */
  readonly lagMsMax: number;
  readonly logger: Pick<Logger, "warn" | "info">;
}

/** What is known about the replica. */
export interface ReplicaState {
  readonly isUsed: boolean;
  /** Why it is not used, with the remedy; undefined while it is used, and before the first look has ended. */
  readonly reason: string | undefined;
  /** How old its data is, to a second; undefined if it is not known. */
  readonly lagMs: number | undefined;
}

/**
 * Follows a replica by one look a second. Always in one of these states:
 * - unknown, from the start: reads use the primary;
 * - used;
 * - out, for a reason: reads use the primary. Its begin and its end are one line of the log each.
 */
export interface ReplicaWatch {
  state(): ReplicaState;
  /** What a server must fulfil to answer a read now, and the read of a caller at this position; undefined unless used. */
  fence(position: Position | undefined): ReplicaFence | undefined;
  /** Whether the replica has replayed the position. Waits for it for a tenth of a second at most, and not if it can never come. */
  awaitReplay(position: Position | undefined): Promise<boolean>;
  /** A commit of this process is before this position. */
  note(position: Position): void;
  /** Calls the listener whenever the replica cannot be used any more. */
  onOut(listener: () => void): void;
  /** Resolves when the first look has ended, well or not. */
  readonly looked: Promise<void>;
  /** Ends the watch; nothing is logged any more. */
  stop(): Promise<void>;
}

const lookEveryMs = 1_000;
const lookMsMax = 1_000;
/** Schema and settings seldom change: they are inspected at each look that follows a bad one, and at every tenth. */
const inspectEvery = 10;
/** A quarter of an hour. */
const notesMax = 900;
/** One for looks, one for those who wait for a replay. */
const watchPoolMax = 2;
const closeWaitSeconds = 1;

const unknownPrimary = "The primary has not answered yet, so nobody knows how far the replica is behind.";

interface Verdict {
  readonly reason: string | undefined;
  readonly replayed?: Position;
}

/** Undefined if the work is late. */
async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  const late = new AbortController();
  const timer = delay(lookMsMax, undefined, { signal: late.signal, ref: false }).catch(() => undefined);
  return Promise.race([work, timer]).finally(() => late.abort());
}

export function watchReplica(options: ReplicaWatchOptions): ReplicaWatch {
  const { sql: primary, lagMsMax, logger } = options;
  const replica = openStandby({ ...options, statementMsMax: lookMsMax, poolMax: watchPoolMax });
  const log = createPositionLog(notesMax);
  const stopping = new AbortController();
  const replay = createReplay({ readFacts: () => readFacts(replica.sql), readPosition: () => readPosition(primary) });
  let state: ReplicaState = { isUsed: false, reason: undefined, lagMs: undefined };
  /** Undefined until the primary has answered. */
  let systemId: string | null | undefined;
  let looks = 0;
  let onOut: () => void = () => undefined;

  function floor(): Position | undefined {
    const isOut = state.reason !== undefined;
    return log.floor(isOut ? lagMsMax / 2 : lagMsMax, performance.now());
  }

  async function askPrimary(): Promise<Position | undefined> {
    const position = await inTime(readPosition(primary)).catch(() => undefined);
    if (position === undefined) return undefined;
    log.note(position, performance.now());
    replay.learn(position);
    return position;
  }

  async function inspect(): Promise<string | undefined> {
    const told = await inTime(readSystemId(primary)).catch(() => undefined);
    systemId = told === undefined ? systemId : told;
    if (systemId === undefined) return unknownPrimary;
    const found = await inTime(inspectReplica(replica.sql, systemId).then((reason) => ({ reason })));
    return found === undefined ? describeSilence(lookMsMax) : found.reason;
  }

  function describeBehind(replayed: Position): string | undefined {
    const needed = floor();
    if (needed === undefined) return unknownPrimary;
    return replayed < needed ? describeLag(log.lagMs(replayed, performance.now())) : undefined;
  }

  async function judge(): Promise<Verdict> {
    const facts = await inTime(readFacts(replica.sql));
    // After the replica, which is never ahead of a primary with the same history.
    const position = await askPrimary();
    if (facts === undefined) return { reason: describeSilence(lookMsMax) };
    const { replayed } = facts;
    const unfit = describeUnfit(facts, position);
    if (unfit !== undefined || replayed === null) return { reason: unfit };
    const isDue = !state.isUsed || looks % inspectEvery === 0;
    return { replayed, reason: (isDue ? await inspect() : undefined) ?? describeBehind(replayed) };
  }

  function settle({ replayed, reason }: Verdict): void {
    const { isUsed, reason: before } = state;
    if (reason !== undefined && before === undefined)
      logger.warn({ reason }, "reads use the primary: the replica cannot be used");
    if (reason === undefined && before !== undefined) logger.info("reads use the replica again");
    const lagMs = replayed === undefined ? undefined : log.lagMs(replayed, performance.now());
    state = { isUsed: reason === undefined, reason, lagMs };
    replay.follow(state.isUsed ? replayed : undefined);
    if (isUsed && reason !== undefined) onOut();
  }

  async function look(): Promise<void> {
    looks += 1;
    const verdict = await judge().catch((error): Verdict => ({ reason: describeReplicaFault(error) }));
    if (!stopping.signal.aborted) settle(verdict);
  }

  async function run(): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      await delay(lookEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await look();
    }
  }

  const looked = look();
  void looked.then(run);
  return {
    state: () => state,
    fence(position = 0n) {
      const needed = state.isUsed ? floor() : undefined;
      if (needed === undefined || systemId === undefined) return undefined;
      return { replayed: needed > position ? needed : position, systemId };
    },
    awaitReplay: (position) => replay.await(position),
    note: (position) => replay.note(position),
    onOut(listener) {
      onOut = listener;
    },
    looked,
    async stop() {
      stopping.abort();
      replay.follow(undefined);
      await replica.close(closeWaitSeconds);
    },
  };
}
