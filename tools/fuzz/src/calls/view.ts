import {
  type DataViewDefinition,
  dataViewOf,
  dataViews,
  parseParameters,
  parseQuery,
  type RecordDefinition,
  type ViewQuery,
} from "@rewards/domain";
import fc from "fast-check";
import { z } from "zod";
import { arbitraryOf } from "../schema/arbitrary.ts";
import { parameterAt } from "../schema/place.ts";
import { hostileSegment } from "./ids.ts";
import { type Asked, type Draw, isObject, type Kind, type Success, show, takes } from "./kind.ts";
import { queryOf } from "./query.ts";
import { keysComplaint, shownFields } from "./record.ts";

const selectedMax = 5;
const answerKeys = ["data", "resultCount", "fetchDateTime"];
const pagedKeys = ["hasMoreResults", "pageNumber", "pageSize", "nextPageToken", "totalCount"];
const countKeys = ["resultCount", "totalCount", "hasMoreResults", "fetchDateTime"];

function soundDraw(view: DataViewDefinition): fc.Arbitrary<Draw> {
  const names = Object.keys(view.record.fields);
  const field = fc.oneof(fc.constantFrom(...names), fc.constantFrom("Nothing", "__proto__", "toString", "id"));
  const select = fc.array(fc.record({ field }, { noNullPrototype: true }), { maxLength: selectedMax });
  const query = fc.constantFrom<unknown>({}, { query: null }, { query: {} }, { paging: null });
  const more = fc.oneof(
    query,
    select.map((select): unknown => ({ query: { select } })),
  );
  return fc.tuple(parametersOf(view), fc.oneof(more, queryOf(view))).map(([dataViewParameters, more]) => {
    const body = { dataViewParameters, ...(more as object) };
    return { parameters: { name: view.name }, body, isSound: takes(() => parseQuery(view, body)) && !hasToken(body) };
  });
}

export function parametersOf(view: DataViewDefinition): fc.Arbitrary<unknown> {
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

const hasToken = ({ paging }: Readonly<Record<string, unknown>>) =>
  isObject(paging) && typeof paging["nextPageToken"] === "string";

function judge(asked: Asked, { status, body }: Success): string | undefined {
  const query = queryAsked(asked);
  if (!query) return "a view answered what the definitions refuse";
  if (status !== 200 || !isObject(body) || !Array.isArray(body["data"]))
    return `not the answer of a view: ${show(body)}`;
  const complaint = keysComplaint(body, [...answerKeys, ...pagedKeys.filter((key) => key in body)]);
  if (complaint) return complaint;
  if (body["resultCount"] !== body["data"].length) return `a resultCount of ${show(body["resultCount"])}`;
  const { grouping, select, record } = query;
  const fields = grouping
    ? [...grouping.fields.map(({ path }) => path), ...grouping.aggregations.map(({ name }) => name)]
    : [...shownFields(record, select?.names), ...(select?.paths ?? []).map(({ path }) => path)];
  return body["data"].map((one) => keysComplaint(one, fields)).find((one) => one !== undefined);
}

function judgeCount(asked: Asked, { status, body }: Success): string | undefined {
  if (!queryAsked(asked)) return "a view counted what the definitions refuse";
  return status === 200 ? keysComplaint(body, countKeys) : `a count of status ${status}`;
}

/** The query as the definitions read it; undefined if they refuse it. */
function queryAsked({ parameters, body }: Asked): (ViewQuery & { record: RecordDefinition }) | undefined {
  const view = dataViewOf(parameters["name"] ?? "");
  if (!view || !isObject(body) || !takes(() => parseParameters(view, body["dataViewParameters"]))) return undefined;
  return takes(() => parseQuery(view, body)) ? { ...parseQuery(view, body), record: view.record } : undefined;
}

const kindOf = (pattern: string, judge: Kind["judge"]): Kind => ({
  method: "POST",
  pattern,
  hasBody: true,
  draws: () =>
    fc.oneof(
      { weight: soundWeight, arbitrary: fc.oneof(...dataViews.map(soundDraw)) },
      { weight: 1, arbitrary: wrongDraw },
    ),
  judge,
  refusals: [],
});

export const view = kindOf("/data_views/:name", judge);
export const count = kindOf("/data_views/:name/count", judgeCount);
