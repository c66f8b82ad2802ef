import {
  dataViews,
  entryTypes,
  type Field,
  type FieldType,
  ledgerEntry,
  objectOfClass,
  objects,
  type RecordDefinition,
  recordOf,
  statusesOf,
} from "@rewards/domain";
import { docOf, exampleUuid } from "./field.docs.ts";
import { describeFields, inputSchema, shownSchema } from "./json-schema.ts";
import { closed, type Schema, schemaRef } from "./openapi.types.ts";

const ofType: Readonly<Record<FieldType, Schema>> = {
  text: { type: "string" },
  boolean: { type: "boolean" },
  integer: { type: "integer" },
  amount: { type: "number" },
  timestamp: { type: "string", format: "date-time" },
  date: { type: "string", format: "date" },
  page: { type: "object" },
  pages: { type: "array", items: { type: "object" } },
  reference: schemaRef("Reference"),
  references: { type: "array", items: schemaRef("Reference") },
  list: { type: "array", items: {} },
};

/** Fields that come with every record, whatever is selected. */
const always = ["@class", "@version", "ID"];

export const reference: Schema = {
  description: "A reference to another record.",
  ...closed({ "@class": { type: "string" }, ID: { type: "string" } }),
};

/** The records of every class that an object or a data view has, by class. */
export function recordSchemas(): Record<string, Schema> {
  const records = [...objects.map(recordOf), ...dataViews.map(({ record }) => record)];
  return Object.fromEntries(records.map((record) => [record.class, recordSchema(record)]));
}

/** A record as a view shows it: of its fields, those that were selected, and what it was asked for by path. */
function recordSchema(record: RecordDefinition): Schema {
  const shown = Object.entries(record.fields).filter(([, field]) => field.store !== "hidden");
  const fields = {
    "@class": { type: "string", const: record.class },
    "@version": { type: "integer" },
    ID: { type: "string" },
    ...Object.fromEntries(shown.map(([name, field]) => [name, fieldSchema(record.class, name, field)])),
  };
  const schema = {
    type: "object",
    properties: fields,
    required: always,
    // Of another record's field, or a page's, that was selected: `Member.ExternalID`.
    patternProperties: { "^\\w+\\..+": {} },
    additionalProperties: false,
  };
  const described = describeFields(schema, record.class);
  const properties = described["properties"] as Readonly<Record<string, Schema>>;
  const ID = { ...properties["ID"], examples: [`${record.idPrefix}-${exampleUuid}`] };
  return { ...described, properties: { ...properties, ID } };
}

/** The names of all fields of a record, hidden ones left out. */
export function fieldNames(record: RecordDefinition): string[] {
  return [...always, ...Object.keys(record.fields).filter((name) => record.fields[name]?.store !== "hidden")];
}

function fieldSchema(className: string, name: string, field: Field): Schema {
  if (field.store === "constant") return constantSchema(field);
  if (field.type === "page" || field.type === "pages") return pageSchema(field, name);
  const values = valuesOf(className, name);
  const type = ofType[field.type];
  const isNullable = field.input ? field.input.safeParse(undefined).data === null : docOf(className, name)?.isNullable;
  if (isNullable) return { ...type, type: [type["type"], "null"] };
  return values ? { ...type, enum: values } : type;
}

function constantSchema({ type, value }: Field): Schema {
  return Array.isArray(value) ? { ...ofType[type], maxItems: 0 } : { ...ofType[type], const: value };
}

function pageSchema(field: Field, name: string): Schema {
  const shown = shownSchema(inputSchema(field.input as never, name));
  if (field.type === "pages") return shown;
  const own = { "@class": { type: "string", const: field.class }, ID: { type: "string" } };
  const properties = { ...own, ...(shown["properties"] as Schema) };
  return { ...shown, properties, required: Object.keys(properties) };
}

/** The texts that a field is one of, where they are known. */
function valuesOf(className: string, name: string): readonly string[] | undefined {
  const definition = objectOfClass(className);
  if (name === "Status") return definition && statusesOf(definition);
  return className === ledgerEntry.class && name === "Type" ? entryTypes : undefined;
}
