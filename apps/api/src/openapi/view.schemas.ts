import { dataViews, eventsSince } from "@rewards/domain";
import { closed, type Schema, schemaRef } from "./json-schema.ts";
import { querySchemas } from "./query.schemas.ts";
import { rowName } from "./record.schemas.ts";

const text = { type: "string" };
const flag = { type: "boolean" };
const whole = (more: Schema = {}) => ({ type: "integer", ...more });
const timestamp = { type: "string", format: "date-time" };

const pageOfRows = {
  resultCount: whole({ description: "The number of records in `data`." }),
  fetchDateTime: { ...timestamp, description: "When the records were read." },
  hasMoreResults: { ...flag, description: "Whether there are more records." },
  pageNumber: whole({ minimum: 1 }),
  pageSize: whole({ minimum: 1 }),
  nextPageToken: { ...text, description: "Fetches the next page, as fast as the first one; absent on the last page." },
  totalCount: whole({ description: "The number of all matching records, if `includeTotalCount` asked for it." }),
};
const optionalOfRows = ["hasMoreResults", "pageNumber", "pageSize", "nextPageToken", "totalCount"];

/** Further members of a view's answer, by the view's name. */
const further: Readonly<Record<string, Record<string, Schema>>> = {
  [eventsSince.name]: {
    NextPosition: { ...text, description: "For `After` of the next call." },
    WrittenSince: { ...timestamp, description: "Since when all kinds of the call are written." },
  },
};

/** The response for every class that views show. */
const rows = Object.fromEntries(
  dataViews.map(({ name, record }) => [
    `${rowName(record)}s`,
    closed(
      { data: { type: "array", items: schemaRef(rowName(record)) }, ...pageOfRows, ...further[name] },
      optionalOfRows,
    ),
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
      primaryFields: { type: "array", items: text, description: "The fields that identify a record." },
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
      fieldType: { ...text, description: "The type, for people." },
      dataType: { ...text, description: "The type, for programs." },
      isFilterable: flag,
      isSortable: flag,
      isReadOnly: flag,
      classID: { ...text, description: "The class of a reference or an embedded page." },
    },
    required: ["fieldID", "name"],
  },
  Count: closed(
    {
      totalCount: whole({ minimum: 0, description: "The number of all matching records." }),
      resultCount: whole({ minimum: 0, description: "The number of records that the requested page would have." }),
      hasMoreResults: flag,
      fetchDateTime: timestamp,
    },
    ["resultCount", "hasMoreResults"],
  ),
};
