import type { Sql } from "../client.ts";
import { type Author, writeAudit } from "./audit.write.ts";

/** An entry of the audit, as it is exported. `id` grows with time; numbers may be missing. */
export interface ExportedEntry {
  readonly id: number;
  readonly at: string;
  readonly actor: string;
  readonly origin: string;
  readonly requestId: string;
  readonly operation: string;
  readonly class: string | null;
  /** The UUID of the record concerned. */
  readonly recordId: string | null;
  readonly reason: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface AuditPeriod {
  /** Both ISO instants; the first is included, the second is not. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** The IDs that one statement looks at: it stays short, however large the audit is and however few entries match. */
const idsOfBatch = 2_000;

/**
 * Reads the audit in its order and passes each batch on before it reads the next. The export is an entry itself, which is
 * not part of it. No transaction stays open meanwhile: whoever reads the output may pause for hours, and Postgres would
 * end the transaction, or keep dead rows of the hot tables for its sake.
 */
export async function exportAudit(
  sql: Sql,
  period: AuditPeriod,
  author: Author,
  write: (entries: readonly ExportedEntry[]) => void | Promise<void>,
): Promise<void> {
  const { first, last } = await sql.begin(async (tx) => {
    const [bounds = { first: 0, last: -1 }] = await tx<{ first: number; last: number }[]>`
      select coalesce(min(id), 0)::float8 as first, coalesce(max(id), -1)::float8 as last from audit_entry`;
    await writeAudit(tx, { author, operation: "audit.export", detail: period });
    return bounds;
  });
  for (let from = first; from <= last; from += idsOfBatch) {
    await write(await readEntries(sql, from, Math.min(from + idsOfBatch - 1, last), period));
  }
}

function readEntries(sql: Sql, first: number, last: number, { since, until }: AuditPeriod): Promise<ExportedEntry[]> {
  return sql<ExportedEntry[]>`
    select id::float8, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, actor, origin,
      request_id as "requestId", operation, class, record_id as "recordId", reason, detail
    from audit_entry
    where id between ${first} and ${last}
      and at >= ${since ?? "-infinity"}::text::timestamptz and at < ${until ?? "infinity"}::text::timestamptz
    order by id`;
}
