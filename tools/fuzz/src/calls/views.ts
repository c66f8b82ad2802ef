import {
  type DataViewDefinition,
  dataViewOf,
  dataViews,
  metadataOf,
  parseParameters,
  parseQuery,
  type RecordDefinition,
  type ViewQuery,
} from "@rewards/domain";
import fc from "fast-check";
import { z } from "zod";
import { hostileSegment, mixed, words } from "../hostile/values.ts";
import { arbitraryOf } from "../schema/arbitrary.ts";
import { keyAt } from "../schema/place.ts";
import {
  type Asked,
  attempt,
  type Draw,
  drawsOf,
  isObject,
  type Kind,
  keysComplaint,
  show,
  shownFields,
} from "./kind.ts";
import { queryOf } from "./views.query.ts";

const countKeys = words("resultCount totalCount hasMoreResults fetchDateTime");
/** Those of pages, and of EventsSince. */
const listKeys = words("hasMoreResults pageNumber pageSize nextPageToken NextPosition WrittenSince");

const anyName = fc.constantFrom(...dataViews.map(({ name }) => name));

const parametersOf = (view: DataViewDefinition): fc.Arbitrary<unknown> =>
  arbitraryOf(z.object(view.parameters), { className: "", path: [] }, keyAt(view.record.class)).filter(
    (given) => attempt(() => parseParameters(view, given)) !== undefined,
  );

const hasToken = ({ paging }: Readonly<Record<string, unknown>>) =>
  isObject(paging) && typeof paging["nextPageToken"] === "string";

function postsOf(view: DataViewDefinition): fc.Arbitrary<Draw> {
  const field = fc.oneof(
    fc.constantFrom(...Object.keys(view.record.fields)),
    fc.constantFrom(...words("Nothing __proto__ toString id")),
  );
  const select = fc.array(fc.record({ field }, { noNullPrototype: true }), { maxLength: 5 });
  const more = fc.oneof(
    fc.constantFrom<unknown>({}, { query: null }, { query: {} }, { paging: null }),
    select.map((select): unknown => ({ query: { select } })),
  );
  return fc
    .tuple(parametersOf(view), fc.oneof(more, ...(view.record.isComputed ? [] : [queryOf(view)])))
    .map(([dataViewParameters, more]) => {
      const body = { dataViewParameters, ...(more as object) };
      const isSound = !view.computes && !hasToken(body) && attempt(() => parseQuery(view, body)) !== undefined;
      return { parameters: { name: view.name }, body, isSound };
    });
}

const strangeName = fc.oneof(hostileSegment, fc.constantFrom("programlist", "ProgramList.json", ""));
const strangePosts = drawsOf(
  false,
  { name: strangeName },
  { body: fc.constant<unknown>({ dataViewParameters: null }) },
);
const posts = mixed([10, fc.oneof(...dataViews.map(postsOf))], [1, strangePosts]);

/** Never counts as sound: text that a sender appends to any path breaks the JSON of the last parameter. */
function getsOf(view: DataViewDefinition): fc.Arbitrary<Draw> {
  const query = parametersOf(view).map(
    (given) => `?dataViewParameters=${encodeURIComponent(JSON.stringify(given) ?? "null")}`,
  );
  return drawsOf(false, { name: fc.constant(view.name) }, { query });
}

const hostileText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom("", "{", "%FF", "%00", "%", "[]", "1", "{}&dataViewParameters={}", "%7B%22__proto__%22:1%7D"),
);
const hostileQuery = fc
  .tuple(fc.constantFrom("dataViewParameters", "query", "paging", "viewType"), hostileText)
  .map(([name, text]) => `?${name}=${text}`);
const hostileGets = drawsOf(false, { name: anyName }, { query: hostileQuery });
const unknownGets = drawsOf(false, { name: hostileSegment });

/** The query as the definitions read it; undefined if they refuse it. */
function queryAsked({ parameters, body }: Asked): (ViewQuery & { record: RecordDefinition }) | undefined {
  const view = dataViewOf(parameters["name"] ?? "");
  if (!view || !isObject(body) || !attempt(() => parseParameters(view, body["dataViewParameters"]))) return undefined;
  const query = attempt(() => parseQuery(view, body));
  return query && { ...query, record: view.record };
}

/** The keys of each record that a query asks for. */
function fieldsOf({ grouping, select, record }: ViewQuery & { record: RecordDefinition }): string[] {
  if (!grouping) return [...shownFields(record, select?.names), ...(select?.paths ?? []).map(({ path }) => path)];
  return [...grouping.fields.map(({ path }) => path), ...grouping.aggregations.map(({ name }) => name)];
}

/** What is wrong with a list; of the keys in `optional` it may have any. */
function listComplaint(
  body: unknown,
  optional: readonly string[] = [],
  fields?: readonly string[],
): string | undefined {
  if (!isObject(body) || !Array.isArray(body["data"])) return `not the answer of a view: ${show(body)}`;
  const { data, resultCount } = body;
  if (resultCount !== data.length) return `a resultCount of ${show(resultCount)}`;
  const keys = ["data", "resultCount", "fetchDateTime", ...optional.filter((key) => key in body)];
  const complaint = keysComplaint(body, keys);
  if (complaint || !fields) return complaint;
  return data.map((one) => keysComplaint(one, fields)).find((one) => one !== undefined);
}

export const viewKinds: readonly Kind[] = [
  {
    method: "POST",
    pattern: "/data_views/:name",
    hasBody: true,
    draws: () => posts,
    judge(asked, body) {
      const query = queryAsked(asked);
      if (!query) return "a view answered what the definitions refuse";
      return listComplaint(body, [...listKeys, "totalCount"], fieldsOf(query));
    },
  },
  {
    method: "POST",
    pattern: "/data_views/:name/count",
    hasBody: true,
    draws: () => posts,
    judge: (asked, body) =>
      queryAsked(asked) ? keysComplaint(body, countKeys) : "a view counted what the definitions refuse",
  },
  {
    // Checks the form of the answer. The POST of the same view checks the records.
    method: "GET",
    pattern: "/data_views/:name",
    draws: () => fc.oneof(...dataViews.map(getsOf), hostileGets, unknownGets),
    judge: ({ parameters }, body) =>
      dataViewOf(parameters["name"] ?? "") ? listComplaint(body, listKeys) : "a view answered that does not exist",
  },
  {
    method: "GET",
    pattern: "/data_views/:name/metadata",
    draws: () => fc.oneof(drawsOf(true, { name: anyName }), unknownGets),
    judge({ parameters }, body) {
      const view = dataViewOf(parameters["name"] ?? "");
      const isRight = view && JSON.stringify(body) === JSON.stringify(metadataOf(view));
      return isRight ? undefined : `not the metadata of a view: ${show(body)}`;
    },
  },
  {
    method: "GET",
    pattern: "/data_views",
    draws: () => drawsOf(true),
    judge: (_asked, body) => listComplaint(body),
  },
];
