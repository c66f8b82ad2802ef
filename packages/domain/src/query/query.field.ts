import type { Field, Fields, FieldType } from "../field.ts";
import type { RecordDefinition } from "../record.ts";
import { objectOfClass, recordOfClass } from "../registry.ts";
import type { QueryField, QueryType } from "./query.ts";

/** The field types that a query can use; lists and embedded pages are only shown. */
const queryTypes: Partial<Record<FieldType, QueryType>> = {
  text: "text",
  boolean: "boolean",
  integer: "integer",
  amount: "amount",
  timestamp: "timestamp",
  date: "date",
  reference: "reference",
};

const referencesMax = 3;

/** What every record has in addition to its fields. */
const always = { ID: "id", "@version": "integer", "@class": "text" } as const satisfies Record<string, QueryType>;

type FieldTable = ReadonlyMap<string, QueryField>;
const tables = new Map<string, FieldTable>();

/** The typed field table of a class of records: every path that its views can be filtered, sorted and grouped by. */
function fieldTable(record: RecordDefinition): FieldTable {
  const known = tables.get(record.class);
  if (known) return known;
  const fields = record.isComputed ? [] : [...fieldsFrom(record, [], [record.class])];
  const table = new Map(fields.map((field) => [field.path, field]));
  tables.set(record.class, table);
  return table;
}

function* fieldsFrom(
  record: RecordDefinition,
  before: readonly string[],
  classes: readonly string[],
): Generator<QueryField> {
  for (const [name, type] of Object.entries(always))
    yield type === "id"
      ? at([...before, name], type, { class: record.class, through: classes.slice(1, -1) })
      : at([...before, name], type, { through: classes.slice(1) });
  yield* fieldsOf(record.fields, before, classes);
}

function* fieldsOf(fields: Fields, before: readonly string[], classes: readonly string[]): Generator<QueryField> {
  for (const [name, field] of Object.entries(fields)) {
    const steps = [...before, name];
    if (field.fields) yield* fieldsOf(field.fields, steps, classes);
    const type = queryTypes[field.type];
    if (!type) continue;
    yield at(steps, type, {
      ...classOf(field),
      through: classes.slice(1),
      isHidden: field.store === "hidden",
      isPersonal: field.personal === true,
      isKey: field.isKey === true,
      isLookedUp: objectOfClass(classes.at(-1) ?? "")?.lookedUpBy?.includes(name) === true,
    });
    if (type === "reference") yield* fieldsBehind(field, steps, classes);
  }
}

/**
 * Through a reference: all fields of the target if its class is known and not yet on the path; only the target's ID if
 * its class is not known.
 */
function* fieldsBehind(field: Field, steps: readonly string[], classes: readonly string[]): Generator<QueryField> {
  const target = field.class === undefined ? undefined : recordOfClass(field.class);
  if (!target) yield at([...steps, "ID"], "id", { ...classOf(field), through: classes.slice(1) });
  else if (classes.length <= referencesMax && !classes.includes(target.class))
    yield* fieldsFrom(target, steps, [...classes, target.class]);
}

const classOf = (field: Field) => (field.class === undefined ? {} : { class: field.class });

function at(
  steps: readonly string[],
  type: QueryType,
  more: Pick<QueryField, "through"> & Partial<QueryField>,
): QueryField {
  return {
    isHidden: false,
    isPersonal: false,
    isKey: false,
    isLookedUp: false,
    ...more,
    path: steps.join("."),
    steps,
    type,
  };
}

/** Whether a caller may read the fields of another class through a reference. */
export type Reach = (className: string) => boolean;

export const reachesAll: Reach = () => true;

/** The fields that a query can use: those of the view's record, and those that the caller reaches through references. */
export interface QuerySource {
  readonly record: RecordDefinition;
  readonly reaches: Reach;
  /** Personal fields may be encrypted. */
  readonly isSealed: boolean;
}

/** The field at a path; undefined if the caller has none there. */
export function queryFieldAt(record: RecordDefinition, path: string, reaches = reachesAll): QueryField | undefined {
  const field = fieldTable(record).get(path);
  return field && !field.isHidden && field.through.every(reaches) ? field : undefined;
}

/**
 * The field at a path that a definition uses, including hidden ones.
 * @throws Error if the record has no such field: then the definition is wrong.
 */
export function definedFieldAt(record: RecordDefinition, path: string): QueryField {
  const field = fieldTable(record).get(path);
  if (!field) throw new Error(`${record.class} has no field ${path}`);
  return field;
}

/** Every field that callers can filter, sort and group by. */
export function queryFieldsOf(record: RecordDefinition): QueryField[] {
  return [...fieldTable(record).values()].filter((field) => !field.isHidden);
}
