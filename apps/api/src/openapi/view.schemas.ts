import { dataViews } from "@rewards/domain";
import { closed, type Schema, schemaRef } from "./openapi.types.ts";
import { querySchemas } from "./query.schemas.ts";
import { rowName } from "./record.schemas.ts";

const text = { type: "string" };
const flag = { type: "boolean" };
const whole = (more: Schema = {}) => ({ type: "integer", ...more });
const timestamp = { type: "string", format: "date-time" };

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
  [...new Set(dataViews.map(({ record }) => rowName(record)))].map((name) => [
    `${name}s`,
    closed({ data: { type: "array", items: schemaRef(name) }, ...pageOfRows }, optionalOfRows),
  ]),
);

export const viewSchemas: Readonly<Record<string, Schema>> = {
  ...querySchemas,
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
