import {
  type ActionDefinition,
  actions,
  creatableObjects,
  formatId,
  type ObjectDefinition,
  type ShapePath,
  shapeAnswer,
  statusAfter,
} from "@rewards/domain";
import { closed, constOf, inputSchema, type Schema, shownSchema } from "./json-schema.ts";
import { actionAnswerName, actionContentName, contentName, createdName } from "./names.ts";

/** Schemas of what creates and actions take in `content`, by name. */
export function contentSchemas(): Record<string, Schema> {
  return Object.fromEntries([
    ...creatableObjects.map((one) => [contentName(one), inputSchema(one.content as never)] as const),
    ...actions.flatMap((action) =>
      action.content ? [[actionContentName(action), inputSchema(action.content as never)] as const] : [],
    ),
  ]);
}

/** Schemas of the responses to creates and actions, by name: the paths of their shapes and no other key. */
export function answerSchemas(): Record<string, Schema> {
  return Object.fromEntries([
    ...creatableObjects.map((one) => [createdName(one), answerOfCreate(one)] as const),
    ...actions.map((action) => {
      const { answer, target } = action;
      const values = { idPrefix: target.idPrefix, note: answer.note, ...statusesAfter(action) };
      return [actionAnswerName(action), answerSchema(answer.shape, values)] as const;
    }),
  ]);
}

function statusesAfter(action: ActionDefinition): Pick<Values, "status" | "statuses"> {
  const status = statusAfter(action);
  return status === undefined ? { statuses: action.target.transitions[action.transition]?.from } : { status };
}

function answerOfCreate(definition: ObjectDefinition): Schema {
  const { created, initial, idPrefix } = definition;
  return answerSchema(created.shape, {
    idPrefix,
    status: initial,
    note: created.note,
    ...(definition.createdContent && { content: createdContentSchema(definition) }),
  });
}

interface Values {
  readonly idPrefix: string;
  readonly status?: string;
  /** Those that a record may keep. */
  readonly statuses?: readonly string[] | undefined;
  readonly note: string;
  readonly content?: Schema;
}

/** Built like a response, with a schema in place of each value. */
function answerSchema(shape: readonly ShapePath[], { idPrefix, status, statuses, note, content }: Values): Schema {
  const leaf = (schema: Schema) => ({ [isLeaf]: schema });
  const id = formatId(idPrefix, exampleUuid);
  const page = shapeAnswer(shape, {
    id: leaf({ type: "string", description: "The object's opaque ID.", examples: [id] }) as never,
    status: leaf({ type: "string", ...(status === undefined ? { enum: statuses } : { const: status }) }) as never,
    confirmationNote: leaf({
      type: "string",
      description: "What was done, as a sentence for people.",
      examples: [note],
    }) as never,
    ...(content && { content: leaf(content) as never }),
  });
  return pageOf(page);
}

const exampleUuid = "01a1fe4e-5130-7472-96a8-22878b7abcfa";
const isLeaf = Symbol("schema");

function pageOf(page: Readonly<Record<string | symbol, unknown>>): Schema {
  if (page[isLeaf]) return page[isLeaf] as Schema;
  const properties = Object.entries(page).map(([name, inside]) => [name, pageOf(inside as never)]);
  return closed(Object.fromEntries(properties));
}

/** The fields in the response to a create: those of its content, and fixed ones. */
function createdContentSchema(definition: ObjectDefinition): Schema {
  const taken = inputSchema(definition.content as never)["properties"] as Record<string, Schema>;
  const sample = definition.createdContent?.({} as never) ?? {};
  const properties = Object.entries(sample).map(([name, fixed]) => {
    const given = taken[name];
    const field = definition.fields[name];
    const isUnset = field?.input?.safeParse(undefined).data === null;
    if (fixed !== undefined || !given) return [name, fixedSchema(fixed)] as const;
    if (field?.type === "timestamp") return [name, shownTimestamp(given)] as const;
    return [name, isUnset ? given : shownSchema(given)] as const;
  });
  return closed(Object.fromEntries(properties));
}

/** Timestamps are accepted in more forms than the one that is shown. */
function shownTimestamp({ pattern: _, ...taken }: Schema): Schema {
  return { ...taken, format: "date-time" };
}

function fixedSchema(value: unknown): Schema {
  return Array.isArray(value) ? { type: "array", items: {}, ...constOf(value) } : { type: "string", ...constOf(value) };
}
