import { decideSegment, segment, stageAction } from "@rewards/domain";
import type { Sql, Tx } from "./client.ts";
import { writeMoves } from "./history/history.write.ts";
import { type RowLocks, skipLocked } from "./lock.ts";
import { dropSettled, type Settling, settle } from "./object/object.settle.ts";
import {
  type ProcessBatch,
  type Settlement,
  settlementOf,
  type WaitingRecord,
  type WaitingRow,
  waitingColumns,
  waitingOf,
} from "./settlement.ts";

const segmentOpenStatuses: readonly string[] = segment.transitions.open.from;

interface LoadedSegment extends WaitingRecord {
  readonly id: string;
  readonly status: string;
}

/** Locks the new segments of these IDs, in order of ID. If locks are skipped, it leaves out those that others hold. */
async function lockNewSegments(tx: Tx, ids: readonly string[], locks: RowLocks): Promise<LoadedSegment[]> {
  const rows = await tx<(WaitingRow & { id: string; status: string })[]>`
      select id, status, ${waitingColumns(tx, segment, "segment")} from segment where id = any(${[...ids]}::uuid[]) and status = any(${[...segmentOpenStatuses]}::text[]) order by id for update${skipLocked(tx, locks)}`;
  return rows.map((row) => ({ id: row.id, status: row.status, ...waitingOf(row) }));
}

const settling: Settling = { class: segment.class, noun: segment.noun, from: segmentOpenStatuses };

/**
 * Opens new segments in one transaction: it locks and reads them, lets `decideSegment` decide, and writes the outcomes.
 * Segments that were marked inactive meanwhile stay inactive. If locks are skipped, segments that another session holds
 * stay new.
 */
export async function openSegments(sql: Sql, ids: readonly string[], locks: RowLocks = "wait"): Promise<Settlement> {
  return sql.begin(async (tx) => {
    const rows = await lockNewSegments(tx, ids, locks);
    const outcomes = rows.map(decideSegment);
    await settle(tx, settling, outcomes);
    await writeMoves(
      tx,
      segment,
      stageAction("open"),
      rows.map(({ id, status }) => ({ id, from: status })),
    );
    if (rows.length < ids.length) await dropSettled(tx, settling, ids);
    return settlementOf({ ids, outcomes, waiting: new Map(rows.map((row) => [row.id, row])), locks });
  });
}

/** New → Open-Active. The decision needs only the segment's row, which the commit reads under its lock. */
export const processSegments: ProcessBatch = (ids, { database }, locks) => openSegments(database.sql, ids, locks);
