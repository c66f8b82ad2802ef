import { decideSegment, segment, stageAction } from "@rewards/domain";
import type { Sql } from "../client.ts";
import { writeMoves } from "../history/history.write.ts";
import { type Settling, settle } from "../object/object.settle.ts";
import { dropSettled } from "../pending/pending.settled.ts";
import { type RowLocks, type Settlement, settlementOf } from "../row-lock.ts";
import { lockNewSegments, segmentOpenStatuses } from "./segment.load.ts";

const settling: Settling = { class: segment.class, noun: segment.noun, from: segmentOpenStatuses };

/** Opens new segments. One that was marked inactive meanwhile stays so; where locks are skipped, so does one that another session holds. */
export async function openSegments(sql: Sql, ids: readonly string[], locks: RowLocks = "wait"): Promise<Settlement> {
  return sql.begin(async (tx) => {
    const rows = await lockNewSegments(tx, ids, locks);
    await settle(tx, settling, rows.map(decideSegment));
    await writeMoves(
      tx,
      segment,
      stageAction("open"),
      rows.map(({ id, status }) => ({ id, from: status })),
    );
    if (rows.length < ids.length) await dropSettled(tx, settling, ids);
    return settlementOf(ids, rows, locks);
  });
}
