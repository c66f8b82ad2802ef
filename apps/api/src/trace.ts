import type { IncomingMessage } from "node:http";
import type { Tracing } from "@rewards/runtime";
import type { Answer } from "./answer.ts";

/** Begins the span of a request, which the caller's `traceparent` continues. It ends with the response. */
export function traceRequest(tracing: Tracing, { method, headers }: IncomingMessage, answer: Answer): void {
  const { traceparent } = headers;
  const span = tracing.start(`HTTP ${method}`, {
    kind: "server",
    parent: typeof traceparent === "string" ? traceparent : undefined,
    attributes: { "http.request.method": method ?? "", "rewards.request_id": answer.requestId },
  });
  answer.trace = span;
  answer.once("close", () => span.end({ "http.response.status_code": answer.statusCode }));
}
