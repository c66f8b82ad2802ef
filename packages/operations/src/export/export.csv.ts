import { queryFieldsOf, type RecordDefinition } from "@rewards/domain";
import { stringify } from "csv-stringify/sync";

type Shown = Readonly<Record<string, unknown>>;

/** The form of records as CSV. Each part ends with a line break. */
export interface CsvForm {
  /** The line of names. */
  readonly head: string;
  linesOf(records: readonly Shown[]): string;
}

/**
 * Writes records as CSV: ID, then these fields; a page has a column for each of its fields, a reference is an ID, and a
 * list is JSON.
 */
export function csvOf({ fields }: RecordDefinition, names: readonly string[]): CsvForm {
  const columns = ["ID", ...names.filter((name) => name !== "ID")].flatMap((name) => {
    const inner = Object.keys(fields[name]?.fields ?? {});
    if (inner.length === 0) return [{ name, read: (record: Shown) => record[name] }];
    return inner.map((leaf) => ({
      name: `${name}.${leaf}`,
      read: (record: Shown) => (record[name] as Shown | null)?.[leaf],
    }));
  });
  return {
    head: csvRows([columns.map(({ name }) => name)]),
    linesOf: (records) => csvRows(records.map((record) => columns.map(({ read }) => cellOf(read(record))))),
  };
}

/** Rows as lines of CSV. Texts that a spreadsheet would take for a formula begin with an apostrophe; numbers never do. */
export const csvRows = (rows: readonly (readonly unknown[])[]): string =>
  stringify([...rows.map((row) => [...row])], { escape_formulas: true, cast: { boolean: String } });

function cellOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return "ID" in value ? value.ID : JSON.stringify(value);
}

/** Those of the fields that describe a person. */
export function personalOf(record: RecordDefinition, names: readonly string[]): string[] {
  return queryFieldsOf(record).flatMap(({ path, isPersonal }) => (isPersonal && names.includes(path) ? [path] : []));
}
