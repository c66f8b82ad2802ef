import { setTimeout as delay } from "node:timers/promises";
import { openStandby, type Sql } from "../client.ts";
import { readFacts, readPosition, readSystemId } from "./replica.facts.ts";
import { describeReplicaFault, describeUnfit, inspectReplica } from "./replica.inspect.ts";
import type { Position } from "./replica.position.ts";

/** What a command finds out about a replica. */
export interface ReplicaLook {
  /** Why it may not answer reads, with the remedy; null if it may, as far as one look shows. */
  readonly reason: string | null;
  /** The time in which it replayed what the primary had, ms; null after `lookMsMax`, or if it could not be asked. */
  readonly lagMs: number | null;
  /** The log that it had not replayed then, in bytes; null if it could not be asked. */
  readonly behindBytes: number | null;
}

const lookMsMax = 2_000;
const pollEveryMs = 10;

/** Looks at a replica once, for commands. Bounded by a few seconds. */
export async function lookAtReplica(primary: Sql, url: string): Promise<ReplicaLook> {
  const replica = openStandby({ url, name: "rewards-cli", statementMsMax: lookMsMax, poolMax: 1 });
  try {
    return await look(primary, replica.sql);
  } catch (error) {
    return { reason: describeReplicaFault(error), lagMs: null, behindBytes: null };
  } finally {
    await replica.close(0);
  }
}

async function look(primary: Sql, replica: Sql): Promise<ReplicaLook> {
  const facts = await readFacts(replica);
  const position = await readPosition(primary);
  const reason = describeUnfit(facts, position) ?? (await inspectReplica(replica, await readSystemId(primary)));
  if (reason !== undefined || facts.replayed === null)
    return { reason: reason ?? null, lagMs: null, behindBytes: null };
  const behindBytes = Number(position - facts.replayed);
  return { reason: null, lagMs: await timeReplay(replica, position), behindBytes };
}

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
