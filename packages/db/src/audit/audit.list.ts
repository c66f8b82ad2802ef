import type { AuditCall } from "@rewards/domain";
import type { Sql } from "../client.ts";
import type { ExportedEntry } from "./audit.export.ts";
import { type Author, writeAudit } from "./audit.write.ts";

/** The most IDs that one page reads, so that it is fast even if the audit is large and few entries match. */
const idsOfPage = 20_000;

export interface AuditPage {
  readonly entries: readonly ExportedEntry[];
  /** The next page has entries with a smaller ID than this; null on the last page. A page may have no entry. */
  readonly cursor: number | null;
}

/** A page of the audit, newest first. Reading it is an entry itself, which is not part of it. */
export async function listAudit(sql: Sql, call: AuditCall, author: Author): Promise<AuditPage> {
  const { actor, operation, before, limit } = call;
  return sql.begin(async (tx) => {
    const [bounds] = await tx<{ first: number; last: number }[]>`
      select coalesce(min(id), 1)::float8 as first, coalesce(max(id), 0)::float8 as last from audit_entry`;
    const { first, last } = bounds ?? { first: 1, last: 0 };
    const until = Math.min(before ?? Number.POSITIVE_INFINITY, last + 1);
    const from = Math.max(first, until - idsOfPage);
    const ofActor = actor === undefined ? tx`` : tx`and actor = ${actor}`;
    const ofOperation = operation === undefined ? tx`` : tx`and operation = ${operation}`;
    const entries = await tx<ExportedEntry[]>`
      select id::float8, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, actor, origin,
        request_id as "requestId", operation, class, record_id as "recordId", reason, detail
      from audit_entry where id >= ${from} and id < ${until} ${ofActor} ${ofOperation} order by id desc limit ${limit}`;
    await writeAudit(tx, { author, operation: "audit.list", detail: { actor, operation, before } });
    const oldest = entries.length === limit ? (entries.at(-1)?.id ?? from) : from;
    return { entries, cursor: oldest > first ? oldest : null };
  });
}
