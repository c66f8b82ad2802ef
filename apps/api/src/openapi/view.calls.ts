import { type DataViewDefinition, dataViews, type ErrorCode, pageSizeDefault, viewRight } from "@rewards/domain";
import { z } from "zod";
import { apiRoot } from "../call.ts";
import type { Call } from "./call.ts";
import { computationCodes, parameterCodes } from "./error.responses.ts";
import { exampleOf, inputSchema, type Schema, schemaRef } from "./json-schema.ts";
import * as names from "./names.ts";
import { rowName } from "./record.schemas.ts";

const root = `${apiRoot}/data_views`;
const tag = "Data views";

type Schemas = Readonly<Record<string, Schema>>;

/** The schema of each view's parameters, by name, for views that have some. */
export function parameterSchemas(): Schemas {
  const taking = dataViews.filter(hasParameters);
  const schemas = taking.map(({ name, parameters }) => [names.parametersName(name), inputSchema(z.object(parameters))]);
  return Object.fromEntries(schemas);
}

function hasParameters({ parameters }: DataViewDefinition): boolean {
  return Object.keys(parameters).length > 0;
}

const exampleFilter = {
  filterConditions: { F1: { lhs: { field: "Status" }, comparator: "EQ", rhs: { value: "Open-Active" } } },
  logic: "F1",
};

export function viewCalls(parameters: Schemas): Call[] {
  return [
    ...dataViews.map((view) => runCall(view, parameters)),
    ...dataViews.map((view) => readCall(view, parameters)),
    ...callsOfAnyView,
  ];
}

const callsOfAnyView: readonly Call[] = [
  {
    id: "dataViews.list",
    tag: "About data views",
    method: "get",
    path: root,
    isPrefixed: true,
    summary: "List the data views",
    description: "Lists every data view with its parameters and the class of its records.",
    kind: "ViewList",
    answer: { status: 200, description: "The data views.", schema: schemaRef("ViewList") },
  },
  {
    id: "dataViews.metadata",
    tag: "About data views",
    method: "get",
    path: `${root}/{ViewName}/metadata`,
    isPrefixed: true,
    summary: "Describe a data view",
    description: "Returns a data view's parameters and fields, and whether a query can filter and sort by each field.",
    kind: "ViewMetadata",
    rights: dataViews.map(viewRight),
    parameters: ["ViewName"],
    answer: { status: 200, description: "The description.", schema: schemaRef("ViewMetadata") },
  },
  {
    id: "dataViews.count",
    tag: "About data views",
    method: "post",
    path: `${root}/{ViewName}/count`,
    isPrefixed: true,
    summary: "Count the records of a data view",
    description: "Counts the records that match the view's parameters and the filter.",
    kind: "View",
    rights: dataViews.map(viewRight),
    refusals: [
      "Error_DataView_Unknown",
      ...parameterCodes,
      "Error_Parameter_Range",
      "Error_VoucherLookups_TooMany",
      ...computationCodes,
    ],
    parameters: ["ViewName"],
    body: {
      schema: {
        type: "object",
        properties: {
          dataViewParameters: { type: ["object", "null"], description: "The same as in a POST of the view." },
          query: { anyOf: [schemaRef("Query"), { type: "null" }] },
          paging: { anyOf: [schemaRef("Paging"), { type: "null" }] },
        },
      },
      example: { dataViewParameters: null, query: { filter: exampleFilter } },
    },
    answer: { status: 200, description: "The number of records.", schema: schemaRef("Count") },
  },
];

function refusalsOf(view: DataViewDefinition): ErrorCode[] {
  return [
    // A view without parameters still refuses a value that is not an object.
    ...(hasParameters(view) ? parameterCodes : (["Error_Parameter_Type"] as const)),
    ...(view.check ? (["Error_Parameter_Range"] as const) : []),
    ...(view.isGuessable ? (["Error_VoucherLookups_TooMany"] as const) : []),
    ...(view.refusals ?? []),
  ];
}

/** Omits the name, which the path already has. */
function summarizeView({ record, parameters }: DataViewDefinition): string {
  const taken = Object.keys(parameters).join(", ");
  return `${record.class} records${taken === "" ? "" : ` by ${taken}`}`;
}

function describeView(view: DataViewDefinition): string {
  if (view.computes)
    return `Computes records of class \`${view.record.class}\` and stores nothing. Queries can select fields, but not filter or sort.`;
  const taken = Object.keys(view.parameters).map((name) => `\`${name}\``);
  const by = taken.length > 0 ? ` by ${taken.join(", ")}` : "; takes no parameters";
  return `Returns records of class \`${view.record.class}\`${by}. If none match, the answer is 200 with an empty list.`;
}

function parametersOf(view: DataViewDefinition, schemas: Schemas): { schema: Schema; example: unknown } {
  const name = names.parametersName(view.name);
  if (!hasParameters(view)) return { schema: { type: ["object", "null"], maxProperties: 0 }, example: null };
  return { schema: schemaRef(name), example: exampleOf(schemas[name] ?? {}) };
}

function runCall(view: DataViewDefinition, schemas: Schemas): Call {
  const { schema, example } = parametersOf(view, schemas);
  return {
    id: names.viewId(view.name),
    tag,
    method: "post",
    path: `${root}/${view.name}`,
    isPrefixed: true,
    summary: summarizeView(view),
    description: describeView(view),
    kind: "View",
    rights: [viewRight(view)],
    refusals: refusalsOf(view),
    ...waitingOf(view),
    body: {
      schema: {
        type: "object",
        properties: {
          dataViewParameters: schema,
          query: { anyOf: [schemaRef("Query"), { type: "null" }] },
          paging: { anyOf: [schemaRef("Paging"), { type: "null" }] },
          includeTotalCount: {
            type: ["boolean", "null"],
            description: "Adds `totalCount` to the answer.",
            default: false,
          },
        },
        ...(hasParameters(view) && { required: ["dataViewParameters"] }),
      },
      example: { dataViewParameters: example, query: exampleQuery(view) },
    },
    answer: { status: 200, description: "The records.", schema: schemaRef(rowsName(view)) },
  };
}

const waitingOf = ({ awaits }: DataViewDefinition): Pick<Call, "parameters"> =>
  awaits === undefined ? {} : { parameters: ["Prefer"] };

/** Without an example, the page would send one that it makes up from the schema. */
function exampleQuery({ record }: DataViewDefinition) {
  const field = Object.keys(record.fields).find((name) => record.fields[name]?.store !== "hidden");
  return { select: [{ field }] };
}

/** Each class has its own schema. */
const rowsName = ({ record }: DataViewDefinition) => `${rowName(record)}s`;

function readCall(view: DataViewDefinition, schemas: Schemas): Call {
  const { schema, example } = parametersOf(view, schemas);
  // A string that holds JSON, rather than a parameter with `content`, which few generators know.
  const jsonParameter = (name: string, inside: Schema, sample: unknown, required = false) => ({
    name,
    in: "query",
    required,
    description: "The same JSON as in the body of the POST.",
    schema: { type: "string", contentMediaType: "application/json", contentSchema: inside },
    example: JSON.stringify(sample),
  });
  return {
    id: `${names.viewId(view.name)}.read`,
    tag: "Data views by GET",
    method: "get",
    path: `${root}/${view.name}`,
    isPrefixed: true,
    summary: summarizeView(view),
    description: `${describeView(view)} Takes the same members as the POST, each as JSON in the query string.`,
    kind: "ViewRead",
    rights: [viewRight(view)],
    refusals: refusalsOf(view),
    parameters: [
      ...(waitingOf(view).parameters ?? []),
      jsonParameter("dataViewParameters", schema, example, hasParameters(view)),
      jsonParameter("query", schemaRef("Query"), exampleQuery(view)),
      jsonParameter("paging", schemaRef("Paging"), { pageNumber: 1, pageSize: pageSizeDefault }),
    ],
    answer: { status: 200, description: "The records.", schema: schemaRef(rowsName(view)) },
  };
}
