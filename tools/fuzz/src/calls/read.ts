import { objectOfPrefix, objects, parseId, recordOf } from "@rewards/domain";
import fc from "fast-check";
import { words } from "../hostile/texts.ts";
import { idMark } from "../world/mark.ts";
import { hostileSegment } from "./ids.ts";
import { type Asked, type Draw, isObject, type Kind, type Success, show } from "./kind.ts";
import { keysComplaint, shownFields } from "./record.ts";

const infoKeys = [...words("ID objectTypeID status businessID createTime createdBy content availableActions")];

const draw = (id: fc.Arbitrary<string>, isSound: boolean): fc.Arbitrary<Draw> =>
  id.map((id) => ({ parameters: { id }, body: undefined, isSound }));

function judge({ parameters }: Asked, { status, body }: Success): string | undefined {
  const id = parameters["id"] ?? "";
  const definition = objectOfPrefix(parseId(id)?.prefix ?? "");
  if (!definition) return "read an object of no class";
  if (status !== 200 || !isObject(body) || !isObject(body["data"]) || !isObject(body["data"]["objectInfo"]))
    return `not the answer of a read: ${show(body)}`;
  const info = body["data"]["objectInfo"];
  const complaint =
    keysComplaint(body, ["data"]) ?? keysComplaint(body["data"], ["objectInfo"]) ?? keysComplaint(info, infoKeys);
  if (complaint) return complaint;
  if (info["ID"] !== id) return `read ${show(info["ID"])} instead`;
  return keysComplaint(info["content"], shownFields(recordOf(definition)));
}

export const read: Kind = {
  method: "GET",
  pattern: "/objects/:id",
  hasBody: false,
  hasTag: true,
  draws: () =>
    fc.oneof(
      { weight: 3, arbitrary: fc.oneof(...objects.map((definition) => draw(idMark(definition.class), true))) },
      { weight: 1, arbitrary: draw(hostileSegment, false) },
    ),
  judge,
  refusals: [],
};
