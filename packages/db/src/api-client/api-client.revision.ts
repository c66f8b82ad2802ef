import type { Tx } from "../client.ts";
import { advisoryLocks } from "../lock.ts";

/**
 * The revision of a change of a client. Such changes run one after the other, so that a reader that has seen a revision
 * has seen all before it.
 */
export async function nextRevision(tx: Tx): Promise<number> {
  await tx`select pg_advisory_xact_lock(${advisoryLocks.clients})`;
  const [row] = await tx<{ revision: number }[]>`
    select (coalesce(max(revision), 0) + 1)::int as revision from api_client`;
  return row?.revision ?? 1;
}
