import type { DataViewDefinition } from "../data-view.ts";
import type { RecordDefinition } from "../record.ts";
import { functionsOf } from "./query.comparator.ts";
import { type QuerySource, queryFieldAt, reachesAll } from "./query.field.ts";
import { parseFilter } from "./query.filter.ts";
import { fieldSealed, fieldUnknown, queryError } from "./query.refuse.ts";
import { type PagingShape, parseShape, type QueryShape } from "./query.shape.ts";
import {
  type Aggregation,
  type Grouping,
  type Paging,
  pageSizeDefault,
  type QueryField,
  type Selection,
  type SortTerm,
  selectedPathsMax,
  type ViewQuery,
} from "./query.ts";

const fieldAt = ({ record, reaches }: QuerySource, path: string) => queryFieldAt(record, path, reaches);

/**
 * The field at a path, to sort, group or aggregate by.
 * @throws AppError 400 if it is encrypted.
 */
function orderedFieldAt(source: QuerySource, path: string, place: readonly string[]): QueryField | undefined {
  const field = fieldAt(source, path);
  if (field?.isPersonal && source.isSealed) throw fieldSealed(field, place);
  return field;
}

/**
 * Parses what the body of a data view call asks for: `query`, `paging` and `includeTotalCount`. For the caller, fields
 * of other records that it does not reach do not exist.
 * @param isSealed whether personal fields may be encrypted: then queries cannot sort or group by them, and compare only
 * whole values of those that records are looked up by.
 * @throws AppError 400 if it is not well-formed, filters or sorts by what the view does not have, or is over a limit.
 */
export function parseQuery(
  { record }: DataViewDefinition,
  body: Readonly<Record<string, unknown>>,
  reaches = reachesAll,
  isSealed = false,
): ViewQuery {
  const { query, paging, isTotalCountWanted } = parseShape(body);
  const source = { record, reaches, isSealed };
  const grouping = parseGrouping(source, query);
  return {
    select: grouping ? undefined : parseSelection(source, query),
    filter: parseFilter(source, query?.filter),
    sortBy: parseSort(source, query?.sortBy, grouping),
    grouping,
    paging: parsePaging(paging),
    isTotalCountWanted,
  };
}

/** Whether the query asks for the view's own records in the view's own order, which has a prepared statement. */
export function isPlainQuery(query: ViewQuery): boolean {
  const { filter, sortBy, grouping, paging, isTotalCountWanted, select } = query;
  return !filter && !grouping && !paging && !isTotalCountWanted && sortBy.length === 0 && !select?.paths.length;
}

const malformed = (name: string, text: string) => queryError("Error_Query_Malformed", ["query", name], text);
const tooManySelected = (what: string) =>
  queryError("Error_Query_TooLarge", ["query", "select"], `At most ${selectedPathsMax} ${what}.`);

function selectedNames(query: QueryShape | undefined): string[] {
  return (query?.select ?? []).flatMap((one) => (typeof one.field === "string" ? [one.field] : []));
}

function isShown(record: RecordDefinition, name: string): boolean {
  return Object.hasOwn(record.fields, name) && record.fields[name]?.store !== "hidden";
}

function parseSelection(source: QuerySource, query: QueryShape | undefined): Selection | undefined {
  if (!query?.select?.length) return undefined;
  const names = selectedNames(query);
  const paths = names.flatMap((name) => {
    const field = fieldAt(source, name);
    return field && field.steps.length > 1 ? [[field.path, field] as const] : [];
  });
  if (paths.length > selectedPathsMax) throw tooManySelected("fields of pages and of other records");
  return {
    names: new Set(names.filter((name) => isShown(source.record, name))),
    paths: [...new Map(paths).values()],
  };
}

/** Aggregations are grouped by the other selected fields; distinct results are groups without aggregations. */
function parseGrouping(source: QuerySource, query: QueryShape | undefined): Grouping | undefined {
  const aggregations = parseAggregations(source, query);
  const isDistinct = query?.distinctResultsOnly === true;
  if (isDistinct && aggregations.length > 0) throw malformed("distinctResultsOnly", "Not together with aggregations.");
  if (!isDistinct && aggregations.length === 0) return undefined;
  const fields = groupingFields(source, query);
  for (const { name } of aggregations)
    if (fields.some((field) => field.path === name))
      throw malformed("aggregations", "An aggregation has the name of a selected field; give it another.");
  // Whole records are distinct anyway.
  return fields.length === 0 && isDistinct ? undefined : { fields, aggregations };
}

function groupingFields(source: QuerySource, query: QueryShape | undefined): QueryField[] {
  const fields = new Map<string, QueryField>();
  for (const name of selectedNames(query)) {
    const field = orderedFieldAt(source, name, ["query", "select"]);
    if (field) fields.set(field.path, field);
    else if (isShown(source.record, name)) throw fieldUnknown(source.record, name, ["query", "select"]);
  }
  if (fields.size > selectedPathsMax) throw tooManySelected("fields to group by");
  return [...fields.values()];
}

function parseAggregations(source: QuerySource, query: QueryShape | undefined): Aggregation[] {
  const given = [...(query?.aggregations ?? [])];
  const names = new Set(given.map(([name]) => name));
  for (const one of query?.select ?? [])
    if ("aggregation" in one && !names.has(one.aggregation))
      throw malformed("select", "It names an aggregation that query.aggregations does not have.");
  return given.map(([name, { field: path, summaryFunction }]) => {
    const place = ["query", "aggregations", name, "field"];
    const field = orderedFieldAt(source, path, place);
    if (!field) throw fieldUnknown(source.record, path, place);
    const known = functionsOf(field.type).find((one) => one === summaryFunction);
    if (known) return { name, field, summaryFunction: known };
    const text = `One of ${functionsOf(field.type).join(", ")}.`;
    throw queryError("Error_Query_FunctionUnsuited", ["query", "aggregations", name, "summaryFunction"], text);
  });
}

/** Groups are sorted by their fields and aggregations, records by any field of the view. */
function parseSort(source: QuerySource, given: QueryShape["sortBy"], grouping: Grouping | undefined): SortTerm[] {
  const fieldOf = (path: string) =>
    grouping ? grouping.fields.find((known) => known.path === path) : orderedFieldAt(source, path, ["query", "sortBy"]);
  return (given ?? []).map((one): SortTerm => {
    const isDescending = one.type === "DESC";
    const name = typeof one.field === "string" ? one.field : one.aggregation;
    const field = typeof one.field === "string" ? fieldOf(name) : undefined;
    if (field) return { isDescending, field };
    const aggregation = one.field ? undefined : grouping?.aggregations.find((known) => known.name === name);
    if (aggregation) return { isDescending, aggregation };
    throw fieldUnknown(source.record, name, ["query", "sortBy"]);
  });
}

/**
 * Parses both forms of paging: pages of a size, or the first records. Either may start at the place of a token.
 * @throws AppError 400 if both forms, or a page number and a token, are given.
 */
function parsePaging(given: PagingShape | undefined): Paging | undefined {
  if (!given) return undefined;
  const { pageNumber, pageSize, maxResultsToFetch, nextPageToken } = given;
  const isPaged = pageNumber != null || pageSize != null;
  if (isPaged && maxResultsToFetch != null)
    throw conflict("maxResultsToFetch", "Not together with pageNumber or pageSize.");
  if (pageNumber != null && nextPageToken != null)
    throw conflict("nextPageToken", "Not together with pageNumber: it names the page.");
  const token = nextPageToken == null ? {} : { token: nextPageToken };
  if (maxResultsToFetch != null) return { rowsMax: maxResultsToFetch, skippedRows: 0, ...token };
  const rowsMax = pageSize ?? pageSizeDefault;
  const page = pageNumber ?? 1;
  return { rowsMax, skippedRows: (page - 1) * rowsMax, pageNumber: page, ...token };
}

const conflict = (name: string, text: string) => queryError("Error_Paging_Conflict", ["paging", name], text);
