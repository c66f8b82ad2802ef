import { codeOf, type Database, endUnwantedKinds, pruneEvents, pruneWebhooks } from "@rewards/db";
import {
  addPartitions,
  deleteOldMinutes,
  monthsAhead,
  movedMax,
  pruneAudit,
  prunedRowsMax,
  readPartitionStatus,
} from "@rewards/operations";
import type { Logger } from "@rewards/runtime";
import type { Recovery } from "./recover.ts";

const everyMs = 3_600_000;
/** After a failure: each try may keep readers waiting for half a second. */
const retryMs = 60_000;
/** What the function of the database raises if a month has too many early sales. */
const tooMany = "P0001";

/**
 * Makes the partitions of the coming months, and says if they are missing, once an hour: a step of the leader, because a
 * queue costs more connections.
 */
export function createPartitionAdd({ sql }: Pick<Database, "sql">, logger: Logger): Recovery {
  let nextMs = Number.NEGATIVE_INFINITY;

  /** @returns why they could not be made. */
  async function makeMonths(): Promise<unknown> {
    try {
      const made = await addPartitions(sql, monthsAhead, movedMax);
      if (made.length > 0) logger.info({ partitions: made }, "partitions of sales were made for the coming months");
    } catch (error) {
      return error;
    }
  }

  return {
    async tick() {
      if (performance.now() < nextMs) return;
      nextMs = performance.now() + retryMs;
      const failure = await makeMonths();
      const { isShort, until } = await readPartitionStatus(sql);
      if (isShort)
        logger.warn(
          { err: failure, until, remedy: "run rewards partitions add as the owner of the tables" },
          "sales of the coming months have no partition, and go to sale_default",
        );
      else if (codeOf(failure) === tooMany)
        logger.warn(
          { err: failure, until, remedy: "run rewards partitions add as the owner of the tables, at a quiet time" },
          "sale_default has too many early sales of a coming month: a worker does not make that month",
        );
      else if (failure !== undefined) throw failure;
      else nextMs = performance.now() + everyMs;
    },
  };
}

/**
 * Deletes old minutes of the rollup, old events and the log of webhooks, and ends the writing of kinds that nobody wants, once an hour: a step
 * of the leader, because a queue costs more connections.
 */
export function createPrune({ sql }: Pick<Database, "sql">, eventDaysMax: number): Recovery {
  let nextMs = Number.NEGATIVE_INFINITY;
  return {
    async tick() {
      const nowMs = performance.now();
      if (nowMs < nextMs) return;
      await deleteOldMinutes(sql);
      await endUnwantedKinds(sql);
      await pruneWebhooks(sql, eventDaysMax);
      // What a run leaves, the next tick takes.
      if (await pruneEvents(sql, eventDaysMax)) nextMs = nowMs + everyMs;
    },
  };
}

/**
 * Deletes old entries of the audit that concern nothing in force, once an hour; after a full slice it goes on at the next
 * tick. A step of the leader, because a queue costs more connections.
 */
export function createAuditPrune({ sql }: Pick<Database, "sql">, days: number, logger: Logger): Recovery {
  let nextMs = Number.NEGATIVE_INFINITY;
  return {
    async tick() {
      const nowMs = performance.now();
      if (nowMs < nextMs) return;
      nextMs = nowMs + everyMs;
      const entries = await pruneAudit(sql, days);
      if (entries === prunedRowsMax) nextMs = nowMs;
      if (entries > 0) logger.info({ entries, days }, "old entries of the audit were deleted");
    },
  };
}
