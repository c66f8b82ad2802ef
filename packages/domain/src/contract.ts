import { z } from "zod";
import type { ActionDefinition } from "./action.ts";
import type { Condition, DataViewDefinition } from "./data-view.ts";
import type { Field, Fields } from "./field.ts";
import { keyPattern, optionalKeyPattern } from "./key.ts";
import { bodyBytesMaxDefault, type ObjectDefinition, statusesOf } from "./object.ts";
import { metadata, type RecordDefinition } from "./record.ts";
import { actionsOf, dataViews, objects, records } from "./registry.ts";
import { timestampPattern } from "./schema.time.ts";
import { textPattern } from "./schema.ts";

const head = [
  "What callers rely on, made from the definitions by `npm run generate`. Its diff shows what a change does to the interface.",
  "Every create and every action also takes the header Idempotency-Key.",
];

/** The contract of all classes, as text in the order of the registry. */
export function printContract(): string {
  const parts = [
    head,
    section("metadata of every class", fieldLines(metadata)),
    ...objects.map(describeObject),
    ...records.map(describeRecord),
  ];
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

export function describeObject(definition: ObjectDefinition): string[] {
  return section(`class ${definition.class}`, [
    `IDs ${definition.idPrefix}-…, table ${definition.noun}`,
    ...createLines(definition),
    ...section("fields", fieldLines(definition.fields)),
    ...section("states", statesOf(definition)),
    ...section("moves", movesOf(definition)),
    ...actionsOf(definition).flatMap(actionLines),
    ...viewsOf(definition.class),
  ]);
}

function describeRecord({ class: name, idPrefix, fields }: RecordDefinition): string[] {
  const own = Object.entries(fields).filter(([field, one]) => (metadata as Record<string, unknown>)[field] !== one);
  const lines = ["IDs ".concat(idPrefix, "-…"), ...section("fields", fieldLines(Object.fromEntries(own)))];
  const hasMetadata = Object.keys(metadata).filter((field) => field in fields);
  return section(`record ${name}`, [...lines, ...listed("metadata", hasMetadata), ...viewsOf(name)]);
}

function createLines({ path, created, key, unique, bodyBytesMax, refusals, staged }: ObjectDefinition): string[] {
  const repeats = { answer: "the same content again gets the first answer", refuse: "taken once" };
  return [
    path === null ? "created by the service alone" : `created at ${path}: ${answerOf(created)}`,
    ...(key ? [`key ${key.field}${key.optional ? ", optional" : ""}${within(key)}: ${repeats[key.repeats]}`] : []),
    ...listed("unique", unique),
    ...(path === null ? [] : [`body at most ${bodyBytesMax ?? bodyBytesMaxDefault} bytes`]),
    ...listed("create also refused with", refusals),
    ...(staged ? ["settled by a worker after the answer"] : []),
  ];
}

const within = ({ within: field }: NonNullable<ObjectDefinition["key"]>) => (field ? ` within ${field}` : "");

function statesOf(definition: ObjectDefinition): string[] {
  return statusesOf(definition).map((status) => (status === definition.initial ? `${status} (first)` : status));
}

function movesOf({ transitions, expires, lapses }: ObjectDefinition): string[] {
  const timed = [expires, lapses];
  const shown = (name: string) =>
    timed.flatMap((one) => (one?.move === name ? `, shown from ${one.at} on` : [])).join("");
  return Object.entries(transitions).map(
    ([name, { from, to }]) => `${name}: ${from.join(" | ")} -> ${to ?? "the same"}${shown(name)}`,
  );
}

function actionLines(action: ActionDefinition): string[] {
  const { name, transition, content, isContentOptional, bodyBytesMax, answer, refusals } = action;
  return section(`action ${name}: ${answerOf(answer)}`, [
    `move ${transition}`,
    ...(bodyBytesMax === undefined ? [] : [`body at most ${bodyBytesMax} bytes`]),
    ...listed("also refused with", refusals),
    ...section(isContentOptional ? "content, optional" : "content", content ? valueLines(content as z.ZodType) : []),
  ]);
}

function answerOf({ shape, note }: ObjectDefinition["created"]): string {
  return `answers ${shape.join(", ")}; note ${JSON.stringify(note)}`;
}

function viewsOf(className: string): string[] {
  return dataViews.filter(({ record }) => record.class === className).flatMap(viewLines);
}

/** Leaves out the fields of its records: they are those of the class. */
function viewLines(view: DataViewDefinition): string[] {
  const { name, parameters, where, orderBy = ["CreateDateTime", "ID"], refusals } = view;
  return section(`view ${name}`, [
    ...section("parameters", valueLines(z.object(parameters))),
    ...listed("also refused with", refusals),
    ...listed("where", where.map(conditionOf)),
    ...listed("order", orderBy),
  ]);
}

function conditionOf(condition: Condition): string {
  const other = "parameter" in condition ? `{${condition.parameter}}` : JSON.stringify(condition.value);
  return `${condition.field} ${condition.comparator} ${other}`;
}

function listed(name: string, values: readonly string[] = []): string[] {
  return values.length === 0 ? [] : [`${name} ${values.join(", ")}`];
}

function section(name: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [name, ...indent(lines)];
}

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** The schema keywords that the contract omits: the kind states the type, and the OpenAPI document has the prose. */
const omitted = new Set(["$schema", "anyOf", "description", "examples", "items", "properties", "required", "type"]);

/** The fields of a class or a page, one line each; those of an embedded page follow it, indented. */
function fieldLines(fields: Fields): string[] {
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
function valueLines(schema: z.ZodType): string[] {
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

/** Replaces the patterns of every text, key and timestamp, which say nothing about the field. */
const words: Readonly<Record<string, string>> = {
  [`pattern ${JSON.stringify(textPattern)}`]: "",
  [`pattern ${JSON.stringify(keyPattern)}`]: "a key",
  [`pattern ${JSON.stringify(optionalKeyPattern)}`]: "a key",
  [`pattern ${JSON.stringify(timestampPattern)}`]: "with its offset from UTC",
};
const word = (name: string, value: unknown) =>
  words[`${name} ${JSON.stringify(value)}`] ?? `${name} ${JSON.stringify(value)}`;
const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });

function notNull(schema: JsonSchema): JsonSchema {
  const other = schema.anyOf?.find((one) => (one as JsonSchema).type !== "null");
  return other ? notNull(other as JsonSchema) : schema;
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
