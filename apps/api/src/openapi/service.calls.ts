import { guides, pathOfGuide } from "../routes/guides.ts";
import type { Call } from "./call.ts";
import { closed, json, type Schema, schemaRef } from "./json-schema.ts";

const upOrDown = { type: "string", enum: ["up", "down"] };

export const serviceSchemas: Readonly<Record<string, Schema>> = {
  Liveness: closed({ status: { type: "string", const: "ok" } }),
  Readiness: closed(
    {
      status: { type: "string", enum: ["ok", "degraded", "unavailable"] },
      postgres: upOrDown,
      queue: upOrDown,
      replica: {
        ...upOrDown,
        description:
          "Whether the read replica answers reads; absent without one. If it is down, the primary answers them.",
      },
      reason: {
        type: "string",
        description:
          "What is wrong and how to fix it. `unavailable`: why sales are not accepted. `degraded`: what to repair although sales are accepted.",
      },
    },
    ["replica", "reason"],
  ),
  Root: closed(
    {
      name: { type: "string" },
      reference: { type: "string" },
      openapi: { type: "string" },
      ...Object.fromEntries(guides.map(({ name }) => [name, { type: "string" }])),
      readiness: { type: "string" },
      console: { type: "string", description: "Where browsers reach the console, if the API knows." },
      documentation: { type: "string", description: "The file of the release that lists its documentation." },
    },
    ["console"],
  ),
};

const ready = (description: string) => ({ description, content: json(schemaRef("Readiness")) });

const unchanged = { 304: { description: "Unchanged since the `ETag` in `If-None-Match`." } };

/** Calls that operate and describe the service itself. */
export const serviceCalls: readonly Call[] = [
  {
    id: "health.live",
    tag: "Health",
    method: "get",
    path: "/livez",
    summary: "Whether the process answers",
    description: "Returns 200 while the process is alive.",
    kind: "Health",
    answer: { status: 200, description: "The process is alive.", schema: schemaRef("Liveness") },
  },
  {
    id: "health.ready",
    tag: "Health",
    method: "get",
    path: "/readyz",
    summary: "Whether sales are accepted",
    description:
      "Returns 200 while Postgres answers and sales can be inserted in time. Without the queue sales are " +
      "still accepted, and posted some seconds later: `degraded`. The same if a key of encrypted personal data is missing, or if records wait and no worker runs. The `reason` " +
      "says why and how to fix it.",
    kind: "Health",
    answer: { status: 200, description: "Sales are accepted.", schema: schemaRef("Readiness") },
    further: { 503: ready("Sales are not accepted.") },
  },
  {
    id: "service.root",
    tag: "This description",
    method: "get",
    path: "/",
    summary: "Where everything is",
    description:
      "Paths of the reference, of this document and of two pages to begin with, the console and the documentation; for browsers a page.",
    kind: "Document",
    answer: {
      status: 200,
      description: "The places.",
      content: { ...json(schemaRef("Root")), "text/html": { schema: { type: "string" } } },
    },
  },
  {
    id: "service.openapi",
    tag: "This description",
    method: "get",
    path: "/openapi.json",
    summary: "This document",
    description: "This API in OpenAPI 3.1, the same for every caller.",
    kind: "Document",
    answer: { status: 200, description: "The document.", schema: { type: "object" }, headers: ["ETag"] },
    further: unchanged,
  },
  {
    id: "service.reference",
    tag: "This description",
    method: "get",
    path: "/reference",
    summary: "This document as a page",
    description: "Shows this document in a browser, where calls can be tried. The page loads nothing from other hosts.",
    kind: "Document",
    answer: { status: 200, description: "The page.", content: { "text/html": { schema: { type: "string" } } } },
    further: unchanged,
  },
  {
    id: "service.referenceFile",
    tag: "This description",
    method: "get",
    path: "/reference/{file}",
    summary: "A file of the page",
    description: "A script or style sheet of the page.",
    kind: "Document",
    refusals: ["Error_Path_Unknown"],
    parameters: [{ name: "file", in: "path", required: true, schema: { type: "string" }, example: "page.css" }],
    answer: { status: 200, description: "The file.", content: { "text/*": { schema: { type: "string" } } } },
    further: unchanged,
  },
  {
    id: "service.page",
    tag: "This description",
    method: "get",
    path: pathOfGuide("{page}"),
    summary: "A page of the documentation",
    description: "`integrate` is a first walk with curl; `interface` has the rules of this API.",
    kind: "Document",
    refusals: ["Error_Path_Unknown"],
    parameters: [
      {
        name: "page",
        in: "path",
        required: true,
        schema: { type: "string", enum: guides.map(({ name }) => name) },
        example: "integrate",
      },
    ],
    answer: { status: 200, description: "The page.", content: { "text/html": { schema: { type: "string" } } } },
    further: unchanged,
  },
];
