import { AppError, type ObjectDefinition } from "@rewards/domain";
import { type AuditLine, readTrail } from "../audit/audit.read.ts";
import { type Author, writeAudit } from "../audit/audit.write.ts";
import type { Sql } from "../client.ts";
import { findObject, type ObjectInfo, type ViewRunner } from "../view/view.compile.ts";
import { type DeadLetter, type DeadLetterRow, deadLetterColumns, showDeadLetter } from "./dead-letter.show.ts";

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
    const [[row], audit] = await Promise.all([
      tx<DeadLetterRow[]>`select ${tx(deadLetterColumns)} from dead_letter where class = ${className} and id = ${id}`,
      readTrail(tx, id),
    ]);
    if (!row && audit.length === 0) throw new AppError("Error_DeadLetter_Unknown");
    await writeAudit(tx, { author, operation: "dead-letter.inspect", record: { class: className, id } });
    return { deadLetter: row ? showDeadLetter(row) : null, objectInfo, audit };
  });
}
