import type { Sql } from "@rewards/db";
import {
  createTellPosition,
  mustAskPrimary,
  openReplicaSessions,
  type Position,
  type ReplicaState,
  watchReplica,
} from "@rewards/operations";
import type { Logger, ReplicaSetting } from "@rewards/runtime";

/** Runs a read of records, on a replica if one can be used. A result of undefined means that nothing was found. */
export type ReadRecords = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

/** The read replicas of a console. */
export interface Replica {
  /** Undefined if the primary must answer. */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T | undefined>;
  /** After a change: all later reads of this process show it. */
  noteChange(): Promise<void>;
  state(): ReplicaState;
  close(): Promise<void>;
}

/** A page needs one or two at a time; if none is free, the primary answers. */
const sessionsMax = 3;
const closeWaitSeconds = 1;

export function openReplica(
  { url, lagMsMax }: ReplicaSetting,
  { sql, statementMsMax, logger }: { sql: Sql; statementMsMax: number; logger: Pick<Logger, "warn" | "info"> },
): Replica {
  const watch = watchReplica({ url, name: "rewards-console-replica", sql, lagMsMax, logger });
  const sessions = openReplicaSessions({ url, name: "rewards-console", sessionsMax, statementMsMax });
  const tell = createTellPosition(sql, watch.note);
  let changedAt: Position | undefined;
  let [changes, noted] = [0, 0];
  watch.onOut(sessions.giveUp);
  return {
    async read(work) {
      const position = changedAt;
      const fence = (await watch.awaitReplay(position)) ? watch.fence(position) : undefined;
      if (fence === undefined) return undefined;
      try {
        return await sessions.read(fence, undefined, work);
      } catch (error) {
        if (mustAskPrimary(error)) return undefined;
        throw error;
      }
    },
    async noteChange() {
      const change = ++changes;
      const position = await tell();
      // The answer to a later change may arrive first: its position covers this change too.
      if (change > noted) [noted, changedAt] = [change, position];
    },
    state: watch.state,
    close: async () => void (await Promise.all([watch.stop(), sessions.close(closeWaitSeconds)])),
  };
}
