import type { Sql } from "@rewards/db";
import type { ReplicaLook, ReplicaState } from "@rewards/operations";
import { readStatus, type Status } from "@rewards/status";
import type { Replica } from "../replica.ts";

/** Reloads within this time share a look: however many people watch, Postgres and the queue are asked as often as that. */
const freshMs = 2_000;

/** The state of the service, at most two seconds old. @throws what `readStatus` throws. */
export interface StatusLook {
  (): Promise<Status>;
  /** After a change: the next look is a new one. */
  forget(): void;
}

export function createStatusLook(sql: Sql, queueUrl: string | undefined, replica?: Pick<Replica, "state">): StatusLook {
  let looking: Promise<Status> | undefined;
  let beganMs = 0;
  const read = () => {
    const nowMs = performance.now();
    if (looking && nowMs - beganMs < freshMs) return looking;
    beganMs = nowMs;
    const look = readStatus(sql, queueUrl, async () => (replica ? shownState(replica.state()) : null));
    looking = look;
    // A failure is not kept.
    look.catch(() => {
      if (looking === look) looking = undefined;
    });
    return look;
  };
  const forget = () => {
    looking = undefined;
  };
  return Object.assign(read, { forget });
}

const shownState = ({ reason, lagMs }: ReplicaState): ReplicaLook => ({ reason: reason ?? null, lagMs: lagMs ?? null });
