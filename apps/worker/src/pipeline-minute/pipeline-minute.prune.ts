import type { Database } from "@rewards/db";
import { deleteOldMinutes } from "@rewards/operations";
import type { Recovery } from "../recover.ts";

const everyMs = 3_600_000;

/** Deletes old minutes of the rollup, once an hour: a step of the leader, because a queue costs more connections. */
export function createMinutePrune({ sql }: Pick<Database, "sql">): Recovery {
  let nextMs = Number.NEGATIVE_INFINITY;
  return {
    async tick() {
      const nowMs = performance.now();
      if (nowMs < nextMs) return;
      nextMs = nowMs + everyMs;
      await deleteOldMinutes(sql);
    },
  };
}
