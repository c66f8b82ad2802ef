import { awaitingQueue, runAction } from "@rewards/db";
import {
  type ActionDefinition,
  AppError,
  actionOf,
  callerUser,
  formatId,
  objectOfId,
  parseContent,
  shapeAnswer,
} from "@rewards/domain";
import { isJsonObject, type JsonObject, readJsonObject } from "../body.ts";
import type { Handler } from "../context.ts";
import { readClaim } from "../idempotency.ts";
import { respond } from "../respond.ts";
import { refusePageInstructions } from "./objects.ts";

/** PATCH …/objects/{ID}/actions/{Action}: done, and answered with the final status. */
export const runObjectAction: Handler = async (c, deps) => {
  const { body } = await readJsonObject(c.env.incoming, deps.bodyBytesMax);
  refusePageInstructions(body);
  const { definition, uuid } = objectOfId(c.req.param("id") as string);
  const action = actionOf(definition, c.req.param("action") as string);
  if (!action) throw new AppError("Error_Action_Unknown");
  const content = contentOf(action, body);
  const claim = readClaim(c, { subject: action.name, parsed: content, sent: body["content"] });
  const { status, woken } = await runAction(deps.database.sql, action, { id: uuid, content, user: callerUser, claim });
  if (woken.length > 0) deps.enqueuer.push(awaitingQueue, woken);
  return respond(
    shapeAnswer(action.answer.shape, {
      id: formatId(definition.idPrefix, uuid),
      status,
      confirmationNote: action.answer.note,
    }),
  );
};

function contentOf(action: ActionDefinition, body: JsonObject): unknown {
  const given = body["content"];
  const isObject = isJsonObject(given);
  if (!isObject && (action.content || (given !== undefined && given !== null)))
    throw new AppError("Error_Content_NotObject");
  return action.content && parseContent(action.content, given);
}
