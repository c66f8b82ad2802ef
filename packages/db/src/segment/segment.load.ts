import { segment } from "@rewards/domain";
import type { Tx } from "../client.ts";
import { type RowLocks, skipLocked } from "../row-lock.ts";
import { lagColumn } from "../settlement.ts";

export const segmentOpenStatuses: readonly string[] = segment.transitions.open.from;

export interface LoadedSegment {
  readonly id: string;
  readonly status: string;
  /** Its age, ms by Postgres' clock. */
  readonly lagMs: number;
}

/** Locks the new segments of these IDs, in order of ID. If locks are skipped, it leaves out those that others hold. */
export async function lockNewSegments(tx: Tx, ids: readonly string[], locks: RowLocks): Promise<LoadedSegment[]> {
  const rows = await tx<{ id: string; status: string; lag_ms: number }[]>`
      select id, status, ${lagColumn(tx, "segment")} from segment where id = any(${[...ids]}::uuid[]) and status = any(${[...segmentOpenStatuses]}::text[]) order by id for update${skipLocked(tx, locks)}`;
  return rows.map(({ id, status, lag_ms: lagMs }) => ({ id, status, lagMs }));
}
