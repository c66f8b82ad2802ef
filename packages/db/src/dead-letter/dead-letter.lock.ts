import type { ObjectDefinition } from "@rewards/domain";
import type { Tx } from "../client.ts";

/**
 * Locks records in the order of their IDs, and returns their statuses. Each operation on a dead letter begins with it,
 * as a worker's settling does. So of a replay, a discard and a stray job, one goes first and the others see its result.
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
