import { codeOf, type Sql } from "@rewards/db";
import { describeSession } from "../readiness/readiness.session.ts";
import { readSchema } from "../schema.read.ts";
import { type ReplicaFacts, readSystemId } from "./replica.facts.ts";
import type { Position } from "./replica.position.ts";

const noStandby =
  "DATABASE_READ_URL leads to no standby: point it at a standby of the primary, and follow a new primary with it after a failover.";

/** Why no server of this state may answer reads, with the remedy; undefined if one may. */
export function describeUnfit(
  { isStandby, replayed }: ReplicaFacts,
  primary: Position | undefined,
): string | undefined {
  if (!isStandby) return noStandby;
  if (replayed === null) return "The replica has replayed nothing yet: look at its log.";
  if (primary !== undefined && replayed > primary)
    return "The replica has a history that the primary lacks: make it follow the primary again (pg_rewind, or a new base backup).";
  return undefined;
}

/**
 * Why a standby of this timeline may not answer reads: it may have gone on with a former primary. A timeline that was not
 * told is null, and not compared.
 */
export function describeTimeline(standby: number | null, primary: number | null): string | undefined {
  if (standby === null || primary === null || standby === primary) return undefined;
  return `The replica is on timeline ${standby}, and the primary on ${primary}: make it follow the primary (pg_rewind, or a new base backup). If it does already, it is used after its next checkpoint.`;
}

/**
 * Compares the replica with the primary and with this release, in few cheap statements.
 * @returns why it may not answer reads, with the remedy; undefined if it may.
 */
export async function inspectReplica(replica: Sql, systemId: string | null): Promise<string | undefined> {
  if ((await readSystemId(replica)) !== systemId)
    return "DATABASE_READ_URL leads to a copy of another database: point it at a standby of the primary.";
  const schema = await readSchema(replica);
  if (schema !== undefined && schema.applied < schema.expected)
    return `The replica lacks ${schema.expected - schema.applied} of the ${schema.expected} migrations of this release: wait until it has replayed them, or run \`npm run migrate\`.`;
  return describeSession(replica);
}

/** Remedies by SQLSTATE or its class, or by the code of the driver or the system. */
const remedies: Readonly<Record<string, string>> = {
  "28": "It refuses the login: check the role and the password in DATABASE_READ_URL.",
  "57P03": "It is starting, or takes no sessions: set hot_standby on, and look at its log.",
  "53300": "It takes no more connections: raise max_connections there.",
};

/** Says what an operator does about a replica that cannot be asked. Contains nothing that must be hidden from callers. */
export function describeReplicaFault(error: unknown): string {
  const code = codeOf(error) || "no code";
  if (code === "CONNECTION_UNFIT") return noStandby;
  const remedy = remedies[code] ?? remedies[code.slice(0, 2)];
  return `The replica fails (${code}). ${remedy ?? "Check that it runs, and that DATABASE_READ_URL and the network lead to it."}`;
}

export const describeSilence = (ms: number) =>
  `The replica does not answer within ${ms} ms. Check its load, and the network between here and there.`;

export const lagRemedy = "Look for a paused replay, long queries and a slow disk there (docs/repair.md#read-replicas).";

export const describeLag = (lagMs: number) =>
  `The replica lags by ${Math.ceil(lagMs / 1_000)} s or more, which is over DATABASE_READ_LAG_MS_MAX. ${lagRemedy}`;
