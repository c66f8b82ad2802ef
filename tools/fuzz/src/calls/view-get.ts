import { type DataViewDefinition, dataViewOf, dataViews, metadataOf } from "@rewards/domain";
import fc from "fast-check";
import { hostileSegment } from "./ids.ts";
import { type Draw, isObject, type Kind, show } from "./kind.ts";
import { keysComplaint } from "./record.ts";
import { parametersOf } from "./view.ts";

const nameOf = ({ name }: DataViewDefinition) => ({ name });
const wrongName: fc.Arbitrary<Draw> = fc.record({
  parameters: fc.record({ name: hostileSegment }),
  body: fc.constant(undefined),
  isSound: fc.constant(false),
});

/** Never counts as sound: text that a sender appends to any path breaks the JSON of the last parameter. */
const readOf = (view: DataViewDefinition): fc.Arbitrary<Draw> =>
  parametersOf(view).map((given) => ({
    parameters: nameOf(view),
    body: undefined,
    query: `?dataViewParameters=${encodeURIComponent(JSON.stringify(given) ?? "null")}`,
    isSound: false,
  }));

const hostileText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom("", "{", "%FF", "%00", "%", "[]", "1", "{}&dataViewParameters={}", "%7B%22__proto__%22:1%7D"),
);
const hostileRead: fc.Arbitrary<Draw> = fc.record({
  parameters: fc.constantFrom(...dataViews.map(nameOf)),
  body: fc.constant(undefined),
  query: fc
    .tuple(fc.constantFrom("dataViewParameters", "query", "paging", "viewType"), hostileText)
    .map(([name, text]) => `?${name}=${text}`),
  isSound: fc.constant(false),
});

const answerKeys = ["data", "resultCount", "fetchDateTime"];

function judgeList(body: unknown, more: readonly string[] = []): string | undefined {
  if (!isObject(body) || !Array.isArray(body["data"])) return `not the answer of a view: ${show(body)}`;
  if (body["resultCount"] !== body["data"].length) return `a resultCount of ${show(body["resultCount"])}`;
  return keysComplaint(body, [...answerKeys, ...more]);
}

/** GET …/data_views/{name}: checks the form of the answer. The POST of the same view checks the records. */
const read: Kind = {
  method: "GET",
  pattern: "/data_views/:name",
  hasBody: false,
  draws: () => fc.oneof(...dataViews.map(readOf), hostileRead, wrongName),
  judge: ({ parameters }, { body }) => {
    if (!dataViewOf(parameters["name"] ?? "")) return "a view answered that does not exist";
    const paged = ["pageNumber", "pageSize", "hasMoreResults", "nextPageToken"];
    return judgeList(body, isObject(body) ? paged.filter((name) => name in body) : []);
  },
  refusals: [],
};

const metadata: Kind = {
  method: "GET",
  pattern: "/data_views/:name/metadata",
  hasBody: false,
  draws: () =>
    fc.oneof(
      fc.constantFrom(...dataViews).map((view): Draw => ({ parameters: nameOf(view), body: undefined, isSound: true })),
      wrongName,
    ),
  judge: ({ parameters }, { body }) => {
    const view = dataViewOf(parameters["name"] ?? "");
    const isTold = view && JSON.stringify(body) === JSON.stringify(metadataOf(view));
    return isTold ? undefined : `not the metadata of a view: ${show(body)}`;
  },
  refusals: [],
};

const list: Kind = {
  method: "GET",
  pattern: "/data_views",
  hasBody: false,
  draws: () => fc.constant<Draw>({ parameters: {}, body: undefined, isSound: true }),
  judge: (_, { body }) => judgeList(body),
  refusals: [],
};

export const viewReads: readonly Kind[] = [read, metadata, list];
