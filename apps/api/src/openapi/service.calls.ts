import type { Call } from "./call.ts";
import { closed, json, type Schema, schemaRef } from "./openapi.types.ts";

const upOrDown = { type: "string", enum: ["up", "down"] };

export const serviceSchemas: Readonly<Record<string, Schema>> = {
  Liveness: closed({ status: { type: "string", const: "ok" } }),
  Readiness: closed(
    {
      status: { type: "string", enum: ["ok", "degraded", "unavailable"] },
      postgres: upOrDown,
      queue: upOrDown,
      reason: {
        type: "string",
        description:
          "What is wrong, and what to do: why sales are not accepted with `unavailable`, why they are posted late with `degraded`.",
      },
    },
    ["reason"],
  ),
};

const ready = (description: string) => ({ description, content: json(schemaRef("Readiness")) });

/** What operates and describes the service itself. */
export const serviceCalls: readonly Call[] = [
  {
    id: "health.live",
    tag: "Health",
    method: "get",
    path: "/livez",
    summary: "Whether the process answers",
    description: "200 while the process lives.",
    kind: "Health",
    answer: { status: 200, description: "It does.", schema: schemaRef("Liveness") },
  },
  {
    id: "health.ready",
    tag: "Health",
    method: "get",
    path: "/readyz",
    summary: "Whether sales are accepted",
    description:
      "200 while they are: Postgres answers, and the inserts of sales get through in time. Without the queue they are " +
      "accepted all the same, and posted later: `degraded`. The `reason` says why, with the remedy.",
    kind: "Health",
    answer: { status: 200, description: "They are.", schema: schemaRef("Readiness") },
    further: { 503: ready("They are not.") },
  },
  {
    id: "service.openapi",
    tag: "This description",
    method: "get",
    path: "/openapi.json",
    summary: "This document",
    description: "The description of the API in OpenAPI 3.1.",
    kind: "Document",
    answer: { status: 200, description: "The document.", schema: { type: "object" }, headers: ["ETag"] },
    further: { 304: { description: "It is what `If-None-Match` names." } },
  },
  {
    id: "service.reference",
    tag: "This description",
    method: "get",
    path: "/reference",
    summary: "This document as a page",
    description: "To be read and tried in a browser. It loads nothing from elsewhere.",
    kind: "Document",
    answer: { status: 200, description: "The page.", content: { "text/html": { schema: { type: "string" } } } },
    further: { 304: { description: "It is what `If-None-Match` names." } },
  },
  {
    id: "service.referenceFile",
    tag: "This description",
    method: "get",
    path: "/reference/{file}",
    summary: "A file of the page",
    description: "Its scripts and styles.",
    kind: "Document",
    refusals: ["Error_Path_Unknown"],
    parameters: [{ name: "file", in: "path", required: true, schema: { type: "string" }, example: "page.css" }],
    answer: { status: 200, description: "The file.", content: { "text/*": { schema: { type: "string" } } } },
    further: { 304: { description: "It is what `If-None-Match` names." } },
  },
];
