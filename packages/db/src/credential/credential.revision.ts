import type { Tx } from "../client.ts";
import { advisoryLocks } from "../lock.ts";

/** The tables whose changes APIs follow by a revision. Each has its own, so that a revoked token reloads no client. */
const lock = {
  api_client: (tx: Tx) => tx`select pg_advisory_xact_lock(${advisoryLocks.clients})`,
  revoked_token: (tx: Tx) => tx`select pg_advisory_xact_lock(${advisoryLocks.revokedTokens})`,
} as const;

/**
 * The revision of a change of the table. Such changes run one after the other, so that a reader that has seen a revision
 * has seen all before it.
 */
export async function nextRevision(tx: Tx, table: keyof typeof lock): Promise<number> {
  await lock[table](tx);
  const [row] = await tx<[{ revision: number }]>`
    select coalesce(max(revision), 0)::float8 + 1 as revision from ${tx(table)}`;
  return row.revision;
}
