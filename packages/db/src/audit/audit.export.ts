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

const batchRows = 1_000;

/**
 * Reads the audit in its order, 1,000 entries at a time, and passes each batch on before it reads the next. The export is
 * an entry itself, which is not part of it.
 */
export async function exportAudit(
  sql: Sql,
  { since, until }: AuditPeriod,
  author: Author,
  write: (entries: readonly ExportedEntry[]) => void,
): Promise<void> {
  // An entry with a lower ID may still be uncommitted: what is read begins and ends with one snapshot.
  await sql.begin("isolation level repeatable read", async (tx) => {
    const [{ end } = { end: 0 }] = await tx<{ end: number }[]>`
      select coalesce(max(id), 0)::float8 as end from audit_entry`;
    await writeAudit(tx, { author, operation: "audit.export", detail: { since, until } });
    for (let after = 0; after < end; ) {
      const entries = await tx<ExportedEntry[]>`
        select id::float8, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, actor, origin,
          request_id as "requestId", operation, class, record_id as "recordId", reason, detail
        from audit_entry
        where id > ${after} and id <= ${end} and at >= ${since ?? "-infinity"}::text::timestamptz and at < ${until ?? "infinity"}::text::timestamptz
        order by id limit ${batchRows}`;
      write(entries);
      after = entries.length < batchRows ? end : Number(entries.at(-1)?.id);
    }
  });
}
