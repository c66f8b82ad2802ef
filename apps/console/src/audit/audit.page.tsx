import { formatId, idPrefixOf, operatorRight, parseAuditCall } from "@rewards/domain";
import { type ExportedEntry, listAudit } from "@rewards/operations";
import { Table } from "../page/elements.tsx";
import type { Page } from "../page/page.ts";

const path = "/audit";

interface Filter {
  readonly actor: string;
  readonly operation: string;
}

/** Who did what, newest first. */
export const auditPage: Page = {
  path,
  menu: "Audit",
  right: operatorRight("audit"),
  async show(c, viewer, { sql }) {
    const { address: origin, requestId } = c.var;
    const { actor = "", operation = "", before } = c.req.query();
    const call = parseAuditCall({ actor, operation, before });
    const { entries, cursor } = await listAudit(sql, call, { actor: viewer.name, origin, requestId });
    return {
      title: "Audit",
      body: <Audit entries={entries} cursor={cursor} filter={{ actor, operation }} />,
    };
  },
};

interface AuditProps {
  readonly entries: readonly ExportedEntry[];
  readonly cursor: number | null;
  readonly filter: Filter;
}

const Audit = ({ entries, cursor, filter: { actor, operation } }: AuditProps) => (
  <>
    <form method="get" action={path} class="filter">
      <label for="actor">Actor</label>
      <input id="actor" name="actor" maxlength={64} value={actor} autocapitalize="none" spellcheck={false} />
      <label for="operation">Operation</label>
      <input
        id="operation"
        name="operation"
        maxlength={64}
        value={operation}
        autocapitalize="none"
        spellcheck={false}
      />
      <button type="submit" class="quiet">
        Show
      </button>
    </form>
    {entries.length === 0 ? (
      <p>{cursor === null ? "There is no such entry." : "There is no such entry among the latest of this page."}</p>
    ) : (
      <Table
        caption="Entries, newest first; times in UTC"
        head={["At", "Actor", "Operation", "Record", "Reason", "From", "Detail", "Request"]}
        rows={entries.map((one) => [
          <time datetime={one.at}>{one.at}</time>,
          one.actor,
          one.operation,
          recordOf(one),
          one.reason,
          one.origin,
          JSON.stringify(one.detail),
          one.requestId,
        ])}
      />
    )}
    {cursor !== null && (
      <a href={`${path}?${new URLSearchParams({ actor, operation, before: String(cursor) })}`}>Earlier entries</a>
    )}
  </>
);

function recordOf({ class: className, recordId }: ExportedEntry): string {
  if (recordId === null) return "";
  const prefix = idPrefixOf(className ?? "");
  return prefix === undefined ? recordId : formatId(prefix, recordId);
}
