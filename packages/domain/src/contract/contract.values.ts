import { z } from "zod";
import type { Field, Fields } from "../field.ts";
import { timestampPattern } from "../schema.time.ts";
import { textPattern } from "../schema.ts";

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** The schema keywords that the contract omits: the kind states the type, and the OpenAPI document has the prose. */
const omitted = new Set(["$schema", "anyOf", "description", "examples", "items", "properties", "required", "type"]);

/** The fields of a class or a page, one line each; those of an embedded page follow it, indented. */
export function fieldLines(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, field]) => [
    `${name}: ${[kindOf(field), ...writtenBy(field)].join(", ")}`,
    ...indent(fieldLines(field.fields ?? field.itemFields ?? {})),
  ]);
}

const kindOf = ({ type, class: className }: Field) => (className ? `${type} of ${className}` : type);

function writtenBy({ input, store, value, doc }: Field): string[] {
  if (input) return valueWords(schemaOf(input), isRequired(input));
  const shown = store === "constant" ? `always ${JSON.stringify(value)}` : store === "hidden" ? "hidden" : "read only";
  return doc?.isNullable ? [shown, "may be null"] : [shown];
}

/** The values of an action's content, or of a view's parameters, one line each. */
export function valueLines(schema: z.ZodType): string[] {
  return schemaLines(schemaOf(schema));
}

function schemaLines({ properties = {}, required = [] }: JsonSchema): string[] {
  return Object.entries(properties).flatMap(([name, given]) => {
    const schema = notNull(given as JsonSchema);
    const words = valueWords(given as JsonSchema, required.includes(name));
    return [`${name}: ${[schema.type ?? "any", ...words].join(", ")}`, ...indent(schemaLines(schema))];
  });
}

function valueWords(given: JsonSchema, isNeeded: boolean): string[] {
  const kept = Object.entries({ ...given, ...notNull(given) }).filter(([name]) => !omitted.has(name));
  return [isNeeded ? "required" : "optional", ...kept.map(([name, value]) => word(name, value)).filter(Boolean)];
}

const isRequired = (schema: z.ZodType) => !schema.safeParse(undefined).success;

/** Replaces the patterns of every text and every timestamp, which say nothing about the field. */
const words: Readonly<Record<string, string>> = {
  [`pattern ${JSON.stringify(textPattern)}`]: "",
  [`pattern ${JSON.stringify(timestampPattern)}`]: "with its offset from UTC",
};
const word = (name: string, value: unknown) =>
  words[`${name} ${JSON.stringify(value)}`] ?? `${name} ${JSON.stringify(value)}`;
const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });

function notNull(schema: JsonSchema): JsonSchema {
  const other = schema.anyOf?.find((one) => (one as JsonSchema).type !== "null");
  return other ? notNull(other as JsonSchema) : schema;
}

export function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
