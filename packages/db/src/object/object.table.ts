import { deletedStatus, type Field, type FieldType, type ObjectDefinition, objects, statusesOf } from "@rewards/domain";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  numeric,
  type PgColumn,
  type PgColumnBuilderBase,
  type PgTableWithColumns,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { hashIndexes, listIndexes, lookUpIndexes, searchIndexes, uniqueColumns } from "./object.index.ts";

/** A table derived from a definition: its columns are properties with the names of the fields. */
// biome-ignore lint/suspicious/noExplicitAny: the columns come from the definition and are known only at run time.
export type ObjectTable = PgTableWithColumns<any> & Record<string, PgColumn>;

/** `SaleDateTime` → `sale_date_time`, `PointOfSaleID` → `point_of_sale_id`. */
export const columnName = (field: string): string =>
  field
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .toLowerCase();

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
export const amount = (name: string) => numeric(name, { precision: 15, scale: 4 });

/**
 * The column and its SQL type, by the type of the field. A column is nullable if its field may be unset. Every other
 * column has a default, so that a field can be added to a table that has rows and into which processes of the last
 * release insert. The default is what the field's schema gives for an absent value, or else an empty one.
 */
const columnTypes: Record<FieldType, { sql: string; column: (name: string, absent: unknown) => PgColumnBuilderBase }> =
  {
    text: {
      sql: "text",
      column: (name, absent = "") =>
        text(name)
          .notNull()
          .default(absent as string),
    },
    boolean: {
      sql: "boolean",
      column: (name, absent = false) =>
        boolean(name)
          .notNull()
          .default(absent as boolean),
    },
    integer: {
      sql: "integer",
      column: (name, absent = 0) =>
        integer(name)
          .notNull()
          .default(absent as number),
    },
    amount: { sql: "numeric", column: (name, absent = 0) => amount(name).notNull().default(String(absent)) },
    timestamp: { sql: "timestamptz", column: (name) => instant(name) },
    date: { sql: "date", column: (name) => date(name, { mode: "string" }) },
    page: { sql: "jsonb", column: (name, absent = {}) => jsonb(name).notNull().default(absent) },
    pages: { sql: "jsonb", column: (name, absent = []) => jsonb(name).notNull().default(absent) },
    list: { sql: "jsonb", column: (name, absent = []) => jsonb(name).notNull().default(absent) },
    json: { sql: "text", column: (name) => text(name).notNull().default("{}") },
    composed: { sql: "text", column: (name) => text(name) },
    reference: { sql: "uuid", column: (name) => uuid(name) },
    references: { sql: "uuid[]", column: (name) => uuid(name).array() },
  };

export function sqlTypeOf(type: FieldType): string {
  return columnTypes[type].sql;
}

function isColumn(field: Field): boolean {
  return field.store === "column" || field.store === "hidden";
}

/** The definition's own fields that have a column, including hidden ones. */
export function columnFields(definition: ObjectDefinition): [string, Field][] {
  return Object.entries(definition.fields).filter(([, field]) => isColumn(field));
}

/** The column of a record's encrypted personal fields: the ID of the key, a dot, and what `seal` makes of their JSON. */
export const sealedColumn = "personal_sealed";
/** The column of the hash by which records with an encrypted value of this field are found. */
export const lookUpColumn = (field: string) => `${columnName(field)}_hash`;
const lookUpColumns = ({ fields, lookedUpBy = [] }: ObjectDefinition) =>
  lookedUpBy.filter((name) => fields[name]?.personal).map(lookUpColumn);

/** The columns of a class's encrypted personal fields. While a row has values in them, those in clear are empty. */
export function sealedColumnNames(definition: ObjectDefinition): string[] {
  const hasPersonal = columnFields(definition).some(([, { personal }]) => personal);
  return hasPersonal ? [sealedColumn, ...lookUpColumns(definition)] : [];
}

/**
 * The columns of a record, for statements that read a record. Never use `*`: a column that a migration adds would
 * change the result of prepared statements, which Postgres refuses, and a statement cannot be retried within a
 * transaction.
 */
export function recordColumnNames(definition: ObjectDefinition): string[] {
  const own = columnFields(definition).map(([name]) => columnName(name));
  return ["id", "status", "version", ...own, ...sealedColumnNames(definition).slice(0, 1)];
}

/**
 * The table that keeps the business keys of a partitioned class unique: a unique index of a table with partitions must
 * contain the partition key. It also remembers the records of detached partitions.
 */
export interface KeyTable {
  readonly name: string;
  /** The column of the business key, in both tables. */
  readonly column: string;
  /** The column of the record's ID. */
  readonly id: string;
}

const keyTables: Readonly<Record<string, KeyTable>> = {
  SaleCase: { name: "sale_key", column: columnName("ExternalID"), id: "sale_id" },
};

/** Undefined for a class whose table has no partitions. */
export const keyTableOf = ({ class: name }: ObjectDefinition): KeyTable | undefined => keyTables[name];

/** The unique index of a business key or another unique field. */
export function keyIndexName({ noun }: Pick<ObjectDefinition, "noun">, field: string): string {
  return `${noun}_${columnName(field)}_key`;
}

const clock = sql`clock_timestamp()`;

function recordColumns() {
  return {
    id: uuid("id").primaryKey(),
    number: bigint("number", { mode: "number" }).notNull().generatedByDefaultAsIdentity(),
    version: integer("version").notNull().default(1),
    Status: text(columnName("Status")).notNull(),
    ConfirmationNote: text(columnName("ConfirmationNote")).notNull(),
    CreateDateTime: instant(columnName("CreateDateTime")).notNull().default(clock),
    UpdateDateTime: instant(columnName("UpdateDateTime")).notNull().default(clock),
    CreateUserID: text(columnName("CreateUserID")).notNull(),
    UpdateUserID: text(columnName("UpdateUserID")).notNull(),
  };
}

/** Of records that wait for a worker: the request and, if it was traced, the trace that created it; who settled it. */
const originColumns = ({ staged }: ObjectDefinition) =>
  staged ? { requestId: text("request_id"), traceId: text("trace_id"), settledBy: text("settled_by") } : {};

/** The drizzle table of an object type, with the indexes of its business key, its look-ups and its lists. */
export function tableOf(definition: ObjectDefinition): ObjectTable {
  const { noun, key } = definition;
  const own = columnFields(definition).map(([name, { type, input }]) => {
    const absent = input?.safeParse(undefined).data;
    return [name, columnTypes[type].column(columnName(name), absent)];
  });
  const sealed = sealedColumnNames(definition).map((name) => [name, text(name)]);
  const columns = { ...recordColumns(), ...Object.fromEntries([...own, ...sealed]), ...originColumns(definition) };
  const canBeDeleted = statusesOf(definition).includes(deletedStatus);
  const table = pgTable(noun, columns, (built) => {
    const column = (field: string) => (built as Record<string, PgColumn>)[field] as PgColumn;
    const keys = [...(key && !keyTableOf(definition) ? [key.field] : []), ...(definition.unique ?? [])];
    return [
      ...keys.map((field) => {
        const unique = uniqueIndex(keyIndexName(definition, field)).on(...uniqueColumns(definition, field, column));
        if (field === key?.field && key.optional) return unique.where(sql`${column(field)} <> ''`);
        return canBeDeleted ? unique.where(sql.raw(`status <> '${deletedStatus}'`)) : unique;
      }),
      ...(definition.indexes ?? []).map((field) => index(`${noun}_${columnName(field)}_idx`).on(column(field))),
      ...lookUpIndexes(definition, column),
      ...searchIndexes(definition, column),
      ...hashIndexes(noun, lookUpColumns(definition), column),
      // The unique index leaves out deleted records, which lists and references also need.
      ...(canBeDeleted && key ? [index(`${noun}_${columnName(key.field)}_idx`).on(column(key.field))] : []),
      ...listIndexes(definition, column),
    ];
  });
  // pgTable's type needs literal columns; here they come from the definition, as ObjectTable says.
  return table as unknown as ObjectTable;
}

const tables = new Map(objects.map((definition) => [definition.class, tableOf(definition)]));

export function objectTable(className: string): ObjectTable {
  const table = tables.get(className);
  if (!table) throw new Error(`no object of class ${className}`);
  return table;
}

export const objectTables: Readonly<Record<string, ObjectTable>> = Object.fromEntries(
  objects.map(({ noun, class: name }) => [noun, objectTable(name)]),
);
