import { z } from "zod";
import type { ActionDefinition } from "./action.ts";
import type { Fields, FieldType } from "./field.ts";
import type { ObjectDefinition } from "./object.ts";

/** A field of an action's `content`: `Name`, or `Address.City` within a page. */
export interface ActionField {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
}

/** A field of a `content`, with what a form for people shows of it. */
export interface ContentField extends ActionField {
  readonly doc: { readonly text: string; readonly example: unknown };
  /** The maximum number of characters; undefined unless the field is text. */
  readonly lengthMax: number | undefined;
}

/** A field as GET …/actions/{Action} returns it: with the object's value if the action would change it. */
export interface ShownActionField extends ActionField {
  readonly value?: unknown;
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

const typeOfJson: Readonly<Record<string, FieldType>> = {
  string: "text",
  number: "amount",
  integer: "integer",
  boolean: "boolean",
  array: "list",
};

/** The fields that an action takes, read from its schema, in the schema's order. */
export function actionFields({ content, target }: ActionDefinition): ActionField[] {
  if (!content) return [];
  return contentFields(content as z.ZodType, target).map(({ name, type, required }) => ({ name, type, required }));
}

/** The fields of a `content` of a class: that of a create or of an action, in the schema's order. */
export function contentFields(content: z.ZodType, { fields }: Pick<ObjectDefinition, "fields">): ContentField[] {
  const schema = z.toJSONSchema(content, { io: "input", unrepresentable: "any" });
  return fieldsIn(schema, "", true, fields).map(({ name, schema: given, required }) => ({
    name,
    type: fields[name]?.type ?? typeOfJson[String(given.type)] ?? "text",
    required,
    doc: { text: given.description ?? "", example: (given.examples as unknown[] | undefined)?.[0] },
    lengthMax: given.maxLength,
  }));
}

interface SchemaField {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

function fieldsIn(page: JsonSchema, path: string, isPageRequired: boolean, fields: Fields): SchemaField[] {
  return Object.entries(page.properties ?? {}).flatMap(([name, given]): SchemaField[] => {
    const schema = notNull(given as JsonSchema);
    const required = isPageRequired && (page.required ?? []).includes(name);
    const isPage = schema.type === "object" && fields[path + name]?.type !== "json";
    if (isPage) return fieldsIn(schema, `${path}${name}.`, required, fields);
    return [{ name: path + name, schema, required }];
  });
}

/** The schema of a field without null. */
function notNull(schema: JsonSchema): JsonSchema {
  const other = schema.anyOf?.find((one) => (one as JsonSchema).type !== "null") as JsonSchema | undefined;
  return other ? notNull(other) : schema;
}

/** The fields with the record's values. An action that sets none of its fields shows no values. */
export function showActionFields(
  action: ActionDefinition,
  record: Readonly<Record<string, unknown>>,
): ShownActionField[] {
  return actionFields(action).map((field) => {
    const value = action.set && valueAt(record, field.name.split("."));
    return value === undefined ? field : { ...field, value };
  });
}

function valueAt(record: unknown, path: readonly string[]): unknown {
  let value = record;
  for (const step of path) value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[step];
  return value;
}

/** The component in which a client of the DX API shows a field, and that client's name for the field's type. */
const components: Partial<Record<FieldType, readonly [component: string, type: string]>> = {
  boolean: ["Checkbox", "True-False"],
  integer: ["Integer", "Integer"],
  amount: ["Decimal", "Decimal"],
  timestamp: ["DateTime", "Date Time"],
  date: ["Date", "Date"],
};
const text = ["TextInput", "Text"] as const;

/**
 * An action's fields in `uiResources`, where clients of the DX API expect them: a view named like the action with a
 * component for each field, and the fields by name. Everything else in a view is layout and is left out.
 */
export function actionResources({ name, target }: ActionDefinition, fields: readonly ShownActionField[]) {
  const children = fields.map((field) => ({
    type: (components[field.type] ?? text)[0],
    config: { value: `@P .${field.name}`, label: `@L ${field.name}`, required: field.required },
  }));
  const view = {
    name,
    type: "View",
    classID: target.class,
    children: [{ name: "Fields", type: "Region", children }],
  };
  const field = ({ name: label, type }: ShownActionField) => [
    { classID: target.class, type: (components[type] ?? text)[1], label },
  ];
  return {
    root: { type: "reference", config: { name, type: "view" } },
    resources: {
      views: { [name]: [view] },
      fields: Object.fromEntries(fields.map((one) => [one.name, field(one)])),
    },
  };
}
