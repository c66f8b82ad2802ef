import { actionOf, actions, objectOfPrefix, parseId } from "@rewards/domain";
import fc from "fast-check";
import { idMark } from "../world/mark.ts";
import { hostileSegment } from "./ids.ts";
import { type Asked, type Draw, isObject, type Kind, type Success, show } from "./kind.ts";
import { keysComplaint } from "./record.ts";

const draw = (id: fc.Arbitrary<string>, action: fc.Arbitrary<string>, isSound: boolean): fc.Arbitrary<Draw> =>
  fc.tuple(id, action).map(([id, action]) => ({ parameters: { id, action }, body: undefined, isSound }));

const anyAction = fc.constantFrom(...actions);
const soundDraws = fc.oneof(...actions.map(({ target, name }) => draw(idMark(target.class), fc.constant(name), true)));
const wrongDraws = fc.oneof(
  draw(
    hostileSegment,
    anyAction.map(({ name }) => name),
    false,
  ),
  draw(
    anyAction.chain(({ target }) => idMark(target.class)),
    hostileSegment,
    false,
  ),
);

function judge({ parameters }: Asked, { status, body }: Success): string | undefined {
  const { id = "", action = "" } = parameters;
  const definition = objectOfPrefix(parseId(id)?.prefix ?? "");
  if (!definition || !actionOf(definition, action)) return "read an action that its class lacks";
  if (status !== 200 || !isObject(body) || !isObject(body["data"])) return `not the answer of an action: ${show(body)}`;
  const complaint =
    keysComplaint(body, ["data", "uiResources"]) ??
    keysComplaint(body["data"], ["objectInfo", "action"]) ??
    keysComplaint(body["data"]["action"], ["ID", "name", "fields"]);
  return complaint ?? ((body["data"]["action"] as { ID: string }).ID === action ? undefined : "read another action");
}

export const readAction: Kind = {
  method: "GET",
  pattern: "/objects/:id/actions/:action",
  hasBody: false,
  hasTag: true,
  draws: () => fc.oneof({ weight: 3, arbitrary: soundDraws }, { weight: 1, arbitrary: wrongDraws }),
  judge,
  refusals: ["Error_Status_Illegal"],
};
