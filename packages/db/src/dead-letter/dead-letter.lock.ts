import type { ObjectDefinition } from "@rewards/domain";
import type { Tx } from "../client.ts";

/**
 * Locks records in order of ID, and gives their statuses. Whatever an operator does with a dead letter begins with this,
 * as a worker's settling does: so of a replay, a discard and a stray job one goes first, and the others see what it did.
 */
export async function lockRecords(
  tx: Tx,
  { noun }: ObjectDefinition,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx<{ id: string; status: string }[]>`
    select id, status from ${tx(noun)} where id = any(${[...ids]}::uuid[]) order by id for update`;
  return new Map(rows.map((row) => [row.id, row.status]));
}
