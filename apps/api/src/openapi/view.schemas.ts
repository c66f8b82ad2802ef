import { dataViews, recordsMax } from "@rewards/domain";
import { type Schema, schemaRef } from "./openapi.types.ts";

const text = { type: "string" };
const flag = { type: "boolean" };
const whole = (more: Schema = {}) => ({ type: "integer", ...more });
const timestamp = { type: "string", format: "date-time" };
const closed = (properties: Schema, optional: readonly string[] = []): Schema => ({
  type: "object",
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

const pageOfRows = {
  resultCount: whole({ description: "How many records `data` has." }),
  fetchDateTime: { ...timestamp, description: "When they were read." },
  hasMoreResults: { ...flag, description: "Whether more follow." },
  pageNumber: whole({ minimum: 1 }),
  pageSize: whole({ minimum: 1 }),
  nextPageToken: { ...text, description: "Of the next page, where more follow: costs what the first page does." },
  totalCount: whole({ description: "How many there are in all, where it was asked for." }),
};
const optionalOfRows = ["hasMoreResults", "pageNumber", "pageSize", "nextPageToken", "totalCount"];

/** The answer of every class that views show. */
const rows = Object.fromEntries(
  [...new Set(dataViews.map(({ record }) => record.class))].map((name) => [
    `${name}Rows`,
    closed(
      { data: { type: "array", items: { anyOf: [schemaRef(name), schemaRef("SummaryRow")] } }, ...pageOfRows },
      optionalOfRows,
    ),
  ]),
);

const aggregation = text;
const comparators = ["EQ", "NEQ", "IN", "NOT_IN", "GT", "GTE", "LT", "LTE"];
const texts = ["STARTS_WITH", "ENDS_WITH", "CONTAINS"];
const unary = ["IS_NULL", "IS_NOT_NULL", "ISNULL", "ISNOTNULL", "IS_TRUE", "IS_FALSE"];
const names = [...comparators, ...texts.flatMap((name) => [name, `NOT_${name}`]), ...unary];
const scalar = { type: ["string", "number", "boolean", "null"] };
const field = { ...text, description: "A field, or a path through a reference or a page: `Member.ExternalID`." };

/** The query language of data views. */
const query: Readonly<Record<string, Schema>> = {
  FilterCondition: {
    type: "object",
    properties: {
      lhs: { type: "object", properties: { field }, required: ["field"] },
      comparator: { type: "string", enum: names },
      rhs: {
        type: ["object", "null"],
        properties: { value: { anyOf: [scalar, { type: "array", items: scalar }] } },
        description: "What to compare with: a list for `IN` and `NOT_IN`, nothing for `IS_…`.",
      },
      ignoreCase: { type: ["boolean", "null"], default: false },
    },
    required: ["lhs", "comparator"],
  },
  Query: {
    type: "object",
    properties: {
      select: {
        type: ["array", "null"],
        description: "The fields to show; the whole record where it is left out. ID, @version and @class come always.",
        items: { type: "object", properties: { field, aggregation } },
      },
      filter: {
        type: ["object", "null"],
        properties: {
          filterConditions: {
            type: "object",
            additionalProperties: schemaRef("FilterCondition"),
            description: "By a name that `logic` uses.",
          },
          logic: {
            type: ["string", "null"],
            description:
              "`AND`, `OR`, `NOT` and parentheses over the names; all of them by `AND` where it is left out.",
            examples: ["F1 AND (F2 OR F3)"],
          },
        },
      },
      sortBy: {
        type: ["array", "null"],
        items: {
          type: "object",
          properties: { field, aggregation, type: { type: ["string", "null"], enum: ["ASC", "DESC", null] } },
        },
      },
      distinctResultsOnly: { type: ["boolean", "null"], default: false },
      aggregations: {
        type: ["object", "null"],
        description: "By a name that `select` and `sortBy` use; rows are grouped by the fields selected.",
        additionalProperties: {
          type: "object",
          properties: {
            field,
            summaryFunction: { type: "string", enum: ["COUNT", "DISTINCT_COUNT", "MIN", "MAX", "SUM", "AVG"] },
          },
          required: ["field", "summaryFunction"],
        },
      },
    },
  },
  Paging: {
    type: "object",
    description: "Pages, or a first part of the records: not both.",
    properties: {
      pageNumber: whole({ minimum: 1, default: 1 }),
      pageSize: whole({ minimum: 1, maximum: recordsMax, default: 100 }),
      maxResultsToFetch: whole({ minimum: 1, maximum: recordsMax, default: recordsMax }),
      nextPageToken: { ...text, description: "That of the page before, instead of `pageNumber`." },
      includeTotalCount: { type: ["boolean", "null"] },
    },
  },
  SummaryRow: {
    type: "object",
    description: "A group of records: the fields it is grouped by, and the aggregations by their names.",
    not: { required: ["ID"] },
  },
};

export const viewSchemas: Readonly<Record<string, Schema>> = {
  ...query,
  ...rows,
  ViewName: { type: "string", enum: dataViews.map(({ name }) => name) },
  ViewParameter: closed({ name: text, type: text, required: flag }),
  ViewList: closed({
    data: {
      type: "array",
      items: closed({
        ID: schemaRef("ViewName"),
        name: text,
        class: text,
        parameters: { type: "array", items: schemaRef("ViewParameter") },
      }),
    },
    resultCount: whole(),
    fetchDateTime: timestamp,
  }),
  ViewMetadata: {
    type: "object",
    properties: {
      name: schemaRef("ViewName"),
      classID: text,
      className: text,
      structure: text,
      isQueryable: flag,
      isSearchable: flag,
      parameters: { type: "array", items: schemaRef("ViewParameter") },
      primaryFields: { type: "array", items: text, description: "What tells one record from another." },
      fields: { type: "array", items: schemaRef("ViewField") },
    },
    required: ["name", "classID", "parameters", "fields"],
  },
  ViewField: {
    type: "object",
    properties: {
      fieldID: text,
      name: text,
      category: { ...text, description: "The class that the field belongs to." },
      fieldType: { ...text, description: "For a person." },
      dataType: { ...text, description: "For a program." },
      isFilterable: flag,
      isSortable: flag,
      isReadOnly: flag,
      classID: { ...text, description: "The class of a reference or an embedded page." },
    },
    required: ["fieldID", "name"],
  },
  Count: closed(
    {
      totalCount: whole({ minimum: 0, description: "How many there are in all." }),
      resultCount: whole({ minimum: 0, description: "How many of them the page asked for would have." }),
      hasMoreResults: flag,
      fetchDateTime: timestamp,
    },
    ["resultCount", "hasMoreResults"],
  ),
};
