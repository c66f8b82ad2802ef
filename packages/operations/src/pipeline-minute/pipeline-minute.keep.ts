import { faultKind, type Sql } from "@rewards/db";
import { createLineBudget, endsWithin, type Logger, type PipelineCounts } from "@rewards/runtime";
import { addToMinute, createChanges } from "./pipeline-minute.write.ts";

const writeEveryMsDefault = 10_000;
/** A database that is away for hours is one line in ten minutes. */
const lineEveryMs = 600_000;

interface KeepMinutesOptions {
  readonly sql: Sql;
  readonly counts: Pick<PipelineCounts, "classes">;
  readonly logger: Pick<Logger, "warn">;
  /** Default: 10 s. */
  readonly everyMs?: number;
}

export type MinuteKeeper = ReturnType<typeof keepMinutes>;

/**
 * Writes the counts of this process to the rollup of minutes: a transaction every ten seconds, none if nothing changed.
 * If Postgres fails before the commit, the next write takes the counts too. They are dropped if the outcome of the commit
 * is unknown, because a repetition could count twice, and if Postgres refuses them.
 */
export function keepMinutes({ sql, counts, logger, everyMs = writeEveryMsDefault }: KeepMinutesOptions) {
  const changes = createChanges(counts.classes);
  const lines = createLineBudget({ linesMax: 1, everyMs: lineEveryMs });
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    const rows = changes.take();
    if (rows.length === 0) return;
    let isCommitting = false;
    try {
      await sql.begin(async (tx) => {
        await addToMinute(tx, rows);
        isCommitting = true;
      });
    } catch (err) {
      if (!isCommitting && faultKind(err) === "infrastructure") return changes.giveBack();
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
    /** Writes what is left, and gives up after `msMax`. Call it before the database is closed. Never rejects. */
    async stop(msMax: number): Promise<void> {
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
