import { formatId, idPrefixOf } from "@rewards/domain";

/** A row of `dead_letter`. */
export interface DeadLetterRow {
  readonly class: string;
  readonly id: string;
  readonly reason: string;
  readonly error: string;
  readonly attempts: number;
  readonly first_at: Date;
  readonly last_at: Date;
  readonly job: string;
  readonly trace: string;
}

/** Never `*`: a column that a migration adds would break the prepared statements of running processes. */
export const deadLetterColumns = [
  "class",
  "id",
  "reason",
  "error",
  "attempts",
  "first_at",
  "last_at",
  "job",
  "trace",
] as const satisfies readonly (keyof DeadLetterRow)[];

/** A dead letter as operators read it, over HTTP and at the terminal. Times are ISO 8601 in UTC. */
export interface DeadLetter {
  readonly ID: string;
  readonly class: string;
  readonly reason: string;
  readonly error: string;
  readonly attempts: number;
  readonly firstAt: string;
  readonly lastAt: string;
  readonly job: string;
  readonly trace: string;
}

export function showDeadLetter(row: DeadLetterRow): DeadLetter {
  return {
    ID: formatId(idPrefixOf(row.class) as string, row.id),
    class: row.class,
    reason: row.reason,
    error: row.error,
    attempts: row.attempts,
    firstAt: row.first_at.toISOString(),
    lastAt: row.last_at.toISOString(),
    job: row.job,
    trace: row.trace,
  };
}
