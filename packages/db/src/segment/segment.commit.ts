import { decideSegment, segment, stageAction } from "@rewards/domain";
import type { Sql } from "../client.ts";
import { writeMoves } from "../history/history.write.ts";
import { type Settling, settle } from "../object/object.settle.ts";
import { dropSettled } from "../pending/pending.settled.ts";
import type { RowLocks } from "../row-lock.ts";
import { type Settlement, settlementOf } from "../settlement.ts";
import { lockNewSegments, segmentOpenStatuses } from "./segment.load.ts";

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
