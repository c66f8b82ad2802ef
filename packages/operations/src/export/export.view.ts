import {
  type Author,
  createViewRunner,
  type Database,
  hashedKey,
  noKeys,
  type PersonalKeys,
  type Sql,
  writeAudit,
} from "@rewards/db";
import {
  type DataViewDefinition,
  dataViews,
  defineDataView,
  ledgerEntry,
  parseId,
  parseParameters,
  parseQuery,
} from "@rewards/domain";
import { personalOf } from "./export.csv.ts";

/** The views that can be exported: those of callers that are not computed, and the entries of all members. */
export const exportedViews: readonly DataViewDefinition[] = [
  ...dataViews.filter(({ computes }) => !computes),
  defineDataView({
    name: "LedgerEntries",
    record: ledgerEntry,
    parameters: {},
    where: [],
    orderBy: ["CreateDateTime", "Sequence"],
  }),
];

export interface ExportCall {
  readonly view: DataViewDefinition;
  readonly parameters: Readonly<Record<string, string>>;
  /** By their creation, or by what the view's own bounds are about; both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Whether fields that describe a person are part of it. */
  readonly isPersonal: boolean;
}

const always = { from: "1970-01-01T00:00:00.000Z", to: "9999-12-31T23:59:59.999Z" };

/** The fields that an export has. */
export function exportedFields({ view: { record }, isPersonal }: ExportCall): string[] {
  const names = Object.entries(record.fields).flatMap(([name, { store }]) => (store === "hidden" ? [] : [name]));
  const personal = new Set(isPersonal ? [] : personalOf(record, names));
  return names.filter((name) => !personal.has(name));
}

interface ExportedPart {
  readonly view: string;
  readonly personal: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * Records who exports what, before the first record is read. Of parameters it keeps IDs, and other values as their hash:
 * an erasure does not change the audit, and whoever has a voucher code can use it.
 */
export async function auditExport(sql: Sql, author: Author, part: ExportedPart): Promise<void> {
  const given = Object.entries(part.parameters).map(([name, value]) => [
    name,
    parseId(value) ? value : hashedKey(value),
  ]);
  const detail = { ...part, parameters: Object.fromEntries(given) };
  await sql.begin((tx) => writeAudit(tx, { author, operation: "view.export", detail }));
}

/**
 * Passes each record of a view to `take` as JSON, as of one moment; false ends it. The audit records the export.
 * @param database its views may take as long as the export.
 * @throws AppError 400 for parameters or bounds that the view does not have, 503 if a record cannot be decrypted.
 */
export async function exportView(
  { sql, queries }: Pick<Database, "sql" | "queries">,
  call: ExportCall,
  author: Author,
  take: (json: string) => boolean,
  keys: PersonalKeys = noKeys,
): Promise<void> {
  const { view, from, to } = call;
  const bounds = { FromDateTime: from ?? always.from, ToDateTime: to ?? always.to };
  const own = Object.fromEntries(Object.entries(bounds).filter(([name]) => view.parameters[name]));
  const parameters = parseParameters(view, { ...own, ...call.parameters });
  const fields = exportedFields(call);
  const filter = "FromDateTime" in own ? undefined : boundsOf(call);
  const query = parseQuery(view, { query: { select: fields.map((field) => ({ field })), filter } });
  const { name, record } = view;
  await auditExport(sql, author, {
    view: name,
    personal: personalOf(record, fields),
    parameters: call.parameters,
    from,
    to,
  });
  const paging = { rowsMax: Number.MAX_SAFE_INTEGER - 1, skippedRows: 0 };
  const { answer } = createViewRunner(queries, queries, keys);
  await answer({ view, parameters, user: author.actor, query: { ...query, paging } }, take);
}

function boundsOf({ from, to }: ExportCall): object | undefined {
  const conditions = [
    ["GTE", from],
    ["LTE", to],
  ].flatMap(([comparator, value]) =>
    value === undefined
      ? []
      : [[comparator, { lhs: { field: "CreateDateTime" }, comparator, rhs: { value } }] as const],
  );
  return conditions.length === 0 ? undefined : { filterConditions: Object.fromEntries(conditions) };
}
