import { setTimeout as delay } from "node:timers/promises";
import { openStandby, type Sql } from "@rewards/db";
import type { Logger } from "@rewards/runtime";
import { readFacts, readPosition } from "./replica.facts.ts";
import { createJudge, type Verdict } from "./replica.judge.ts";
import { createPositionLog } from "./replica.lag.ts";
import type { Position } from "./replica.position.ts";
import { createReplay } from "./replica.replay.ts";
import type { ReplicaFence } from "./replica.session.ts";

export interface ReplicaWatchOptions {
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  /** The pool of the primary. It gets two statements a second. */
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
  /** Whether the replica has replayed the position. Waits for a tenth of a second at most, and not if it can never come. */
  awaitReplay(position: Position | undefined): Promise<boolean>;
  /** A commit of this process is before this position. */
  note(position: Position): void;
  /** Calls the listener whenever the replica cannot be used any more. */
  onOut(listener: () => void): void;
  /** Ends the watch; nothing is logged any more. */
  stop(): Promise<void>;
}

const lookEveryMs = 1_000;
/** Schema and settings seldom change: they are inspected while the replica is not used, and then at every tenth look. */
const inspectEvery = 10;
/** A quarter of an hour. */
const notesMax = 900;
/** One for looks, one for those who wait for a replay. */
const poolMax = 2;
const statementMsMax = 1_000;
const closeWaitSeconds = 1;

export function watchReplica({ url, name, sql: primary, lagMsMax, logger }: ReplicaWatchOptions): ReplicaWatch {
  const { sql: replica, close } = openStandby({ url, name, statementMsMax, poolMax });
  const log = createPositionLog(notesMax);
  const replay = createReplay({ readFacts: () => readFacts(replica), readPosition: () => readPosition(primary) });
  const { judge, lineage } = createJudge({ primary, replica, log, learn: replay.learn });
  const stopping = new AbortController();
  const { signal } = stopping;
  let state: ReplicaState = { isUsed: false, reason: undefined, lagMs: undefined };
  let onOut: () => void = () => undefined;

  function settle({ replayed, reason }: Verdict): void {
    const { isUsed, reason: before } = state;
    report(logger, before, reason);
    const nowMs = performance.now();
    const isKnown = replayed !== undefined && log.floor(lagMsMax, nowMs) !== undefined;
    const lagMs = isKnown ? log.lagMs(replayed, nowMs) : undefined;
    state = { isUsed: reason === undefined, reason, lagMs };
    replay.follow(state.isUsed ? replayed : undefined);
    if (isUsed && reason !== undefined) onOut();
  }

  async function run(): Promise<void> {
    for (let looks = 0; !signal.aborted; looks += 1) {
      const isInspected = !state.isUsed || looks % inspectEvery === 0;
      const verdict = await judge(state.reason === undefined ? lagMsMax : lagMsMax / 2, isInspected);
      if (!signal.aborted) settle(verdict);
      await delay(lookEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  void run();
  return {
    state: () => state,
    fence(position = 0n) {
      const [needed, line] = [log.floor(lagMsMax, performance.now()), lineage()];
      if (!state.isUsed || needed === undefined || line === undefined) return undefined;
      return { replayed: needed > position ? needed : position, ...line };
    },
    awaitReplay: replay.await,
    note: replay.note,
    onOut(listener) {
      onOut = listener;
    },
    async stop() {
      stopping.abort();
      replay.follow(undefined);
      await close(closeWaitSeconds);
    },
  };
}

/** One line when the replica cannot be used any more, and one when it can again. */
function report(logger: ReplicaWatchOptions["logger"], before: string | undefined, reason: string | undefined): void {
  if (reason !== undefined && before === undefined)
    logger.warn({ reason }, "reads use the primary: the replica cannot be used");
  if (reason === undefined && before !== undefined) logger.info("reads use the replica again");
}
