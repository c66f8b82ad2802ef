import { isDeepStrictEqual } from "node:util";
import {
  creatableObjects,
  type ObjectDefinition,
  objectOfClass,
  parseContent,
  parseId,
  shapeAnswer,
} from "@rewards/domain";
import fc from "fast-check";
import { arbitraryOf } from "../schema/arbitrary.ts";
import { textAt } from "../schema/place.ts";
import { tagField } from "../world/rows.ts";
import type { ExpectedState } from "../world/world.ts";
import { type Asked, type Draw, isObject, type Kind, type Success, show, takes } from "./kind.ts";

const contents = new Map(
  creatableObjects.map((definition) => [
    definition.class,
    arbitraryOf(definition.content, { className: definition.class, path: [] }, textAt),
  ]),
);
const noInstructions = fc.constantFrom({}, { pageInstructions: [] }, { pageInstructions: null });

function drawOf(definition: ObjectDefinition): fc.Arbitrary<Draw> {
  const content = contents.get(definition.class) as fc.Arbitrary<unknown>;
  return fc.tuple(content, noInstructions).map(([content, more]) => ({
    parameters: {},
    body: { objectTypeID: definition.class, content, ...more },
    isSound: true,
  }));
}

/** The class that a create names, if the definitions accept its body. */
function createdClass({ endpoint, body }: Asked): ObjectDefinition | undefined {
  if (!isObject(body) || !isObject(body["content"]) || !hasNoInstructions(body)) return undefined;
  const name = body["objectTypeID"];
  const definition = typeof name === "string" ? objectOfClass(name) : undefined;
  if (!definition?.path || (endpoint.objectPath ?? definition.path) !== definition.path) return undefined;
  return takes(() => parseContent(definition.content, body["content"])) ? definition : undefined;
}

export function hasNoInstructions({ pageInstructions: given }: Record<string, unknown>): boolean {
  return given === undefined || given === null || (Array.isArray(given) && given.length === 0);
}

/** The ID in the answer to a create; its place depends on the class. */
function createdId(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const id = body["ID"] ?? (isObject(body["data"]) ? body["data"]["ID"] : undefined);
  return typeof id === "string" ? id : undefined;
}

function contentOf(definition: ObjectDefinition, { body }: Asked): Record<string, unknown> {
  return parseContent(definition.content, (body as { content: unknown }).content) as Record<string, unknown>;
}

function learn(world: ExpectedState, asked: Asked, seen: unknown): void {
  const definition = createdClass(asked);
  if (!definition) return;
  const id = createdId(seen);
  if (seen === undefined) world.maybeCreated(definition, String(contentOf(definition, asked)[tagField(definition)]));
  else if (id !== undefined) world.created(definition, parseId(id)?.uuid ?? "");
}

function judge(asked: Asked, { status, body }: Success): string | undefined {
  const definition = createdClass(asked);
  if (!definition) return "created what the definitions refuse";
  const id = createdId(body);
  if (status !== 201 || id === undefined || parseId(id)?.prefix !== definition.idPrefix)
    return `a create of ${definition.class} answered ${status} with the ID ${id}`;
  const content = contentOf(definition, asked);
  const expected = shapeAnswer(definition.created.shape, {
    id,
    status: definition.initial,
    confirmationNote: definition.created.note,
    ...(definition.createdContent && { content: definition.createdContent(content as never) }),
  });
  return isDeepStrictEqual(body, JSON.parse(JSON.stringify(expected)))
    ? undefined
    : `not the answer of a create: ${show(expected)}`;
}

export const create: Kind = {
  method: "POST",
  pattern: "/objects",
  learn,
  hasBody: true,
  hasTag: true,
  draws: ({ objectPath }) =>
    fc.oneof(...creatableObjects.filter(({ path }) => path === (objectPath ?? path)).map(drawOf)),
  judge,
  refusals: [],
};
