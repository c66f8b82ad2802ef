import {
  type ActionDefinition,
  AppError,
  actionOfId,
  actionRight,
  bodyBytesMaxDefault,
  formatId,
  parseActionContent,
  shapeAnswer,
} from "@rewards/domain";
import { replayedHeader, respond } from "../answer.ts";
import { isJsonObject, type JsonObject, readJsonObject, refusePageInstructions } from "../body.ts";
import { demandRight, sourceOf } from "../call.ts";
import type { Handler } from "../context.ts";
import { actionPath, positionHeader, readClaim, readExpected, versionHeader } from "../headers.ts";
import { demandReadable } from "./objects.ts";

/** GET …/objects/{ID}/actions/{Action}: the object, and the fields that the action takes. */
export const readObjectAction: Handler = async (c, { reads }) => {
  const [id, name] = [c.req.param("id") as string, c.req.param("action") as string];
  demandReadable(c, id);
  demandRight(c.env.caller, actionRight(actionOfId(id, name).action));
  return reads.answer(c, { kind: "action", id, action: name });
};

/** PATCH …/objects/{ID}/actions/{Action}: runs the action and answers with the final status. */
export const runObjectAction: Handler = async (c, deps) => {
  const { definition, uuid, action } = actionOfId(c.req.param("id") as string, c.req.param("action") as string);
  demandRight(c.env.caller, actionRight(action));
  const { body, bodyBytes } = await readJsonObject(
    c,
    Math.min(deps.bodyBytesMax, action.bodyBytesMax ?? bodyBytesMaxDefault),
  );
  refusePageInstructions(body);
  const content = contentOf(action, body);
  deps.personal.demandKeys(definition, content);
  const expected = readExpected(c);
  const path = actionPath(definition, uuid, action);
  const { keys } = deps.personal;
  const claim = readClaim(c, { subject: action.name, path, parsed: content, sent: body["content"], keys });
  const { user, scope, isOfConsole } = c.env.caller;
  const call = { id: uuid, content, user, scope, isOfConsole, source: sourceOf(c), expected, claim };
  const { status, version, isReplayed, position } = await deps.actions.run(c, action, call, bodyBytes);
  return respond(
    c.env.outgoing,
    shapeAnswer(action.answer.shape, {
      id: formatId(definition.idPrefix, uuid),
      status,
      confirmationNote: action.answer.note,
    }),
    200,
    { ...versionHeader(version), ...(isReplayed && replayedHeader), ...positionHeader(position) },
  );
};

function contentOf(action: ActionDefinition, body: JsonObject): unknown {
  const given = body["content"];
  const isLeftOut = given === undefined || given === null;
  const mayBeLeftOut = !action.content || action.isContentOptional;
  if (!isJsonObject(given) && !(isLeftOut && mayBeLeftOut)) throw new AppError("Error_Content_NotObject");
  return parseActionContent(action, given);
}
