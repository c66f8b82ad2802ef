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

/**
 * Shows rows of one query: as above, with what was selected of other records and of embedded pages under its paths. What
 * follows from the query alone is worked out once, not for each row.
 * @returns a function of a row, and of the fields to show where they are not the query's own.
 */
export function createShow(
  views: PostgresJsDatabase,
  record: RecordDefinition,
  selection: Selection | undefined,
): (row: Row, select?: ReadonlySet<string>) => ShownRecord {
  const source = sourceOf(record.class);
  const paths = (selection?.paths ?? []).map((field) => ({
    path: field.path,
    show: viewField(views, source, field).show,
  }));
  return (row, select = selection?.names) => {
    const shown: Record<string, unknown> = showRecord(record, row, select);
    for (const { path, show } of paths) shown[path] = show(row[path]);
    return shown as ShownRecord;
  };
}
