import {
  actions,
  dataViews,
  entryTypes,
  exampleUuid,
  type Field,
  type FieldDoc,
  type FieldType,
  ledgerEntry,
  objectOfClass,
  objects,
  type RecordDefinition,
  recordOf,
  statusesOf,
} from "@rewards/domain";
import { closed, constOf, inputSchema, type Schema, schemaRef, shownSchema } from "./json-schema.ts";
import { infoName } from "./names.ts";

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
  json: { type: "object" },
  composed: { type: "object" },
};

export const reference: Schema = {
  description: "A reference to another record.",
  ...closed({ "@class": { type: "string" }, ID: { type: "string" } }),
};

/** The complete record of every object by class, and the records that data views show. */
export function recordSchemas(): Record<string, Schema> {
  const shown = dataViews.map(({ record }) => record);
  return Object.fromEntries([
    ...objects.map(recordOf).map((record) => [record.class, closed(fieldSchemas(record))] as const),
    ...shown.map((record) => [rowName(record), rowSchema(record)] as const),
  ]);
}

const classText = "The class of the record.";
const idText = "The record's opaque ID.";

export const rowName = (record: RecordDefinition) => `${record.class}Row`;

/**
 * A record as a view shows it: the selected fields, and values requested by path (`Member.ExternalID`). Without an ID,
 * a group of records with the aggregations under the names that the caller gave them. One schema, because a generated
 * client can read its fields; `anyOf` would hide them all.
 */
function rowSchema(record: RecordDefinition): Schema {
  const properties = fieldSchemas(record);
  return {
    type: "object",
    properties,
    dependentRequired: { ID: ["@class", "@version"] },
    dependentSchemas: {
      ID: { propertyNames: { anyOf: [{ enum: Object.keys(properties) }, { pattern: "^\\w+\\..+" }] } },
    },
  };
}

function fieldSchemas(record: RecordDefinition): Readonly<Record<string, Schema>> {
  const shown = Object.entries(record.fields).filter(([, field]) => field.store !== "hidden");
  return {
    "@class": { type: "string", const: record.class, description: classText },
    "@version": {
      type: "integer",
      description: "Starts at 1; every change of the record adds 1.",
      examples: [1],
    },
    ID: { type: "string", description: idText, examples: [`${record.idPrefix}-${exampleUuid}`] },
    ...Object.fromEntries(
      shown.map(([name, field]) => [name, describe(fieldSchema(record.class, name, field), field.doc)]),
    ),
  };
}

/** Replaces the description of a page's schema with that of its field. */
function describe(schema: Schema, { text, example }: FieldDoc = { text: "" }): Schema {
  return {
    ...schema,
    description: text,
    ...(example !== undefined && schema["const"] === undefined && { examples: [example] }),
  };
}

function fieldSchema(className: string, name: string, field: Field): Schema {
  if (field.store === "constant") return constantSchema(field);
  if (field.type === "page" || field.type === "pages") return pageSchema(field);
  const values = valuesOf(className, name);
  if (field.type === "json") return inputSchema(field.input as never);
  const type = field.shows ? shownSchema(inputSchema(field.shows)) : ofType[field.type];
  const isNullable = field.input ? field.input.safeParse(undefined).data === null : field.doc?.isNullable;
  if (isNullable && field.type === "reference") return { anyOf: [type, { type: "null" }] };
  if (isNullable) return { ...type, type: [type["type"], "null"] };
  return values ? { ...type, enum: values } : type;
}

function constantSchema({ type, value }: Field): Schema {
  return { ...ofType[type], ...constOf(value) };
}

function pageSchema(field: Field): Schema {
  const shown = shownSchema(inputSchema(field.input as never));
  if (field.type === "pages") return shown;
  const own = {
    "@class": { type: "string", const: field.class, description: classText },
    ID: { type: "string", description: idText },
  };
  const properties = { ...own, ...(shown["properties"] as Schema) };
  return { ...shown, properties, required: Object.keys(properties) };
}

/** The possible texts of a field, if they are known. */
function valuesOf(className: string, name: string): readonly string[] | undefined {
  const definition = objectOfClass(className);
  if (name === "Status") return definition && statusesOf(definition);
  return className === ledgerEntry.class && name === "Type" ? entryTypes : undefined;
}

const text = { type: "string" };

/** An object read by its ID. Its class determines the record in `content`, which is complete. */
const objectInfos: Readonly<Record<string, Schema>> = Object.fromEntries(
  objects.map((definition) => [
    infoName(definition),
    closed({
      ID: text,
      objectTypeID: { type: "string", const: definition.class },
      status: text,
      businessID: text,
      createTime: { type: "string", format: "date-time" },
      createdBy: text,
      content: schemaRef(definition.class),
      availableActions: {
        type: "array",
        description: "The actions that the object's status allows.",
        items: closed({ ID: schemaRef("ActionName"), name: text }),
      },
    }),
  ]),
);

const mapping = objects.map((one) => [one.class, `#/components/schemas/${infoName(one)}`]);

export const objectSchemas: Readonly<Record<string, Schema>> = {
  ...objectInfos,
  ObjectInfo: {
    oneOf: objects.map((one) => schemaRef(infoName(one))),
    discriminator: { propertyName: "objectTypeID", mapping: Object.fromEntries(mapping) },
  },
  ObjectAnswer: closed({ data: closed({ objectInfo: schemaRef("ObjectInfo") }) }),
  ActionName: { type: "string", enum: [...new Set(actions.map(({ name }) => name))] },
  ActionField: closed(
    {
      name: { type: "string", description: "`Name`, or `Address.City` within a page." },
      type: text,
      required: { type: "boolean" },
      value: {
        oneOf: ["string", "number", "boolean", "object", "null"].map((type) => ({ type })),
        description: "The object's present value, if the action would change it.",
      },
    },
    ["value"],
  ),
  ActionAnswer: closed(
    {
      data: closed({
        objectInfo: schemaRef("ObjectInfo"),
        action: closed({
          ID: schemaRef("ActionName"),
          name: text,
          fields: { type: "array", items: schemaRef("ActionField") },
        }),
      }),
      uiResources: { type: "object", description: "The same fields as a form, for clients that render forms." },
    },
    ["uiResources"],
  ),
};
