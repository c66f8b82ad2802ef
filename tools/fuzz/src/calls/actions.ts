import { isDeepStrictEqual } from "node:util";
import {
  type ActionDefinition,
  actionOf,
  actions,
  isFinal,
  objectOfPrefix,
  parseActionContent,
  parseId,
  shapeAnswer,
  statusAfter,
} from "@rewards/domain";
import fc from "fast-check";
import { hostileSegment, mixed } from "../hostile/values.ts";
import { arbitraryOf } from "../schema/arbitrary.ts";
import { textAt } from "../schema/place.ts";
import { idMark } from "../world/mark.ts";
import { type Asked, attempt, drawsOf, isObject, type Kind, keysComplaint, show } from "./kind.ts";
import { hasNoInstructions } from "./objects.ts";

const anyAction = fc.constantFrom(...actions);
const anyName = anyAction.map(({ name }) => name);
const anyTarget = anyAction.chain(({ target }) => idMark(target.class));
const parametersOf = ({ name, target }: ActionDefinition) => ({ id: idMark(target.class), action: fc.constant(name) });
const noContent = fc.constantFrom<unknown>({}, { content: null }, { content: {} }, { content: { Amount: 1 } });

const soundDraws = actions.map((action) => {
  const place = { className: action.target.class, path: [] };
  const body = action.content
    ? mixed(
        [4, arbitraryOf(action.content, place, textAt).map((content): unknown => ({ content }))],
        ...(action.isContentOptional ? [[1, noContent] as const] : []),
      )
    : noContent;
  // Actions that end an object's life are drawn less often, so that objects remain to act on.
  return [
    isFinal(action.target, statusAfter(action) ?? action.target.initial) ? 1 : 4,
    drawsOf(true, parametersOf(action), { body }),
  ] as const;
});

/** An object that does not exist, or an action that its class lacks. */
const wrongDraws = drawsOf(
  false,
  {
    id: fc.oneof(hostileSegment, anyTarget),
    action: fc.oneof(fc.constantFrom(...actions.map(({ name }) => name), "edit", "", "toString"), hostileSegment),
  },
  { body: fc.constantFrom<unknown>({ content: {} }, { content: null }, { content: { RewardQuantity: 1 } }) },
);

/** The action that a path names, and its target's UUID. */
function actionNamed({ parameters: { id = "", action: name = "" } }: Asked) {
  const parsed = parseId(id);
  const target = parsed && objectOfPrefix(parsed.prefix);
  const action = target && actionOf(target, name);
  return action && { action, uuid: parsed.uuid };
}

/** The action with its content as read, if the definitions accept the request. */
function actionAsked(asked: Asked) {
  const named = actionNamed(asked);
  const { body } = asked;
  if (!named || !isObject(body) || !hasNoInstructions(body)) return undefined;
  const { content } = body;
  const isLeftOut = content === undefined || content === null;
  const mayBeLeftOut = !named.action.content || named.action.isContentOptional;
  if (!isObject(content) && !(isLeftOut && mayBeLeftOut)) return undefined;
  if (!named.action.content) return named;
  const read = attempt(() => parseActionContent(named.action, content));
  return read === undefined ? undefined : { ...named, content: read };
}

/** The status that an action left as it was: one of those that it is allowed in. */
function keptStatus({ target, transition }: ActionDefinition, body: unknown): string {
  const info = isObject(body) && isObject(body["data"]) ? body["data"]["objectInfo"] : undefined;
  const status = isObject(info) ? String(info["status"]) : "";
  return target.transitions[transition]?.from.includes(status) ? status : "";
}

const act: Kind = {
  method: "PATCH",
  pattern: "/objects/:id/actions/:action",
  hasBody: true,
  hasTag: true,
  draws: () => mixed([8, mixed(...soundDraws)], [1, wrongDraws]),
  learn(world, asked, seen) {
    const found = actionAsked(asked);
    if (!found) return;
    if (seen === undefined) world.maybeActed(found.uuid);
    else world.acted(found.action, found.uuid, "content" in found ? found.content : undefined);
  },
  judge(asked, body) {
    const action = actionAsked(asked)?.action;
    if (!action) return "did what the definitions refuse";
    const expected = shapeAnswer(action.answer.shape, {
      id: asked.parameters["id"] ?? "",
      status: statusAfter(action) ?? keptStatus(action, body),
      confirmationNote: action.answer.note,
    });
    return isDeepStrictEqual(body, expected) ? undefined : `not the answer of ${action.name}: ${show(expected)}`;
  },
  refusals: [
    "Error_Status_Illegal",
    "Error_Voucher_Expired",
    "Error_Voucher_LockedByOther",
    "Error_Redemption_NothingLeft",
    "Error_Balance_Insufficient",
    "Error_Balance_OutOfRange",
    "Error_Stock_NotCounted",
    "Error_Stock_OutOfRange",
    "Error_Member_Unknown",
    "Error_Member_Same",
    "Error_Member_Blocked",
    "Error_Payment_Unavailable",
    "Error_Payment_TooSmall",
    "Error_Payment_TooLarge",
    "Error_Payment_Unknown",
    "Error_Payment_Exceeded",
    "Error_Reference_Reused",
    "Error_Programme_Other",
    "Error_Card_Unknown",
    "Error_Key_Taken",
    "Error_Rule_TooOften",
  ],
};

const readForm: Kind = {
  method: "GET",
  pattern: act.pattern,
  hasTag: true,
  draws: () =>
    mixed(
      [6, fc.oneof(...actions.map((action) => drawsOf(true, parametersOf(action))))],
      [1, drawsOf(false, { id: hostileSegment, action: anyName })],
      [1, drawsOf(false, { id: anyTarget, action: hostileSegment })],
    ),
  judge(asked, body) {
    if (!actionNamed(asked)) return "read an action that its class lacks";
    if (!isObject(body) || !isObject(body["data"])) return `not the answer of an action: ${show(body)}`;
    const { data } = body;
    const complaint =
      keysComplaint(body, ["data", "uiResources"]) ??
      keysComplaint(data, ["objectInfo", "action"]) ??
      keysComplaint(data["action"], ["ID", "name", "fields"]);
    if (complaint) return complaint;
    return (data["action"] as { ID: string }).ID === asked.parameters["action"] ? undefined : "read another action";
  },
  refusals: ["Error_Status_Illegal", "Error_Voucher_Expired"],
};

export const actionKinds: readonly Kind[] = [act, readForm];
