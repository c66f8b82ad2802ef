import { isDeepStrictEqual } from "node:util";
import {
  type ActionDefinition,
  actionOf,
  actions,
  objectOfPrefix,
  parseContent,
  parseId,
  shapeAnswer,
} from "@rewards/domain";
import fc from "fast-check";
import { arbitraryOf } from "../schema/arbitrary.ts";
import { textAt } from "../schema/place.ts";
import { idMark } from "../world/mark.ts";
import type { ExpectedState } from "../world/world.ts";
import { hasNoInstructions } from "./create.ts";
import { hostileSegment } from "./ids.ts";
import { type Asked, type Draw, isObject, type Kind, type Success, show, takes } from "./kind.ts";

const noContent = fc.constantFrom<unknown>({}, { content: null }, { content: {} }, { content: { Amount: 1 } });

function soundDraw(action: ActionDefinition): fc.Arbitrary<Draw> {
  const place = { className: action.target.class, path: [] };
  const body = action.content
    ? arbitraryOf(action.content, place, textAt).map((content): unknown => ({ content }))
    : noContent;
  return fc.record({
    parameters: fc.record({ id: idMark(action.target.class), action: fc.constant(action.name) }),
    body,
    isSound: fc.constant(true),
  });
}

/** Whether the action ends the object's life. Such actions are drawn less often, so that objects remain to act on. */
function isFinal({ target, transition }: ActionDefinition): boolean {
  const to = target.transitions[transition]?.to ?? "";
  return !Object.values(target.transitions).some(({ from }) => from.includes(to));
}

const soundDraws = fc.oneof(
  ...actions.map((action) => ({ weight: isFinal(action) ? 1 : 4, arbitrary: soundDraw(action) })),
);
const names = fc.oneof(fc.constantFrom(...actions.map(({ name }) => name), "edit", "", "toString"), hostileSegment);

/** An object that does not exist, or an action that its class lacks. */
const wrongDraw: fc.Arbitrary<Draw> = fc.record({
  parameters: fc.record({
    id: fc.oneof(
      hostileSegment,
      fc.constantFrom(...actions).chain(({ target }) => idMark(target.class)),
    ),
    action: names,
  }),
  body: fc.constantFrom({ content: {} }, { content: null }, { content: { RewardQuantity: 1 } }),
  isSound: fc.constant(false),
});

const soundWeight = 8;

/** The action and its target's UUID, if the definitions accept the request. */
function actionAsked({ parameters, body }: Asked): { action: ActionDefinition; uuid: string } | undefined {
  const parsed = parseId(parameters["id"] ?? "");
  const target = parsed && objectOfPrefix(parsed.prefix);
  const action = target && actionOf(target, parameters["action"] ?? "");
  if (!action || !isObject(body) || !hasNoInstructions(body)) return undefined;
  const { content } = body;
  const isTaken = action.content
    ? isObject(content) && takes(() => parseContent(action.content as never, content))
    : content === undefined || content === null || isObject(content);
  return isTaken ? { action, uuid: parsed.uuid } : undefined;
}

function learn(world: ExpectedState, asked: Asked, seen: unknown): void {
  const found = actionAsked(asked);
  if (!found) return;
  const { action, uuid } = found;
  const content = action.content && parseContent(action.content as never, (asked.body as { content: unknown }).content);
  if (seen === undefined) world.maybeActed(uuid);
  else world.acted(action, uuid, content);
}

function judge(asked: Asked, { status, body }: Success): string | undefined {
  const found = actionAsked(asked);
  if (!found) return "did what the definitions refuse";
  const { action } = found;
  const expected = shapeAnswer(action.answer.shape, {
    id: asked.parameters["id"] ?? "",
    status: action.target.transitions[action.transition]?.to ?? "",
    confirmationNote: action.answer.note,
  });
  return status === 200 && isDeepStrictEqual(body, expected)
    ? undefined
    : `not the answer of ${action.name}: ${show(expected)}`;
}

export const act: Kind = {
  method: "PATCH",
  pattern: "/objects/:id/actions/:action",
  learn,
  hasBody: true,
  hasTag: true,
  draws: () => fc.oneof({ weight: soundWeight, arbitrary: soundDraws }, { weight: 1, arbitrary: wrongDraw }),
  judge,
  refusals: [
    "Error_Status_Illegal",
    "Error_Voucher_Expired",
    "Error_Balance_Insufficient",
    "Error_Balance_OutOfRange",
    "Error_Stock_NotCounted",
    "Error_Stock_OutOfRange",
  ],
};
