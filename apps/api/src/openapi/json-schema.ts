import { z } from "zod";
import { docOf } from "./field.docs.ts";
import type { Schema } from "./openapi.types.ts";

type Writable = Record<string, unknown>;

/** What a schema of the domain takes, as JSON Schema, each of its fields with what is known of it. */
export function inputSchema(schema: z.core.$ZodType, owner: string): Schema {
  return describeFields(writtenSchema(schema), owner);
}

/** The same, before its fields are described. */
export function writtenSchema(schema: z.core.$ZodType): Schema {
  const { $schema: _, ...written } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      showItems(zodSchema, jsonSchema as Writable);
      mergeNull(jsonSchema as Writable);
    },
  });
  return written as Schema;
}

/** An array that is counted before its items are parsed says of them nothing: what they are stands behind the pipe. */
function showItems(zodSchema: z.core.$ZodType, jsonSchema: Writable): void {
  const { def } = zodSchema._zod as { def: z.core.$ZodTypeDef };
  if (def.type !== "pipe") return;
  const { in: before, out: after } = def as z.core.$ZodPipeDef;
  const [counted, parsed] = [before._zod.def, after._zod.def] as z.core.$ZodArrayDef[];
  if (counted?.type !== "array" || parsed?.type !== "array") return;
  jsonSchema["items"] = writtenSchema(parsed.element);
}

/** `{anyOf: [{type: "string", …}, {type: "null"}]}` → `{type: ["string", "null"], …}`, which is easier to read. */
function mergeNull(jsonSchema: Writable): void {
  const [value, none, ...more] = (jsonSchema["anyOf"] ?? []) as Writable[];
  if (!value || none?.["type"] !== "null" || more.length > 0 || typeof value["type"] !== "string") return;
  delete jsonSchema["anyOf"];
  Object.assign(jsonSchema, value, { type: [value["type"], "null"] });
  if (Array.isArray(value["enum"])) jsonSchema["enum"] = [...value["enum"], null];
}

/** Beneath each field: what it means, what its checks say beside that, and an example. */
export function describeFields(schema: Schema, owner: string): Schema {
  const properties = schema["properties"] as Readonly<Record<string, Schema>> | undefined;
  if (!properties) return schema;
  const described = Object.entries(properties).map(([name, field]) => [name, describeField(field, owner, name)]);
  return { ...schema, properties: Object.fromEntries(described) };
}

function describeField(field: Schema, owner: string, name: string): Schema {
  const doc = docOf(owner, name);
  const description = [doc?.text, field["description"]].filter(Boolean).join(" ");
  const inside = describeFields(field, name);
  const items = inside["items"] as Schema | undefined;
  return {
    ...inside,
    ...(items && { items: describeFields(items, name) }),
    ...(description !== "" && { description }),
    ...(doc?.example !== undefined && field["const"] === undefined && { examples: [doc.example] }),
  };
}

/** What was taken, as it is shown again: no field is left out, and none that has a default is null. */
export function shownSchema(taken: Schema): Schema {
  const { default: _default, minLength: _min, pattern: _pattern, not: _not, required: _required, ...rest } = taken;
  const properties = rest["properties"] as Readonly<Record<string, Schema>> | undefined;
  const items = rest["items"] as Schema | undefined;
  const [type] = [rest["type"]].flat();
  return {
    ...rest,
    type,
    ...(items && { items: shownSchema(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, shownSchema(field)])),
      required: Object.keys(properties),
    }),
  };
}

/** An example of a schema: its own, or one made of those of its fields. */
export function exampleOf(schema: Schema): unknown {
  const [own] = (schema["examples"] ?? []) as unknown[];
  if (own !== undefined) return own;
  if (schema["const"] !== undefined) return schema["const"];
  const properties = schema["properties"] as Readonly<Record<string, Schema>> | undefined;
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, exampleOf(field)]));
  const items = schema["items"] as Schema | undefined;
  return items ? [exampleOf(items)] : null;
}
