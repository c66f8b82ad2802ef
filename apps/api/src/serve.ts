import type { IncomingMessage } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import { AppError } from "@rewards/domain";
import { type Answer, type Asked, newRequestId, requestIdHeader } from "./answer.ts";
import type { App } from "./app.ts";
import { errorResponse } from "./errors.ts";
import type { FailureLog } from "./failure-log.ts";

/** The host of requests without a Host header that the entrance admits. */
const hostname = "localhost";

/** Lets the app answer the requests of Node's server. */
export function createServe(app: App, logFailure: FailureLog): (incoming: IncomingMessage, answer: Answer) => void {
  /** The response whose request is being read. A request that cannot be read is refused before `serve` returns. */
  let entering: Answer | undefined;
  const errorHandler = (error: unknown) => {
    const refused = error instanceof RequestError ? new AppError("Error_Header_Malformed") : error;
    const asked: Asked = entering ?? { requestId: newRequestId(), req: { headers: {} } };
    return errorResponse(refused, asked, logFailure, { [requestIdHeader]: asked.requestId });
  };
  // The adapter passes on the server's response, which is an `Answer`.
  const serve = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0], { errorHandler, hostname });
  return (incoming, answer) => {
    entering = answer;
    void serve(incoming, answer);
    entering = undefined;
  };
}
