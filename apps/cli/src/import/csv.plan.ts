import { type Field, groupBy, type ObjectDefinition, recordOf } from "@rewards/domain";
import { CommandError } from "../error.ts";
import { type DateForm, dateForm, multiply, readDay, readNumber, readTime } from "./cell.read.ts";
import { type Cells, type Columns, findColumns, type Read, textOf } from "./csv.columns.ts";
import { type Cell, type Mapping, mappingSchema } from "./mapping.ts";

/** What the lines of a file become. */
export type ImportClass = Pick<ObjectDefinition, "noun" | "path" | "fields" | "content" | "key">;

/** A field of a record, or of each page of one of its lists. */
export interface PlannedField {
  readonly name: string;
  /** The field within the page `name`. */
  readonly inner: string | undefined;
  /** Undefined leaves the field out. What cannot be read stays as it is: the service refuses it, and says why. */
  readonly read: Read<unknown>;
}

/** How the rows of one file become records. */
export interface Plan {
  readonly own: readonly PlannedField[];
  /** The lists of a record, each with the fields of its pages. */
  readonly lists: readonly (readonly [string, readonly PlannedField[]])[];
  readonly isSkipped: Read<boolean>;
  /** Undefined if each row is a record. */
  readonly groupOf: Read<string> | undefined;
  readonly group: string;
}

/**
 * Fits a mapping to the columns of a file. Without one, columns are fields by name, and those that only the service writes
 * are left out.
 * @throws CommandError for columns that are missing, or names that are no fields.
 */
export function planRows(of: ImportClass, names: Cells, given: Mapping | undefined): Plan {
  const mapping = given ?? mappingOf(of, names);
  const columns = findColumns(names);
  const values = { mapping, columns, zone: zoneOf(mapping, columns), forms: mapping.dates.map(dateForm) };
  const fields = Object.entries(mapping.fields).map(([path, cell]) => {
    const found = fieldAt(of, path);
    if (!found) throw new CommandError(`${path} is no field of ${of.noun}.`, 2);
    return { ...found, read: readerOf(found.field.type, cell, values) };
  });
  const lists = groupBy(
    fields.filter(({ list }) => list !== undefined),
    ({ list }) => list as string,
  );
  return {
    own: fields.filter(({ list }) => list === undefined),
    lists: [...lists],
    isSkipped: isMet(mapping.skipIf, columns),
    groupOf: mapping.group === undefined ? undefined : columns.demand(mapping.group),
    group: mapping.group ?? "",
  };
}

interface Values {
  readonly mapping: Mapping;
  readonly columns: Columns;
  readonly zone: Read<string | undefined>;
  readonly forms: readonly DateForm[];
}

/** Null leaves the field out; undefined says that the text is no value of the type. */
type ReadText = (text: string, cells: Cells) => unknown;

function readerOf(type: Field["type"], cell: Cell, { mapping, columns, zone, forms }: Values): Read<unknown> {
  const text = textOf(cell, columns);
  const factor = cell.times === undefined ? undefined : columns.demand(cell.times);
  const isNegated = isMet(cell.negateIf ?? {}, columns);
  const amount: ReadText = (one, cells) => {
    const numbers = [one, ...(factor ? [factor(cells)] : [])].map((each) => readNumber(each, mapping.numbers));
    if (!numbers.every((each) => each !== undefined)) return undefined;
    return Number(numbers.reduce(multiply)) * (isNegated(cells) ? -1 : 1);
  };
  const readers: Partial<Record<Field["type"], ReadText>> = {
    timestamp: (one, cells) => readTime(one, forms, zone(cells)),
    date: (one) => readDay(one, forms),
    boolean: (one) => booleans[one.toLowerCase()],
    amount,
    integer: amount,
  };
  const reader = readers[type];
  return (cells) => {
    const one = text(cells);
    const value = one === "" ? null : reader?.(one, cells);
    return value === null ? undefined : (value ?? one);
  };
}

const booleans: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false };

function isMet(condition: Mapping["skipIf"], columns: Columns): Read<boolean> {
  const all = Object.entries(condition).map(([name, values]) => [columns.demand(name), values] as const);
  return (cells) => all.some(([read, values]) => values.includes(read(cells)));
}

function zoneOf({ zone }: Mapping, columns: Columns): Read<string | undefined> {
  if (typeof zone !== "object") return () => zone;
  const read = columns.demand(zone.column);
  return (cells) => zone.names[read(cells)];
}

/** The field of a path such as `Name`, `Address.City` or, within each page of a list, `SaleItems.ProductCode`. */
function fieldAt({ fields }: ImportClass, path: string) {
  const [name = "", leaf, ...more] = path.split(".");
  const own = fields[name];
  if (!own?.input || more.length > 0) return undefined;
  const pageFields = own.itemFields ?? own.fields;
  if (leaf === undefined) return pageFields ? undefined : { field: own, name, inner: undefined, list: undefined };
  const field = pageFields?.[leaf];
  if (!field?.input) return undefined;
  return own.itemFields
    ? { field, name: leaf, inner: undefined, list: name }
    : { field, name, inner: leaf, list: undefined };
}

/** The mapping of a file whose columns are named like fields. */
function mappingOf(of: ImportClass, names: Cells): Mapping {
  const found = names.flatMap((name) => {
    const field = fieldAt(of, name);
    return field ? [[name, field] as const] : [];
  });
  const written = new Set(["ID", "@class", "@version", ...Object.keys(recordOf(of as ObjectDefinition).fields)]);
  const unknown = names.filter((name) => !fieldAt(of, name) && !written.has(name));
  if (unknown.length > 0 || found.length === 0)
    throw new CommandError(
      `No fields of ${of.noun}: ${unknown.join(", ")}. Name a mapping with --map (docs/import.md).`,
      2,
    );
  const isListed = of.key !== undefined && found.some(([, { list }]) => list !== undefined);
  return mappingSchema.parse({
    class: of.noun,
    ...(isListed && { row: "line", group: of.key?.field }),
    fields: Object.fromEntries(found.map(([name]) => [name, { column: name }])),
  });
}
