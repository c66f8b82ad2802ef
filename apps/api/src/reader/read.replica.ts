import type { ReplicaFence, ReplicaWatch } from "@rewards/db";
import type { ApiContext } from "../context.ts";
import { readSentPosition } from "../position.ts";

/** The read replicas, as the gateway knows them. */
export interface ReplicaUse {
  readonly url: string;
  readonly watch: Pick<ReplicaWatch, "awaitReplay" | "fence">;
}

/**
 * Waits until a replica can answer the read, for a tenth of a second at most.
 * @returns what to ask for once the read begins: meanwhile the replica may have been given up.
 * @throws AppError 400 if the header with the position is malformed, whether there are replicas or not.
 */
export async function awaitReplica(
  c: ApiContext,
  watch: ReplicaUse["watch"] | undefined,
): Promise<() => ReplicaFence | undefined> {
  const position = readSentPosition(c);
  const isReplayed = watch !== undefined && (await watch.awaitReplay(position));
  return () => (isReplayed ? watch.fence(position) : undefined);
}
