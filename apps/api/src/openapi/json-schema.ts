import { rareMark } from "@rewards/domain";
import { z } from "zod";
import type { Schema } from "./openapi.types.ts";

type Writable = Record<string, unknown>;

/** What a schema of the domain accepts, as JSON Schema. */
export function inputSchema(schema: z.core.$ZodType): Schema {
  const { $schema: _, ...written } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      showItems(zodSchema, jsonSchema as Writable);
      mergeNull(jsonSchema as Writable);
      showExamples(zodSchema, jsonSchema as Writable);
    },
  });
  return written as Schema;
}

/** If an array is counted before its items are parsed, only the schema behind the pipe describes the items. */
function showItems(zodSchema: z.core.$ZodType, jsonSchema: Writable): void {
  const { def } = zodSchema._zod as { def: z.core.$ZodTypeDef };
  if (def.type !== "pipe") return;
  const { in: before, out: after } = def as z.core.$ZodPipeDef;
  const [counted, parsed] = [before._zod.def, after._zod.def] as z.core.$ZodArrayDef[];
  if (counted?.type !== "array" || parsed?.type !== "array") return;
  jsonSchema["items"] = inputSchema(parsed.element);
}

/** Adds the examples of transformed values. zod omits them as the result's, but here they are the caller's. */
function showExamples(zodSchema: z.core.$ZodType, jsonSchema: Writable): void {
  const examples = z.globalRegistry.get(zodSchema)?.["examples"];
  if (examples !== undefined) jsonSchema["examples"] = examples;
}

/** `{anyOf: [{type: "string", …}, {type: "null"}]}` → `{type: ["string", "null"], …}`, which is easier to read. */
function mergeNull(jsonSchema: Writable): void {
  const [value, none, ...more] = (jsonSchema["anyOf"] ?? []) as Writable[];
  if (!value || none?.["type"] !== "null" || more.length > 0 || typeof value["type"] !== "string") return;
  delete jsonSchema["anyOf"];
  Object.assign(jsonSchema, value, { type: [value["type"], "null"] });
  if (Array.isArray(value["enum"])) jsonSchema["enum"] = [...value["enum"], null];
}

const mayBeAbsent = (field: Schema | undefined) => field?.[rareMark] === true;

/** An accepted value as it is shown again: only rare fields are left out, and no field with a default is null. */
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
      required: Object.keys(properties).filter((name) => !mayBeAbsent(properties[name])),
    }),
  };
}

/** An example of a schema: its own, or one built from those of its fields. */
export function exampleOf(schema: Schema): unknown {
  const [own] = (schema["examples"] ?? []) as unknown[];
  if (own !== undefined) return own;
  if (schema["const"] !== undefined) return schema["const"];
  const properties = schema["properties"] as Readonly<Record<string, Schema>> | undefined;
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).flatMap(([name, field]) => (mayBeAbsent(field) ? [] : [[name, exampleOf(field)]])),
    );
  const items = schema["items"] as Schema | undefined;
  return items ? [exampleOf(items)] : null;
}
