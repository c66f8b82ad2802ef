import type { Database } from "@rewards/db";
import { createTellPosition, type ReplicaWatch, type TellPosition, watchReplica } from "@rewards/operations";
import type { Logger, ReplicaSetting } from "@rewards/runtime";

/** The read replicas of this process. */
export interface Replica {
  readonly url: string;
  readonly watch: ReplicaWatch;
  readonly tellPosition: TellPosition;
}

export function openReplica(
  { url, lagMsMax }: ReplicaSetting,
  database: Pick<Database, "sql">,
  logger: Pick<Logger, "warn" | "info">,
): Replica {
  const watch = watchReplica({ url, name: "rewards-api-replica", sql: database.sql, lagMsMax, logger });
  return { url, watch, tellPosition: createTellPosition(database.sql, watch.note) };
}
