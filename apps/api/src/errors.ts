import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { faultKind } from "@rewards/db";
import { AppError, type ErrorCode, errorBody } from "@rewards/domain";
import type { FailureLog } from "./failure-log.ts";
import { respond } from "./respond.ts";

/** What comes with every refusal of a status. */
const headersOfStatus: Readonly<Record<number, Record<string, string>>> = {
  401: { "www-authenticate": "Bearer" },
  429: { "retry-after": "1" },
  503: { "retry-after": "1" },
};

/** Whatever was thrown, as the refusal that the caller is to read. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const kind = faultKind(error);
  const code: ErrorCode =
    kind === "infrastructure"
      ? "Error_Service_Unavailable"
      : kind === "data"
        ? "Error_Record_Refused"
        : "Error_Service_Failed";
  return new AppError(code, undefined, { cause: error });
}

/** The one answer of every error. Only what is our own fault is logged. */
export function errorResponse(thrown: unknown, logFailure: FailureLog, headers: Record<string, string> = {}): Response {
  const error = asAppError(thrown);
  const requestId = randomUUID();
  if (error.status >= 500) logFailure({ error, thrown, requestId });
  return respond(errorBody(error, requestId), error.status, { ...headersOfStatus[error.status], ...headers });
}

const codeOfParseError: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: "Error_Request_Timeout",
  HPE_HEADER_OVERFLOW: "Error_Header_TooLarge",
};

/** Answers what Node refuses before there is a request, or while its body is late, in the one body too. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  refuseOnSocket(codeOfParseError[error.code ?? ""] ?? "Error_Header_Malformed", socket);
}

/** Node gives a CONNECT, whatever its target, no answer of its own; nothing here is a tunnel. */
export function answerConnect(socket: Socket): void {
  // Nobody else listens any more, and a caller that is gone is no fault.
  socket.on("error", () => undefined);
  refuseOnSocket("Error_Method_NotAllowed", socket, ["allow: "]);
}

/** Answers a request that the app never sees, or has not answered in time. */
export function refuse(code: ErrorCode, answer: ServerResponse): void {
  const { refusal, body, headers } = refusalOf(code);
  answer.writeHead(refusal.status, headers).end(body);
}

function refusalOf(code: ErrorCode) {
  const refusal = new AppError(code);
  const body = JSON.stringify(errorBody(refusal, randomUUID()));
  const headers = {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    ...headersOfStatus[refusal.status],
  };
  return { refusal, body, headers };
}

export function refuseOnSocket(code: ErrorCode, socket: Socket, more: readonly string[] = []): void {
  const { refusal, body, headers } = refusalOf(code);
  const head = [
    `HTTP/1.1 ${refusal.status} Refused`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "connection: close",
    ...more,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  // Not just ended: a request that is on its way would be read still, and done without an answer.
  socket.destroySoon();
}
