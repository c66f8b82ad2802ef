import {
  aggregationsMax,
  comparatorNames,
  conditionsMax,
  inListValuesMax,
  pageNumberMax,
  pageSizeDefault,
  queryNameLengthMax,
  recordsMax,
  selectedFieldsMax,
  sortFieldsMax,
  summaryFunctionNames,
} from "@rewards/domain";
import { type Schema, schemaRef } from "./openapi.types.ts";

const name = { type: "string", maxLength: queryNameLengthMax };
const field = { ...name, description: "A field, or a path through a reference or a page: `Member.ExternalID`." };
const aggregation = { ...name, description: "The name of an aggregation." };
const flag = { type: ["boolean", "null"], default: false };
const scalar = { type: ["string", "number", "boolean", "null"] };
const list = { type: "array", items: scalar, maxItems: inListValuesMax };
const upTo = (maximum: number, more: Schema = {}) => ({ type: ["integer", "null"], minimum: 1, maximum, ...more });

const object = (properties: Schema, required: readonly string[] = []): Schema => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
});
/** Of a member that may be left out, or be null. */
const orNull = (schema: Schema): Schema => ({ ...schema, type: [schema["type"], "null"] });
/** Members under names that callers choose. */
const named = (of: Schema, maxProperties: number, description: string): Schema => ({
  type: "object",
  description,
  maxProperties,
  propertyNames: name,
  additionalProperties: of,
});
/** A field of the records, or an aggregation of theirs. */
const chosen = (more: Schema = {}): Schema => ({
  anyOf: [
    object({ field, ...more }, ["field"]),
    object({ aggregation, field: { type: "null" }, ...more }, ["aggregation"]),
  ],
});

const filterCondition = object(
  {
    lhs: object({ field }, ["field"]),
    comparator: { type: "string", enum: comparatorNames },
    rhs: {
      ...orNull(object({ value: { anyOf: [scalar, list] }, values: list, field: { type: "null" } })),
      description: "What to compare with: a list for `IN` and `NOT_IN`, as `value` or `values`; nothing for `IS_…`.",
    },
    ignoreCase: flag,
  },
  ["lhs", "comparator"],
);

const filter = object(
  {
    filterConditions: named(schemaRef("FilterCondition"), conditionsMax, "By a name that `logic` uses."),
    logic: {
      type: ["string", "null"],
      description: "`AND`, `OR`, `NOT` and parentheses over the names; all of them by `AND` where it is left out.",
      examples: ["F1 AND (F2 OR F3)"],
    },
  },
  ["filterConditions"],
);

const query = object({
  select: {
    type: ["array", "null"],
    description: "The fields to show; the whole record where it is left out. ID, @version and @class come always.",
    items: chosen(),
    maxItems: selectedFieldsMax,
  },
  filter: orNull(filter),
  sortBy: {
    type: ["array", "null"],
    items: chosen({ type: { type: ["string", "null"], enum: ["ASC", "DESC", null] } }),
    maxItems: sortFieldsMax,
  },
  distinctResultsOnly: flag,
  aggregations: orNull(
    named(
      object({ field, summaryFunction: { type: "string", enum: summaryFunctionNames } }, ["field", "summaryFunction"]),
      aggregationsMax,
      "By a name that `select` and `sortBy` use; rows are grouped by the fields selected.",
    ),
  ),
  includeTotalCount: { ...flag, description: "As beside the query." },
  calculations: { type: ["object", "null"], maxProperties: 0, description: "Sent by some clients; none are done." },
  paging: { enum: [null, false], description: "Sent by some clients; paging stands beside the query." },
});

/** The query language of data views: names, comparators, functions and limits are those that its parser goes by. */
export const querySchemas: Readonly<Record<string, Schema>> = {
  FilterCondition: filterCondition,
  Query: query,
  Paging: {
    ...object({
      pageNumber: upTo(pageNumberMax, { default: 1 }),
      pageSize: upTo(recordsMax, { default: pageSizeDefault }),
      maxResultsToFetch: upTo(recordsMax, { default: recordsMax }),
      nextPageToken: {
        type: ["string", "null"],
        description: "That of the page before, instead of `pageNumber`.",
      },
      includeTotalCount: { ...flag, description: "As beside the paging." },
    }),
    description: "Pages, or a first part of the records: not both.",
  },
};
