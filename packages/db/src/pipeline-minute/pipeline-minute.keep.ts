import { createLineBudget, endsWithin, type Logger, type PipelineCounts } from "@rewards/runtime";
import type { Sql } from "../client.ts";
import { isSurelyUndone } from "../fault.ts";
import { addToMinute, createChanges } from "./pipeline-minute.write.ts";

const writeEveryMsDefault = 10_000;
/** A database that is away for hours is one line in ten minutes. */
const lineEveryMs = 600_000;

export interface KeepMinutesOptions {
  readonly sql: Sql;
  readonly counts: Pick<PipelineCounts, "classes">;
  readonly logger: Pick<Logger, "warn">;
  /** Default: 10 s. */
  readonly everyMs?: number;
}

export interface MinuteKeeper {
  /** Writes what is left, and gives up after `msMax`. Call it before the database is closed. Never rejects. */
  stop(msMax: number): Promise<void>;
}

/**
 * Writes the counts of this process to the rollup of minutes: one statement every ten seconds, none if nothing changed.
 * If Postgres is unavailable and cannot have added the counts, the next write takes them too. It drops counts that
 * Postgres may have added, and those that it refuses: to repeat them could count twice, or fail for ever.
 */
export function keepMinutes({ sql, counts, logger, everyMs = writeEveryMsDefault }: KeepMinutesOptions): MinuteKeeper {
  const changes = createChanges(counts.classes);
  const lines = createLineBudget({ linesMax: 1, everyMs: lineEveryMs });
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    const rows = changes.take();
    if (rows.length === 0) return;
    try {
      await addToMinute(sql, rows);
    } catch (err) {
      if (isSurelyUndone(err)) return changes.giveBack();
      const heldBack = lines.take();
      if (heldBack !== undefined)
        logger.warn({ err, heldBack }, "counts for charts were dropped: the books are not concerned");
    }
  }

  // While a write waits for Postgres, no other one begins: the counts go on, and the next write takes them.
  const writeNext = () => {
    writing ??= write().finally(() => {
      writing = undefined;
    });
    return writing;
  };
  const timer = setInterval(() => void writeNext(), everyMs);
  timer.unref();
  return {
    async stop(msMax) {
      clearInterval(timer);
      const last = async () => {
        await writing;
        await writeNext();
      };
      if (!(await endsWithin(msMax, last())))
        logger.warn({}, "stopping before the counts for charts were written: the books are not concerned");
    },
  };
}
