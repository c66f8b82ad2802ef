import {
  isTimed,
  metadata,
  type ObjectDefinition,
  objectOfClass,
  objects,
  recordOf,
  statusesOf,
} from "@rewards/domain";
import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { shownStatus, shownWhile } from "../object/object.status.ts";
import { lookUpColumn, objectTable, sealedColumn } from "../object/object.table.ts";
import { recordSources, sourceAdditions } from "../plugins.ts";
import { type FieldSource, type RecordSource, showInstant, showUser, stageFields } from "../record-source.ts";
import { textLiteral } from "../statement.ts";

/** The sources of the derived metadata of objects, the same for every class. */
function metadataFields(table: Record<string, PgColumn>, definition: ObjectDefinition): Record<string, FieldSource> {
  const column = (name: string) => table[name] as PgColumn;
  const { idPrefix } = definition;
  return {
    CreateUser: { expression: column("CreateUserID"), show: showUser },
    UpdateUser: { expression: column("UpdateUserID"), show: showUser },
    HistoryCounter: { expression: column("version") },
    BusinessID: {
      expression: column("number"),
      show: (number) => `${idPrefix}-${String(number)}`,
      shown: sql`${sql.raw(textLiteral(`${idPrefix}-`))} || ${column("number")}`,
    },
    ...statusFields(definition, column("Status")),
  };
}

/** A record whose time has come is shown in its next status from that instant on, before anything has written it. */
function statusFields(definition: ObjectDefinition, column: PgColumn): Record<string, FieldSource> {
  const status = isTimed(definition) ? sql.raw(shownStatus(definition, definition.noun)) : column;
  return { Status: { expression: status }, ...stageFields(status, statusesOf(definition)) };
}

function objectSource(className: string): RecordSource {
  const definition = objectOfClass(className);
  if (!definition) throw new Error(`no object of class ${className}`);
  const table = objectTable(className);
  const own = Object.keys({ ...definition.fields, ...metadata }).flatMap((name) =>
    table[name]
      ? [[name, { expression: table[name], ...(definition.fields[name]?.personal && { sealedAs: name }) }] as const]
      : [],
  );
  const record = recordOf(definition);
  const addition = sourceAdditions[className];
  return {
    record,
    table,
    ...(addition?.join && { join: addition.join }),
    id: table["id"] as PgColumn,
    version: table["version"] as PgColumn,
    ...(definition.key && { [definition.key.optional ? "optionalKey" : "requiredKey"]: definition.key.field }),
    ...(definition.lookedUpBy && { lookedUpBy: definition.lookedUpBy }),
    ...(definition.searchedBy && { searchedBy: definition.searchedBy }),
    ...sealedOf(definition, table),
    fields: {
      ...Object.fromEntries(own),
      ...lapsingFields(definition),
      ...metadataFields(table, definition),
      ...addition?.fields(table),
    },
  };
}

/** The fields that are shown in one status alone. */
function lapsingFields(definition: ObjectDefinition): Record<string, FieldSource> {
  const { fields, noun } = definition;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { type }]) => {
      const column = shownWhile(definition, noun, name);
      const show = type === "timestamp" ? { show: showInstant } : {};
      return column ? [[name, { expression: sql.raw(column), ...show }] as const] : [];
    }),
  );
}

function sealedOf(
  { lookedUpBy = [] }: ObjectDefinition,
  table: Record<string, PgColumn>,
): Pick<RecordSource, "sealed"> {
  const column = table[sealedColumn];
  const hashes = lookedUpBy.flatMap((name) => {
    const hash = table[lookUpColumn(name)];
    return hash ? [[name, hash] as const] : [];
  });
  return column ? { sealed: { column, hashes: Object.fromEntries(hashes) } } : {};
}

const sources = new Map<string, RecordSource>([
  ...objects.map((definition) => [definition.class, objectSource(definition.class)] as const),
  ...recordSources.map((source) => [source.record.class, source] as const),
]);

export function sourceOf(className: string): RecordSource {
  const source = sources.get(className);
  if (!source) throw new Error(`records of class ${className} have no source`);
  return source;
}

/** A record as callers get it. */
export interface ShownRecord extends Record<string, unknown> {
  readonly ID: string;
  readonly "@version": number;
}
