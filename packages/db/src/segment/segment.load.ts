import { segment } from "@rewards/domain";
import type { Tx } from "../client.ts";
import { type RowLocks, skipLocked } from "../row-lock.ts";
import { type WaitingRecord, type WaitingRow, waitingColumns, waitingOf } from "../settlement.ts";

export const segmentOpenStatuses: readonly string[] = segment.transitions.open.from;

export interface LoadedSegment extends WaitingRecord {
  readonly id: string;
  readonly status: string;
}

/** Locks the new segments of these IDs, in order of ID. If locks are skipped, it leaves out those that others hold. */
export async function lockNewSegments(tx: Tx, ids: readonly string[], locks: RowLocks): Promise<LoadedSegment[]> {
  const rows = await tx<(WaitingRow & { id: string; status: string })[]>`
      select id, status, ${waitingColumns(tx, segment, "segment")} from segment where id = any(${[...ids]}::uuid[]) and status = any(${[...segmentOpenStatuses]}::text[]) order by id for update${skipLocked(tx, locks)}`;
  return rows.map((row) => ({ id: row.id, status: row.status, ...waitingOf(row) }));
}
