import { codeOf, faultKind, type Sql, StatusMovedError, type Tx, VoucherTakenError } from "@rewards/db";
import { type DeadLetterReason, formatId, idPrefixOf, type ObjectDefinition } from "@rewards/domain";
import { showRow } from "../row.show.ts";

/**
 * Locks records in the order of their IDs, and returns their statuses. Each operation on a dead letter begins with it,
 * as a worker's settling does. So of a replay, a discard and a stray job, one goes first and the others see its result.
 */
export async function lockRecords(
  tx: Tx,
  { noun }: ObjectDefinition,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx<{ id: string; status: string }[]>`
    select id, status from ${tx(noun)} where id = any(${[...ids]}::uuid[]) order by id for update`;
  return new Map(rows.map((row) => [row.id, row.status]));
}

/** A code without a digit, such as EPIPE, comes from the operating system. */
const sqlState = /^(?=.*\d)[\dA-Z]{5}$/;

/** The stable code of an error that the record causes, and not the infrastructure. */
export function deadLetterReasonOf(error: unknown): DeadLetterReason {
  if (error instanceof StatusMovedError || error instanceof VoucherTakenError) return "Error_Record_Contended";
  if (faultKind(error) === "data") return "Error_Record_Refused";
  return sqlState.test(codeOf(error)) ? "Error_Statement_Refused" : "Error_Processing_Failed";
}

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

/** A row of `dead_letter`, as `deadLetterColumns` reads it. */
export interface DeadLetterRow extends Omit<DeadLetter, "ID" | "firstAt" | "lastAt"> {
  readonly id: string;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** Never `*`: a column that a migration adds would break the prepared statements of running processes. */
export const deadLetterColumns = (sql: Sql | Tx) => sql`
  id, class, reason, error, attempts, first_at as "firstAt", last_at as "lastAt", job, trace`;

export const showDeadLetter = ({ id, ...row }: DeadLetterRow): DeadLetter => ({
  ID: formatId(idPrefixOf(row.class) as string, id),
  ...showRow<Omit<DeadLetter, "ID">>(row),
});
