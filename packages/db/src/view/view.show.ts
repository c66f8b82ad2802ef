import { formatId, type RecordDefinition, type Selection } from "@rewards/domain";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { showField } from "./record-source.ts";
import { viewField } from "./view.field.ts";
import { sourceOf } from "./view.source.ts";

/** A row as a statement gives it: under the names of the fields, and under these. */
export type Row = Record<string, unknown>;
export const idAlias = "@id";
export const versionAlias = "@version";

export interface ShownRecord extends Record<string, unknown> {
  readonly ID: string;
  readonly "@version": number;
}

/** A row as JSON shows it: ID, @version and @class always, then the fields selected, or all of them. */
export function showRecord(record: RecordDefinition, row: Row, select?: ReadonlySet<string>): ShownRecord {
  const source = sourceOf(record.class);
  const id = String(row[idAlias]);
  const shown: Record<string, unknown> = {
    "@class": record.class,
    "@version": Number(row[versionAlias]),
    ID: formatId(record.idPrefix, id),
  };
  for (const [name, field] of Object.entries(record.fields)) {
    if (field.store === "hidden" || (select && !select.has(name))) continue;
    const fieldSource = source.fields[name];
    shown[name] =
      field.store === "constant" || !fieldSource ? field.value : showField(field, fieldSource, row[name], id);
  }
  return shown as ShownRecord;
}

/** The same with what was selected of other records and of embedded pages, under its paths. */
export function showSelected(
  views: PostgresJsDatabase,
  record: RecordDefinition,
  row: Row,
  select: Selection | undefined,
): ShownRecord {
  const source = sourceOf(record.class);
  const paths = (select?.paths ?? []).map((field) => [
    field.path,
    viewField(views, source, field).show(row[field.path]),
  ]);
  return { ...showRecord(record, row, select?.names), ...Object.fromEntries(paths) };
}
