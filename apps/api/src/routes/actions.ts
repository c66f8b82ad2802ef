import { awaitingQueue, findObject, runAction } from "@rewards/db";
import {
  type ActionDefinition,
  AppError,
  actionOf,
  actionResources,
  callerUser,
  formatId,
  moveFrom,
  type ObjectDefinition,
  objectOfId,
  parseContent,
  shapeAnswer,
  showActionFields,
} from "@rewards/domain";
import { isJsonObject, type JsonObject, readJsonObject } from "../body.ts";
import type { ApiContext, Handler } from "../context.ts";
import { readClaim } from "../idempotency.ts";
import { respond } from "../respond.ts";
import { readExpected, versionHeader } from "../version.ts";
import { refusePageInstructions } from "./objects.ts";

/** The action, and the class and UUID of the object it is asked of. */
function actionAsked(c: ApiContext): { definition: ObjectDefinition; uuid: string; action: ActionDefinition } {
  const { definition, uuid } = objectOfId(c.req.param("id") as string);
  const action = actionOf(definition, c.req.param("action") as string);
  if (!action) throw new AppError("Error_Action_Unknown");
  return { definition, uuid, action };
}

/**
 * GET …/objects/{ID}/actions/{Action}: the object, and the fields that the action takes, with their values where it
 * would change them. Where the object's status does not allow the action it is refused as the action itself would be.
 */
export const readObjectAction: Handler = async (c, { views }) => {
  const { definition, uuid, action } = actionAsked(c);
  const objectInfo = await findObject(views, definition, uuid);
  if (moveFrom(definition, objectInfo.status, action.transition) === undefined)
    throw new AppError("Error_Status_Illegal", undefined, { status: objectInfo.status });
  const fields = showActionFields(action, objectInfo.content);
  return respond(
    {
      data: { objectInfo, action: { ID: action.name, name: action.name, fields } },
      uiResources: actionResources(action, fields),
    },
    200,
    versionHeader(objectInfo.content["@version"]),
  );
};

/** PATCH …/objects/{ID}/actions/{Action}: done, and answered with the final status. */
export const runObjectAction: Handler = async (c, deps) => {
  const { body } = await readJsonObject(c.env.incoming, deps.bodyBytesMax);
  refusePageInstructions(body);
  const { definition, uuid, action } = actionAsked(c);
  const content = contentOf(action, body);
  const expected = readExpected(c);
  const claim = readClaim(c, { subject: action.name, parsed: content, sent: body["content"] });
  const call = { id: uuid, content, user: callerUser, expected, claim };
  const { status, version, woken } = await runAction(deps.database.sql, action, call);
  if (woken.length > 0) deps.enqueuer.push(awaitingQueue, woken);
  return respond(
    shapeAnswer(action.answer.shape, {
      id: formatId(definition.idPrefix, uuid),
      status,
      confirmationNote: action.answer.note,
    }),
    200,
    versionHeader(version),
  );
};

function contentOf(action: ActionDefinition, body: JsonObject): unknown {
  const given = body["content"];
  const isObject = isJsonObject(given);
  if (!isObject && (action.content || (given !== undefined && given !== null)))
    throw new AppError("Error_Content_NotObject");
  return action.content && parseContent(action.content, given);
}
