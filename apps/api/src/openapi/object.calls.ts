import { type ActionDefinition, actions, type ErrorCode, type ObjectDefinition, objects } from "@rewards/domain";
import { apiRoot } from "../context.ts";
import type { Call } from "./call.ts";
import { fieldCodes } from "./error.responses.ts";
import { exampleOf } from "./json-schema.ts";
import * as names from "./names.ts";
import { type Schema, schemaRef } from "./openapi.types.ts";

const created = objects.filter(({ path }) => path !== null);
const pageInstructions = { type: ["array", "null"], maxItems: 0, description: "Always empty." };
const objectsTag = "Objects";

type Contents = Readonly<Record<string, Schema>>;

export function objectCalls(contents: Contents): Call[] {
  return [
    ...created.map((definition) => createCall(definition, contents)),
    ...actions.map((action) => actionCall(action, contents)),
    createAnyCall(contents),
    readCall(),
    readActionCall(),
  ];
}

const bodyName = (definition: ObjectDefinition) => names.createdName(definition).replace(/Created$/, "Create");

/** The body of a create of each class, by name. */
export function createBodies(): Record<string, Schema> {
  return Object.fromEntries(
    created.map((definition) => [
      bodyName(definition),
      {
        type: "object",
        properties: {
          objectTypeID: { type: "string", const: definition.class },
          content: schemaRef(names.contentName(definition)),
          pageInstructions,
        },
        required: ["objectTypeID", "content"],
      },
    ]),
  );
}

const exampleBody = (definition: ObjectDefinition, contents: Contents) => ({
  objectTypeID: definition.class,
  content: exampleOf(contents[names.contentName(definition)] ?? {}),
});

function refusalsOfCreate({ key, unique, refusals = [] }: ObjectDefinition): ErrorCode[] {
  return [...(key?.repeats === "refuse" || unique ? (["Error_Key_Taken"] as const) : []), ...refusals];
}

function repeats({ key }: ObjectDefinition): string {
  const own = `\`${key?.field}\` is its idempotency key`;
  if (key?.repeats !== "answer") return "Send an `Idempotency-Key`, and it is safe to repeat.";
  return key.optional ? `${own} where it has one; else send an \`Idempotency-Key\`.` : `${own}, for ever.`;
}

function createCall(definition: ObjectDefinition, contents: Contents): Call {
  const { path, staged, initial, key } = definition;
  const word = names.wordOf(definition);
  const isPending = staged
    ? "It is durable before it is answered, and workers advance it."
    : "It can be used as soon as it is answered.";
  return {
    id: names.createId(definition),
    tag: names.tagOf(definition),
    method: "post",
    path: `/${path}${apiRoot}/objects`,
    summary: `Create a ${word}`,
    description: `Creates a ${word} as \`${initial}\`. ${isPending} ${repeats(definition)}`,
    kind: "Create",
    refusals: refusalsOfCreate(definition),
    parameters: ["Idempotency-Key"],
    body: { schema: schemaRef(bodyName(definition)), example: exampleBody(definition, contents) },
    answer: {
      status: 201,
      description: `The ${word} was created, or was already by the same call.`,
      schema: schemaRef(names.createdName(definition)),
      headers: ["Location", "ETag"],
    },
    // What a client needs to know of repeats: the field that makes one safe by itself.
    ...(key?.repeats === "answer" && { extensions: { "x-idempotency-field": key.field } }),
  };
}

/** By the interface's path, without an `{ObjectPath}`: for callers who send every create to one address. */
function createAnyCall(contents: Contents): Call {
  const mapping = created.map((one) => [one.class, `#/components/schemas/${bodyName(one)}`]);
  return {
    id: "objects.create",
    tag: objectsTag,
    method: "post",
    path: `${apiRoot}/objects`,
    summary: "Create an object of any type",
    description: "The creates of all types at one path; `objectTypeID` tells which.",
    kind: "Create",
    refusals: created.flatMap(refusalsOfCreate),
    parameters: ["Idempotency-Key"],
    body: {
      schema: {
        oneOf: created.map((one) => schemaRef(bodyName(one))),
        discriminator: { propertyName: "objectTypeID", mapping: Object.fromEntries(mapping) },
      },
      example: exampleBody(created[0] as ObjectDefinition, contents),
    },
    answer: {
      status: 201,
      description: "The object was created, or was already by the same call.",
      schema: { anyOf: created.map((one) => schemaRef(names.createdName(one))) },
      headers: ["Location", "ETag"],
    },
  };
}

/** The interface's path; where two classes have an action of one name, that of the class, by its `{ObjectPath}`. */
function pathOfAction({ name, target }: ActionDefinition): { path: string; isPrefixed: boolean } {
  const path = `${apiRoot}/objects/{ID}/actions/${name}`;
  const isPrefixed = actions.filter((other) => other.name === name).length === 1;
  if (!isPrefixed && target.path === null) throw new Error(`${target.class} has no path to tell its ${name} by`);
  return { path: isPrefixed ? path : `/${target.path}${path}`, isPrefixed };
}

function actionCall(action: ActionDefinition, contents: Contents): Call {
  const { target, name, transition, content, refusals = [] } = action;
  const word = names.wordOf(target);
  const from = target.transitions[transition]?.from.map((status) => `\`${status}\``).join(" or ");
  const { path, isPrefixed } = pathOfAction(action);
  const told = isPrefixed ? "" : `, also without \`/${target.path}\` before the path`;
  return {
    id: names.actionId(action),
    tag: names.tagOf(target),
    method: "patch",
    path,
    ...(isPrefixed && { isPrefixed }),
    summary: `Run ${name} on a ${word}`,
    description: `Taken from ${from}${told}. Send an \`Idempotency-Key\`, and it is safe to repeat.`,
    kind: "Action",
    refusals: [
      ...refusals,
      ...(content ? fieldCodes : []),
      ...(target.key && action.set ? (["Error_Key_Taken"] as const) : []),
    ],
    parameters: ["ID", "If-Match", "Idempotency-Key"],
    body: bodyOfAction(action, contents),
    answer: {
      status: 200,
      description: "Done; the status is final.",
      schema: schemaRef(names.actionAnswerName(action)),
      headers: ["ETag"],
    },
  };
}

function bodyOfAction(action: ActionDefinition, contents: Contents): NonNullable<Call["body"]> {
  const name = names.actionContentName(action);
  const content = contents[name];
  return {
    schema: {
      type: "object",
      properties: {
        content: content ? schemaRef(name) : { type: ["object", "null"], description: "Takes no fields." },
        pageInstructions,
      },
      ...(content && { required: ["content"] }),
    },
    example: content ? { content: exampleOf(content) } : { content: null },
  };
}

function readCall(): Call {
  return {
    id: "objects.get",
    tag: objectsTag,
    method: "get",
    path: `${apiRoot}/objects/{ID}`,
    isPrefixed: true,
    summary: "Read an object",
    description: "An object of any class by its ID, with the actions that its status allows. Deleted ones too.",
    kind: "Read",
    parameters: ["ID"],
    answer: { status: 200, description: "The object.", schema: schemaRef("ObjectAnswer"), headers: ["ETag"] },
  };
}

function readActionCall(): Call {
  return {
    id: "objects.getAction",
    tag: objectsTag,
    method: "get",
    path: `${apiRoot}/objects/{ID}/actions/{Action}`,
    isPrefixed: true,
    summary: "Read an action of an object",
    description:
      "The fields that an action takes, with the object's values where it would change them. Refused where the object's status does not allow the action.",
    kind: "Read",
    refusals: ["Error_Action_Unknown", "Error_Status_Illegal"],
    parameters: [
      "ID",
      { name: "Action", in: "path", required: true, description: "The action.", schema: schemaRef("ActionName") },
    ],
    answer: { status: 200, description: "The action.", schema: schemaRef("ActionAnswer"), headers: ["ETag"] },
  };
}
