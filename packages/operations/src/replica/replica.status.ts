import { setTimeout as delay } from "node:timers/promises";
import { openStandby, type Sql } from "@rewards/db";
import { readFacts, readPrimary, readStandby, readSystemId } from "./replica.facts.ts";
import { describeReplicaFault, describeTimeline, describeUnfit, inspectReplica, lagRemedy } from "./replica.inspect.ts";
import type { Position } from "./replica.position.ts";

/** What a look at the read replicas found. */
export interface ReplicaLook {
  /** Why they may not answer reads, with the remedy; null if they may. */
  readonly reason: string | null;
  /** How far they are behind, ms; null if that is not known. */
  readonly lagMs: number | null;
}

const lookMsMax = 2_000;
const pollEveryMs = 10;

/** Looks at a replica once, for commands: its lag is the time that it takes to replay what the primary has now. */
export async function lookAtReplica(primary: Sql, url: string): Promise<ReplicaLook> {
  const replica = openStandby({ url, name: "rewards-cli", statementMsMax: lookMsMax, poolMax: 1 });
  try {
    return await look(primary, replica.sql);
  } catch (error) {
    return { reason: describeReplicaFault(error), lagMs: null };
  } finally {
    await replica.close(0);
  }
}

async function look(primary: Sql, replica: Sql): Promise<ReplicaLook> {
  const standby = await readStandby(replica);
  const { position, timeline } = await readPrimary(primary);
  const reason =
    describeUnfit(standby, position) ??
    describeTimeline(standby.timeline, timeline) ??
    (await inspectReplica(replica, await readSystemId(primary)));
  if (reason !== undefined || standby.replayed === null) return { reason: reason ?? null, lagMs: null };
  const lagMs = await timeReplay(replica, position);
  return { reason: lagMs === null ? describeBehind(position - standby.replayed) : null, lagMs };
}

const describeBehind = (bytes: bigint) =>
  `The replica did not replay ${bytes} bytes within ${lookMsMax / 1_000} s. ${lagRemedy}`;

/** The time until the replica has replayed the position, ms; null if it takes longer than `lookMsMax`. */
async function timeReplay(replica: Sql, position: Position): Promise<number | null> {
  const startedMs = performance.now();
  while (performance.now() - startedMs < lookMsMax) {
    const { replayed } = await readFacts(replica);
    if (replayed !== null && replayed >= position) return Math.round(performance.now() - startedMs);
    await delay(pollEveryMs);
  }
  return null;
}
