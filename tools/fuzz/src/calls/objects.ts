import { isDeepStrictEqual } from "node:util";
import {
  creatableObjects,
  type ObjectDefinition,
  objectOfClass,
  objectOfPrefix,
  objects,
  parseContent,
  parseId,
  recordOf,
  shapeAnswer,
} from "@rewards/domain";
import fc from "fast-check";
import { hostileSegment, mixed, words } from "../hostile/values.ts";
import { arbitraryOf } from "../schema/arbitrary.ts";
import { textAt } from "../schema/place.ts";
import { idMark } from "../world/mark.ts";
import { tagField } from "../world/stored.ts";
import {
  type Asked,
  attempt,
  type Draw,
  drawsOf,
  isObject,
  type Kind,
  keysComplaint,
  show,
  shownFields,
} from "./kind.ts";

const noInstructions = fc.constantFrom({}, { pageInstructions: [] }, { pageInstructions: null });

const createDraws = creatableObjects.map((definition): { path: string | null; draws: fc.Arbitrary<Draw> } => {
  const content = arbitraryOf(definition.content, { className: definition.class, path: [] }, textAt);
  const body = fc
    .tuple(content, noInstructions)
    .map(([content, more]) => ({ objectTypeID: definition.class, content, ...more }));
  return { path: definition.path, draws: drawsOf(true, {}, { body }) };
});

export function hasNoInstructions({ pageInstructions: given }: Record<string, unknown>): boolean {
  return given === undefined || given === null || (Array.isArray(given) && given.length === 0);
}

/** The class that a create names and its content as read, if the definitions accept its body. */
function createAsked({ endpoint, body }: Asked) {
  if (!isObject(body) || !isObject(body["content"]) || !hasNoInstructions(body)) return undefined;
  const name = body["objectTypeID"];
  const definition: ObjectDefinition | undefined = typeof name === "string" ? objectOfClass(name) : undefined;
  if (!definition?.path || (endpoint.objectPath ?? definition.path) !== definition.path) return undefined;
  const content = attempt(() => parseContent(definition.content, body["content"]) as Record<string, unknown>);
  return content && { definition, content };
}

/** The ID in the answer to a create; its place depends on the class. */
function createdId(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const id = body["ID"] ?? (isObject(body["data"]) ? body["data"]["ID"] : undefined);
  return typeof id === "string" ? id : undefined;
}

const create: Kind = {
  method: "POST",
  pattern: "/objects",
  hasBody: true,
  status: 201,
  hasTag: true,
  refusals: ["Error_Rule_TooMany", "Error_Rule_TooOften"],
  draws: ({ objectPath }) =>
    fc.oneof(...createDraws.filter(({ path }) => path === (objectPath ?? path)).map(({ draws }) => draws)),
  learn(world, asked, seen) {
    const found = createAsked(asked);
    if (!found) return;
    const { definition, content } = found;
    const id = createdId(seen);
    if (seen === undefined) world.maybeCreated(definition, String(content[tagField(definition)]));
    else if (id !== undefined) world.created(definition, parseId(id)?.uuid ?? "");
  },
  judge(asked, body) {
    const found = createAsked(asked);
    if (!found) return "created what the definitions refuse";
    const { definition, content } = found;
    const id = createdId(body);
    if (id === undefined || parseId(id)?.prefix !== definition.idPrefix)
      return `a create of ${definition.class} answered with the ID ${id}`;
    const expected = shapeAnswer(definition.created.shape, {
      id,
      status: definition.initial,
      confirmationNote: definition.created.note,
      ...(definition.createdContent && { content: definition.createdContent(content as never) }),
    });
    const isRight = isDeepStrictEqual(body, JSON.parse(JSON.stringify(expected)));
    return isRight ? undefined : `not the answer of a create: ${show(expected)}`;
  },
};

const infoKeys = words("ID objectTypeID status businessID createTime createdBy content availableActions");

const read: Kind = {
  method: "GET",
  pattern: "/objects/:id",
  hasTag: true,
  draws: () =>
    mixed(
      [3, fc.oneof(...objects.map((definition) => drawsOf(true, { id: idMark(definition.class) })))],
      [1, drawsOf(false, { id: hostileSegment })],
    ),
  judge({ parameters: { id = "" } }, body) {
    const definition = objectOfPrefix(parseId(id)?.prefix ?? "");
    if (!definition) return "read an object of no class";
    if (!isObject(body) || !isObject(body["data"]) || !isObject(body["data"]["objectInfo"]))
      return `not the answer of a read: ${show(body)}`;
    const info = body["data"]["objectInfo"];
    const complaint =
      keysComplaint(body, ["data"]) ?? keysComplaint(body["data"], ["objectInfo"]) ?? keysComplaint(info, infoKeys);
    if (complaint) return complaint;
    if (info["ID"] !== id) return `read ${show(info["ID"])} instead`;
    return keysComplaint(info["content"], shownFields(recordOf(definition)));
  },
};

export const objectKinds: readonly Kind[] = [create, read];
