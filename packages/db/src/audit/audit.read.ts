import type { Tx } from "../client.ts";

const trailRowsMax = 100;

/** An entry of the audit as operators read it. */
export interface AuditLine {
  readonly at: string;
  readonly actor: string;
  readonly origin: string;
  readonly requestId: string;
  readonly operation: string;
  readonly reason: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/**
 * What operators did with a record: the latest hundred entries, newest first. Sorted by time first: sorted only by ID,
 * Postgres may scan the whole table backwards.
 */
export async function readTrail(tx: Tx, recordId: string): Promise<AuditLine[]> {
  const rows = await tx<(Omit<AuditLine, "at"> & { at: Date })[]>`
    select at, actor, origin, request_id as "requestId", operation, reason, detail from audit_entry
    where record_id = ${recordId} order by at desc, id desc limit ${trailRowsMax}`;
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
