import type { Tx } from "../client.ts";
import { type DeadLetter, type DeadLetterRow, deadLetterColumns, showDeadLetter } from "./dead-letter.show.ts";

/** Where a record waits. Times are ISO 8601. */
export interface Waiting {
  /** When it began to wait for a worker; null if it does not wait. */
  readonly pendingSince: string | null;
  readonly failing: FailingState | null;
  readonly deadLetter: DeadLetter | null;
}

interface FailingState {
  readonly attempts: number;
  readonly error: string;
  readonly firstAt: string;
  readonly nextAt: string;
}

/** Each of these tables has at most one row for a record. */
export async function readWaiting(tx: Tx, className: string, id: string): Promise<Waiting> {
  const [[pending], [failing], [dead]] = await Promise.all([
    tx<{ since: Date }[]>`select since from pending where class = ${className} and id = ${id}`,
    tx<{ attempts: number; error: string; first_at: Date; next_at: Date }[]>`
      select attempts, error, first_at, next_at from failing where class = ${className} and id = ${id}`,
    tx<DeadLetterRow[]>`select ${tx(deadLetterColumns)} from dead_letter where class = ${className} and id = ${id}`,
  ]);
  return {
    pendingSince: pending?.since.toISOString() ?? null,
    failing: failing
      ? {
          attempts: failing.attempts,
          error: failing.error,
          firstAt: failing.first_at.toISOString(),
          nextAt: failing.next_at.toISOString(),
        }
      : null,
    deadLetter: dead ? showDeadLetter(dead) : null,
  };
}
