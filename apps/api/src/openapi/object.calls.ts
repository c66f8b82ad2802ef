import {
  creatableObjects,
  createRight,
  type ErrorCode,
  isKeyBound,
  member,
  type ObjectDefinition,
  objects,
  readRight,
} from "@rewards/domain";
import { apiRoot } from "../call.ts";
import type { Call } from "./call.ts";
import { exampleOf, type Schema, schemaRef } from "./json-schema.ts";
import * as names from "./names.ts";
import { idParameter, sampleOf } from "./samples.ts";

export const pageInstructions = {
  type: ["array", "null"],
  items: { type: "object" },
  maxItems: 0,
  description: "Always empty.",
};
export const objectsTag = "Objects";

/** Schemas of what creates and actions take, by name. */
export type Contents = Readonly<Record<string, Schema>>;

export function createCalls(contents: Contents): Call[] {
  return creatableObjects.map((definition) => createCall(definition, contents));
}

/** Calls for objects of any class. */
export function objectCalls(contents: Contents): Call[] {
  return [createAnyCall(contents), readCall];
}

/** The body of a create of each class, by name. */
export function createBodies(): Record<string, Schema> {
  return Object.fromEntries(
    creatableObjects.map((definition) => [
      names.bodyName(definition),
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

function refusalsOfCreate(definition: ObjectDefinition): ErrorCode[] {
  const { key, unique, refusals = [] } = definition;
  const taken = key?.repeats === "refuse" || unique ? (["Error_Key_Taken"] as const) : [];
  return [...taken, ...(isKeyBound(definition) ? (["Error_Key_Forbidden"] as const) : []), ...refusals];
}

function repeats({ key }: ObjectDefinition): string {
  const own = `\`${key?.field}\` is the idempotency key`;
  if (key?.repeats !== "answer") return "With an `Idempotency-Key` the call is safe to repeat.";
  return key.optional ? `${own} if it is sent; otherwise send an \`Idempotency-Key\`.` : `${own} and never expires.`;
}

function createCall(definition: ObjectDefinition, contents: Contents): Call {
  const { path, staged, initial, key } = definition;
  const word = names.wordOf(definition);
  const isPending = staged
    ? "The record is durable when the call is answered; workers process it afterwards."
    : "The record can be used as soon as the call is answered.";
  return {
    id: names.createId(definition),
    tag: names.tagOf(definition),
    method: "post",
    path: `/${path}${apiRoot}/objects`,
    summary: `Create ${names.aWordOf(definition)}`,
    description: `Creates ${names.aWordOf(definition)} as \`${initial}\`. ${isPending} ${repeats(definition)}`,
    kind: "Create",
    rights: [createRight(definition)],
    refusals: refusalsOfCreate(definition),
    parameters: ["Idempotency-Key"],
    body: { schema: schemaRef(names.bodyName(definition)), example: exampleBody(definition, contents) },
    answer: {
      status: 201,
      description: `The ${word} was created, by this call or by an earlier identical one.`,
      schema: schemaRef(names.createdName(definition)),
      headers: ["Location", "ETag", "Idempotent-Replayed", "Rewards-Position"],
    },
    // Clients need to know the field that makes repeats safe by itself.
    ...(key?.repeats === "answer" && { extensions: { "x-idempotency-field": key.field } }),
  };
}

/** The path without an `{ObjectPath}`, for callers that send every create to one address. */
function createAnyCall(contents: Contents): Call {
  const mapping = creatableObjects.map((one) => [one.class, `#/components/schemas/${names.bodyName(one)}`]);
  return {
    id: "objects.create",
    tag: objectsTag,
    method: "post",
    path: `${apiRoot}/objects`,
    summary: "Create an object of any type",
    description: "Creates an object of any type at one path; `objectTypeID` selects the type.",
    kind: "Create",
    rights: creatableObjects.map(createRight),
    refusals: creatableObjects.flatMap(refusalsOfCreate),
    parameters: ["Idempotency-Key"],
    body: {
      schema: {
        oneOf: creatableObjects.map((one) => schemaRef(names.bodyName(one))),
        discriminator: { propertyName: "objectTypeID", mapping: Object.fromEntries(mapping) },
      },
      example: exampleBody(creatableObjects[0] as ObjectDefinition, contents),
    },
    answer: {
      status: 201,
      description: "The object was created, by this call or by an earlier identical one.",
      schema: { anyOf: creatableObjects.map((one) => schemaRef(names.createdName(one))) },
      headers: ["Location", "ETag", "Idempotent-Replayed", "Rewards-Position"],
    },
  };
}

const readCall: Call = {
  id: "objects.get",
  tag: objectsTag,
  method: "get",
  path: `${apiRoot}/objects/{ID}`,
  isPrefixed: true,
  summary: "Read an object",
  description:
    "Returns an object of any class by its ID, with the actions that its status allows. Deleted objects are returned too.",
  kind: "Read",
  rights: objects.map(readRight),
  parameters: [idParameter(member, sampleOf(member))],
  answer: { status: 200, description: "The object.", schema: schemaRef("ObjectAnswer"), headers: ["ETag"] },
};
