import type { NewRecord } from "@rewards/db";
import {
  AppError,
  bodyBytesMaxDefault,
  creatableObjects,
  createRight,
  firstVersion,
  formatId,
  type ObjectDefinition,
  objectOfClass,
  objectOfId,
  objects,
  parseContent,
  readRight,
  shapeAnswer,
} from "@rewards/domain";
import { replayedHeader, respond } from "../answer.ts";
import { isJsonObject, type JsonObject, readJsonObject, refusePageInstructions } from "../body.ts";
import { type ApiContext, apiRoot, demandRight } from "../call.ts";
import type { ApiDeps, Handler } from "../context.ts";
import { createPath, positionHeader, readClaim, versionHeader } from "../headers.ts";

/** POST …/objects: makes the object durable, then answers 201 in the response shape of its class. */
export const createObject: Handler = async (c, deps, objectPath) => {
  await deps.gateway.awaitRoom(objectPath);
  const { body, bodyBytes } = await readJsonObject(c, bodyBytesMaxOf(deps, objectPath));
  const definition = definitionOf(body, objectPath);
  demandRight(c.env.caller, createRight(definition));
  if (bodyBytes > bodyBytesMaxOf(deps, definition.path)) throw new AppError("Error_Body_TooLarge");
  refusePageInstructions(body);
  if (!isJsonObject(body["content"])) throw new AppError("Error_Content_NotObject");
  try {
    return await createRecord(c, deps, { definition, given: body["content"], bodyBytes });
  } catch (error) {
    c.env.outgoing.subject = subjectOf(definition, body["content"]);
    throw error;
  }
};

interface Create {
  readonly definition: ObjectDefinition;
  /** As sent. */
  readonly given: JsonObject;
  readonly bodyBytes: number;
}

async function createRecord(c: ApiContext, deps: ApiDeps, { definition, given, bodyBytes }: Create) {
  const content = parseContent(definition.content, given) as Record<string, unknown>;
  const path = createPath(definition);
  const { keys } = deps.personal;
  const claim = readClaim(c, { subject: definition.class, path, parsed: content, sent: given, keys });
  const { trace } = c.env.outgoing;
  const record = newRecord(c, deps, { definition, content, claim });
  const { id: uuid, position } = await deps.gateway.create(definition, { record, bodyBytes, trace });
  const id = formatId(definition.idPrefix, uuid);
  const answer = shapeAnswer(definition.created.shape, {
    id,
    status: definition.initial,
    confirmationNote: definition.created.note,
    ...(definition.createdContent && { content: definition.createdContent(content as never) }),
  });
  return respond(c.env.outgoing, answer, 201, {
    location: `${apiRoot}/objects/${id}`,
    // A repeated create has it too: it gets the first response again, whatever happened to the object since.
    ...versionHeader(firstVersion),
    ...(uuid !== record.id && replayedHeader),
    ...positionHeader(position),
  });
}

interface Parsed extends Pick<Create, "definition">, Pick<NewRecord, "content" | "claim"> {}

/** A record that a call creates, in the form in which it is stored. @throws AppError 503, see `demandKeys`. */
export function newRecord(c: ApiContext, deps: ApiDeps, { definition, content, claim }: Parsed): NewRecord {
  const { requestId, trace } = c.env.outgoing;
  const { user, scope } = c.env.caller;
  const traceId = trace?.traceId;
  return deps.personal.sealed(definition, { id: deps.newId(), content, user, requestId, traceId, scope, claim });
}

/** Only of records that wait for a worker: the keys of other classes may identify a person. */
function subjectOf({ class: className, fields, key, staged }: ObjectDefinition, given: JsonObject) {
  if (!staged || !key) return undefined;
  const parsed = fields[key.field]?.input?.safeParse(given[key.field]);
  return parsed?.success && parsed.data !== "" ? { class: className, externalId: String(parsed.data) } : undefined;
}

const bodyBytesMaxByPath = new Map(
  creatableObjects.map(({ path, bodyBytesMax = bodyBytesMaxDefault }) => [path, bodyBytesMax]),
);
const bodyBytesMaxOfAny = Math.max(...bodyBytesMaxByPath.values());

/** If the path has no object type, the largest bound of all types applies: only the body names the type. */
export function bodyBytesMaxOf({ bodyBytesMax }: ApiDeps, objectPath: string | null | undefined): number {
  return Math.min(bodyBytesMax, bodyBytesMaxByPath.get(objectPath ?? null) ?? bodyBytesMaxOfAny);
}

const unknownType = {
  code: "Error_ObjectType_Unknown",
  text: `objectTypeID must be one of ${creatableObjects.map((definition) => definition.class).join(", ")}.`,
} as const;

function definitionOf(body: JsonObject, path: string | undefined): ObjectDefinition {
  const name = body["objectTypeID"];
  if (name === undefined || name === null || name === "") throw new AppError("Error_ObjectType_Required");
  const definition = typeof name === "string" ? objectOfClass(name) : undefined;
  if (!definition?.path) throw new AppError("Error_ObjectType_Unknown", [unknownType]);
  if (path !== undefined && path !== definition.path) throw new AppError("Error_ObjectType_Mismatch");
  return definition;
}

/** GET …/objects/{ID}. */
export const readObject: Handler = async (c, { reads }) => {
  const id = c.req.param("id") as string;
  demandReadable(c, id);
  return reads.answer(c, { kind: "object", id });
};

/**
 * Goes by the ID's prefix alone, so the answer says nothing about the object.
 * @throws AppError 404 if the ID is no object's, 403 if the caller may not read objects of its class.
 */
export function demandReadable(c: ApiContext, id: string): void {
  demandRight(c.env.caller, readRight(objectOfId(id).definition));
}

/** The `{ObjectPath}` prefixes, accepted before every API path. */
export const objectPaths = objects.flatMap((definition) => definition.path ?? []);
