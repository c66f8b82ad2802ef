import { type Author, type Sql, type Tx, writeAudit } from "@rewards/db";
import type { AuditCall } from "@rewards/domain";
import { showRow } from "./row.show.ts";

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
  const rows = await tx`
    select at, actor, origin, request_id as "requestId", operation, reason, detail from audit_entry
    where record_id = ${recordId} order by at desc, id desc limit ${trailRowsMax}`;
  return rows.map((row) => showRow<AuditLine>(row));
}

/** The most IDs that one page reads, so that it is fast even if the audit is large and few entries match. */
const idsOfPage = 20_000;

/** An entry of the audit, as it is exported. */
export interface ExportedEntry extends AuditLine {
  /** It grows with time; numbers may be missing. */
  readonly id: number;
  readonly class: string | null;
  /** The UUID of the record concerned. */
  readonly recordId: string | null;
}

const exported = (sql: Sql | Tx) => sql`
  id::float8, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, actor, origin,
  request_id as "requestId", operation, class, record_id as "recordId", reason, detail`;

/** The first and the last ID; of an empty audit, 1 and 0. */
async function readBounds(tx: Tx): Promise<{ first: number; last: number }> {
  const [bounds] = await tx<[{ first: number; last: number }]>`
    select coalesce(min(id), 1)::float8 as first, coalesce(max(id), 0)::float8 as last from audit_entry`;
  return bounds;
}

export interface AuditPage {
  readonly entries: readonly ExportedEntry[];
  /** The next page has entries with a smaller ID than this; null on the last page. A page may have no entry. */
  readonly cursor: number | null;
}

/** A page of the audit, newest first. Reading it is an entry itself, which is not part of it. */
export async function listAudit(sql: Sql, call: AuditCall, author: Author): Promise<AuditPage> {
  const { actor, operation, before, limit } = call;
  return sql.begin(async (tx) => {
    const { first, last } = await readBounds(tx);
    const until = Math.min(before ?? Number.POSITIVE_INFINITY, last + 1);
    const from = Math.max(first, until - idsOfPage);
    const ofActor = actor === undefined ? tx`` : tx`and actor = ${actor}`;
    const ofOperation = operation === undefined ? tx`` : tx`and operation = ${operation}`;
    const entries = await tx<ExportedEntry[]>`
      select ${exported(tx)} from audit_entry where id >= ${from} and id < ${until} ${ofActor} ${ofOperation} order by id desc limit ${limit}`;
    await writeAudit(tx, { author, operation: "audit.list", detail: { actor, operation, before } });
    const oldest = entries.length === limit ? (entries.at(-1)?.id ?? from) : from;
    return { entries, cursor: oldest > first ? oldest : null };
  });
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
    const bounds = await readBounds(tx);
    await writeAudit(tx, { author, operation: "audit.export", detail: period });
    return bounds;
  });
  for (let from = first; from <= last; from += idsOfBatch) {
    await write(await readEntries(sql, from, Math.min(from + idsOfBatch - 1, last), period));
  }
}

function readEntries(sql: Sql, first: number, last: number, { since, until }: AuditPeriod): Promise<ExportedEntry[]> {
  return sql<ExportedEntry[]>`
    select ${exported(sql)} from audit_entry
    where id between ${first} and ${last}
      and at >= ${since ?? "-infinity"}::text::timestamptz and at < ${until ?? "infinity"}::text::timestamptz
    order by id`;
}
