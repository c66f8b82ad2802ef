import { type Author, findObject, type ObjectInfo, type Sql, type Tx, type ViewRunner, writeAudit } from "@rewards/db";
import { AppError, type ObjectDefinition } from "@rewards/domain";
import { type AuditLine, readTrail } from "../audit.list.ts";
import { showRow } from "../row.show.ts";
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
  const [[pending], [failing], deadLetter] = await Promise.all([
    tx<{ since: Date }[]>`select since from pending where class = ${className} and id = ${id}`,
    tx`
      select attempts, error, first_at as "firstAt", next_at as "nextAt" from failing where class = ${className} and id = ${id}`,
    readDeadLetter(tx, className, id),
  ]);
  return {
    pendingSince: pending?.since.toISOString() ?? null,
    failing: failing ? showRow<FailingState>(failing) : null,
    deadLetter,
  };
}

async function readDeadLetter(tx: Tx, className: string, id: string): Promise<DeadLetter | null> {
  const [row] = await tx<DeadLetterRow[]>`
    select ${deadLetterColumns(tx)} from dead_letter where class = ${className} and id = ${id}`;
  return row ? showDeadLetter(row) : null;
}

export interface Inspection {
  /** Null if the record is no longer a dead letter. */
  readonly deadLetter: DeadLetter | null;
  readonly objectInfo: ObjectInfo;
  /** What operators did with the record before this inspection. */
  readonly audit: AuditLine[];
}

/** Notes in the audit that somebody has seen a dead letter together with its record. */
export async function auditInspection(
  sql: Sql,
  { class: className }: ObjectDefinition,
  id: string,
  author: Author,
): Promise<void> {
  await sql.begin((tx) =>
    writeAudit(tx, { author, operation: "dead-letter.inspect", record: { class: className, id } }),
  );
}

/**
 * Reads a record that is a dead letter, or that operators have dealt with before.
 * @throws AppError 404 for an unknown record, or for one that is neither.
 */
export async function inspectDeadLetter(
  { sql, readDb }: { sql: Sql; readDb: ViewRunner },
  definition: ObjectDefinition,
  id: string,
  author: Author,
): Promise<Inspection> {
  const { class: className } = definition;
  const objectInfo = await findObject(readDb, definition, id);
  return sql.begin(async (tx) => {
    const [deadLetter, audit] = await Promise.all([readDeadLetter(tx, className, id), readTrail(tx, id)]);
    if (!deadLetter && audit.length === 0) throw new AppError("Error_DeadLetter_Unknown");
    await writeAudit(tx, { author, operation: "dead-letter.inspect", record: { class: className, id } });
    return { deadLetter, objectInfo, audit };
  });
}
