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
import { type Schema, schemaRef } from "./json-schema.ts";

const name = { type: "string", maxLength: queryNameLengthMax };
const field = {
  ...name,
  description: "A field, or a path through a reference or an embedded page: `Member.ExternalID`.",
};
const aggregation = { ...name, description: "The name of an aggregation." };
const flag = { type: ["boolean", "null"], default: false };
const scalars = ["string", "number", "boolean", "null"].map((type) => ({ type }));
const list = { type: "array", items: { anyOf: scalars }, maxItems: inListValuesMax };
const upTo = (maximum: number, more: Schema = {}) => ({ type: ["integer", "null"], minimum: 1, maximum, ...more });

const object = (properties: Schema, required: readonly string[] = []): Schema => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
});
/** For a member that may be left out or null. */
const orNull = (schema: Schema): Schema => ({ ...schema, type: [schema["type"], "null"] });
/** Members whose names the caller chooses. */
const named = (of: Schema, maxProperties: number, description: string): Schema => ({
  type: "object",
  description,
  maxProperties,
  propertyNames: name,
  additionalProperties: of,
});
/** A field of the records, or one of their aggregations. */
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
      ...orNull(object({ value: { anyOf: [...scalars, list] }, values: list, field: { type: "null" } })),
      description:
        "The value to compare with. `IN` and `NOT_IN` take a list, as `value` or `values`; `IS_…` takes none.",
    },
    ignoreCase: flag,
  },
  ["lhs", "comparator"],
);

const filter = object(
  {
    filterConditions: named(
      schemaRef("FilterCondition"),
      conditionsMax,
      "Each condition under the name that `logic` uses for it.",
    ),
    logic: {
      type: ["string", "null"],
      description:
        "Combines the names of the conditions with `AND`, `OR`, `NOT` and parentheses. Default: all conditions must hold.",
      examples: ["F1 AND (F2 OR F3)"],
    },
  },
  ["filterConditions"],
);

const query = object({
  select: {
    type: ["array", "null"],
    description: "The fields to return; default: all fields. ID, @version and @class are always included.",
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
      "Each aggregation under the name that `select` and `sortBy` use for it. Rows are grouped by the selected fields.",
    ),
  ),
  includeTotalCount: { ...flag, description: "The same as `includeTotalCount` next to `query`." },
  calculations: {
    type: ["object", "null"],
    maxProperties: 0,
    description: "Some clients send this member empty. Calculations are not supported.",
  },
  paging: {
    enum: [null, false],
    description: "Some clients send null or false here. Send `paging` next to `query` instead.",
  },
});

/** The query language of data views, with the names, comparators, functions and limits of its parser. */
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
        description: "The `nextPageToken` of the previous page; replaces `pageNumber`.",
      },
      includeTotalCount: { ...flag, description: "The same as `includeTotalCount` next to `paging`." },
    }),
    description:
      "Either pages (`pageNumber` or `nextPageToken`, and `pageSize`) or the first records (`maxResultsToFetch`), not both.",
  },
};
