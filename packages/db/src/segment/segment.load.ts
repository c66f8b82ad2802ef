import { segment } from "@rewards/domain";
import type { Tx } from "../client.ts";
import { type RowLocks, skipLocked } from "../row-lock.ts";

export const segmentOpenStatuses: readonly string[] = segment.transitions.open.from;

export interface LoadedSegment {
  readonly id: string;
  readonly status: string;
}

/** Locks the new segments of these IDs, in order of ID. If locks are skipped, it leaves out those that others hold. */
export async function lockNewSegments(tx: Tx, ids: readonly string[], locks: RowLocks): Promise<LoadedSegment[]> {
  return tx<LoadedSegment[]>`
      select id, status from segment where id = any(${[...ids]}::uuid[]) and status = any(${[...segmentOpenStatuses]}::text[]) order by id for update${skipLocked(tx, locks)}`;
}
