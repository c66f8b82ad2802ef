import {
  AppError,
  aggregationsMax,
  comparatorNames,
  comparators,
  conditionsMax,
  dataViews,
  inListValuesMax,
  pageNumberMax,
  parseQuery,
  queryFieldsOf,
  queryNameLengthMax,
  recordsMax,
  selectedFieldsMax,
  sortFieldsMax,
  summaryFunctionNames,
  summaryFunctions,
} from "@rewards/domain";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { buildDocument } from "./document.ts";

const ajv = new Ajv2020({ strict: false });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema({ ...JSON.parse(JSON.stringify(buildDocument())), $id: "openapi" });
const schemaOf = { query: "Query", paging: "Paging" } as const;

type Body = { readonly [Part in keyof typeof schemaOf]?: unknown };

function isDescribed(body: Body): boolean {
  return Object.entries(body).every(([part, given]) => {
    const name = schemaOf[part as keyof typeof schemaOf];
    return ajv.compile({ $ref: `openapi#/components/schemas/${name}` })(given);
  });
}

/** A view whose records have a field of the type, and that field. */
function fieldOf(type: string | undefined) {
  for (const view of dataViews) {
    const found = queryFieldsOf(view.record).find((field) => field.type === type);
    if (found) return { view, field: found.path };
  }
  throw new Error(`no view has a field of type ${type}`);
}

const { view: anyView, field } = fieldOf("text");

function isTaken(body: Body, view = anyView): boolean {
  try {
    parseQuery(view, body);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

const times = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, at) => make(at));
const namedTimes = (count: number, of: unknown) => Object.fromEntries(times(count, (index) => [`F${index}`, of]));
const condition = (more: object = {}) => ({ lhs: { field }, comparator: "EQ", rhs: { value: "x" }, ...more });
const filter = (one: unknown) => ({ query: { filter: { filterConditions: { F1: one } } } });
const conditions = (count: number) => ({ query: { filter: { filterConditions: namedTimes(count, condition()) } } });
const inList = (count: number) => filter(condition({ comparator: "IN", rhs: { value: times(count, String) } }));
const aggregations = (count: number, more: object = {}) => ({
  query: { aggregations: namedTimes(count, { field, summaryFunction: "COUNT", ...more }) },
});
const selected = (count: number) => ({ query: { select: times(count, (index) => ({ field: `None${index}` })) } });
const sorted = (count: number) => ({ query: { sortBy: times(count, () => ({ field })) } });
const paging = (given: unknown) => ({ paging: given });
const query = (given: unknown) => ({ query: given });
const longName = (length: number) => query({ select: [{ field: "N".repeat(length) }] });

test.each(comparatorNames)("the document describes comparator %s as the parser accepts it", (comparator) => {
  const { types, operand } = comparators[comparator];
  const { view, field: own } = fieldOf(types.includes("text" as never) ? "text" : types[0]);
  const value = operand === "many" ? ["x"] : "x";
  const body = filter({
    lhs: { field: own },
    comparator,
    rhs: operand === "one" || operand === "many" ? { value } : null,
  });
  expect([isDescribed(body), isTaken(body, view)]).toEqual([true, true]);
});

test.each(summaryFunctionNames)("the document describes function %s as the parser accepts it", (summaryFunction) => {
  const { view, field: own } = fieldOf(summaryFunctions[summaryFunction].at(-1));
  const body = query({ aggregations: { A: { field: own, summaryFunction } } });
  expect([isDescribed(body), isTaken(body, view)]).toEqual([true, true]);
});

test.each<[string, (count: number) => Body, number]>([
  ["conditions", conditions, conditionsMax],
  ["values of a list", inList, inListValuesMax],
  ["aggregations", aggregations, aggregationsMax],
  ["selected fields", selected, selectedFieldsMax],
  ["sorted fields", sorted, sortFieldsMax],
  ["characters of a name", longName, queryNameLengthMax],
  ["pageNumber", (pageNumber) => paging({ pageNumber }), pageNumberMax],
  ["pageSize", (pageSize) => paging({ pageSize }), recordsMax],
  ["maxResultsToFetch", (maxResultsToFetch) => paging({ maxResultsToFetch }), recordsMax],
])("the document describes the limit of %s as the parser applies it", (_name, bodyOf, most) => {
  expect([isDescribed(bodyOf(most)), isTaken(bodyOf(most))]).toEqual([true, true]);
  expect([isDescribed(bodyOf(most + 1)), isTaken(bodyOf(most + 1))]).toEqual([false, false]);
});

const members = ["select", "filter", "sortBy", "aggregations", "distinctResultsOnly"];
const further = { includeTotalCount: true, calculations: {}, paging: false };
const pagingMembers = ["pageNumber", "pageSize", "maxResultsToFetch", "nextPageToken", "includeTotalCount"];

test.each<[boolean, Body]>([
  ...[...members, ...Object.keys(further)].flatMap((name): [boolean, Body][] => [
    [true, query({ [name]: null })],
    [false, query({ [name]: 5 })],
    [false, query({ [name]: "x" })],
  ]),
  ...pagingMembers.flatMap((name): [boolean, Body][] => [
    [true, paging({ [name]: null })],
    [false, paging({ [name]: [] })],
    [false, paging({ [name]: name === "nextPageToken" ? 5 : "x" })],
  ]),
  [true, query({ ...further, none: 1 })],
  [true, paging({ none: 1 })],
  [false, query("x")],
  [false, paging([])],
  [false, paging({ pageSize: 0 })],
  [false, paging({ pageNumber: 1.5 })],
  [false, query({ calculations: { A: {} } })],
  [false, query({ paging: {} })],
  [false, query({ filter: {} })],
  [false, query({ filter: { filterConditions: [] } })],
  [true, query({ filter: { filterConditions: {}, logic: null } })],
  [false, query({ filter: { filterConditions: {}, logic: 5 } })],
  [true, filter(condition({ ignoreCase: null }))],
  [false, filter(condition({ ignoreCase: "yes" }))],
  [false, filter(condition({ comparator: "LIKE" }))],
  [false, filter(condition({ comparator: "eq" }))],
  [false, filter(condition({ lhs: {} }))],
  [false, filter(condition({ rhs: "x" }))],
  [false, filter(condition({ rhs: { value: { a: 1 } } }))],
  [false, filter(condition({ rhs: { value: "x", field } }))],
  [true, filter(condition({ comparator: "IN", rhs: { values: ["x"] } }))],
  [false, query({ select: [{}] })],
  [false, query({ select: ["Name"] })],
  [true, query({ sortBy: [{ field, type: null }] })],
  [false, query({ sortBy: [{ field, type: "UP" }] })],
  [false, query({ sortBy: [{ type: "ASC" }] })],
  [
    true,
    query({ ...aggregations(1).query, select: [{ aggregation: "F0", field: null }], sortBy: [{ aggregation: "F0" }] }),
  ],
  [false, aggregations(1, { summaryFunction: "MEDIAN" })],
  [false, query({ aggregations: { A: { summaryFunction: "COUNT" } } })],
  [false, query({ aggregations: [] })],
])("accepted: %s, by the parser and by the document: %j", (taken, body) => {
  expect({ parser: isTaken(body), document: isDescribed(body) }).toEqual({ parser: taken, document: taken });
});
