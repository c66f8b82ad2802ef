import { type DataViewDefinition, dataViewOf, dataViews, parseParameters, parseQuery } from "@rewards/domain";
import fc from "fast-check";
import { z } from "zod";
import { arbitraryOf } from "../schema/arbitrary.ts";
import { parameterAt } from "../schema/place.ts";
import { hostileSegment } from "./ids.ts";
import { type Asked, type Draw, isObject, type Kind, type Success, show, takes } from "./kind.ts";
import { keysComplaint, shownFields } from "./record.ts";

const selectedMax = 5;
const answerKeys = ["data", "resultCount", "fetchDateTime"];

function soundDraw(view: DataViewDefinition): fc.Arbitrary<Draw> {
  const names = Object.keys(view.record.fields);
  const field = fc.oneof(fc.constantFrom(...names), fc.constantFrom("Nothing", "__proto__", "toString", "id"));
  const select = fc.array(fc.record({ field }, { noNullPrototype: true }), { maxLength: selectedMax });
  const query = fc.constantFrom<unknown>({}, { query: null }, { query: {} }, { paging: null });
  const more = fc.oneof(
    query,
    select.map((select): unknown => ({ query: { select } })),
  );
  return fc.tuple(parametersOf(view), more).map(([dataViewParameters, more]) => ({
    parameters: { name: view.name },
    body: { dataViewParameters, ...(more as object) },
    isSound: true,
  }));
}

function parametersOf(view: DataViewDefinition): fc.Arbitrary<unknown> {
  const schema = z.object(view.parameters);
  const at = ({ path }: { path: readonly string[] }) => parameterAt(view.record.class, path.at(-1) ?? "");
  return arbitraryOf(schema, { className: "", path: [] }, at).filter((given) =>
    takes(() => parseParameters(view, given)),
  );
}

const wrongDraw: fc.Arbitrary<Draw> = fc.record({
  parameters: fc.record({ name: fc.oneof(hostileSegment, fc.constantFrom("programlist", "ProgramList.json", "")) }),
  body: fc.constant({ dataViewParameters: null }),
  isSound: fc.constant(false),
});

const soundWeight = 10;

function judge({ parameters, body: asked }: Asked, { status, body }: Success): string | undefined {
  const view = dataViewOf(parameters["name"] ?? "");
  const isTaken = view && isObject(asked) && takes(() => parseParameters(view, asked["dataViewParameters"]));
  if (!isTaken || !takes(() => parseQuery(asked))) return "a view answered what the definitions refuse";
  if (status !== 200 || !isObject(body) || !Array.isArray(body["data"]))
    return `not the answer of a view: ${show(body)}`;
  const complaint = keysComplaint(body, [...answerKeys, ...("hasMoreResults" in body ? ["hasMoreResults"] : [])]);
  if (complaint) return complaint;
  if (body["resultCount"] !== body["data"].length) return `a resultCount of ${show(body["resultCount"])}`;
  const { select } = parseQuery(asked);
  const fields = shownFields(view.record, select);
  return body["data"].map((record) => keysComplaint(record, fields)).find((one) => one !== undefined);
}

export const view: Kind = {
  method: "POST",
  pattern: "/data_views/:name",
  hasBody: true,
  draws: () =>
    fc.oneof(
      { weight: soundWeight, arbitrary: fc.oneof(...dataViews.map(soundDraw)) },
      { weight: 1, arbitrary: wrongDraw },
    ),
  judge,
  refusals: [],
};
