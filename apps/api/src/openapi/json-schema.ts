import { rareMark } from "@rewards/domain";
import { z } from "zod";

/** A JSON Schema of draft 2020-12, as in OpenAPI 3.1. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security?: readonly Schema[];
  readonly parameters?: readonly Schema[];
  readonly requestBody?: Schema;
  readonly responses: Readonly<Record<string, Schema>>;
  readonly [extension: `x-${string}`]: unknown;
}

export type Method = "get" | "post" | "patch";

export type PathItem = Readonly<Partial<Record<Method, Operation>>> & { readonly servers?: readonly Schema[] };

/** An OpenAPI 3.1 document: the parts that are used here. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Schema;
  readonly security: readonly Schema[];
  readonly servers: readonly Schema[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  /** The business keys in the examples. */
  readonly "x-example-keys": readonly string[];
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, Schema>>;
  };
}

/** An object with these members and no others; all of them are required except the optional ones. */
export const closed = (properties: Readonly<Schema>, optional: readonly string[] = []): Schema => ({
  type: "object",
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

export const schemaRef = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
export const parameterRef = (name: string): Schema => ({ $ref: `#/components/parameters/${name}` });
export const headerRef = (name: string): Schema => ({ $ref: `#/components/headers/${name}` });
export const json = (schema: Schema, more: Schema = {}): Schema => ({ "application/json": { schema, ...more } });
/** Restricts a value to this text or empty list. Kubb generates no type for an empty text as `const`. */
export function constOf(value: unknown): Schema {
  if (Array.isArray(value)) return { maxItems: 0 };
  return value === "" ? { maxLength: 0 } : { const: value };
}

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
  return splitTypes(written) as Schema;
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

/** `{type: ["string", "number"]}` → `{anyOf: [{type: "string"}, {type: "number"}]}`, which more generators take. */
function splitTypes(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(splitTypes);
  if (given === null || typeof given !== "object") return given;
  const split = Object.fromEntries(Object.entries(given).map(([name, part]) => [name, splitTypes(part)]));
  const { type, ...rest } = split;
  const isMixed = Array.isArray(type) && type.filter((one) => one !== "null").length > 1;
  return isMixed ? { anyOf: type.map((one) => ({ type: one })), ...rest } : split;
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
