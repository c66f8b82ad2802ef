import type { Socket } from "node:net";
import { codeOf, faultKind, isUnsuited } from "@rewards/db";
import { AppError, applicationName, type ErrorCode, errorBody, ruleChangesWithinMs } from "@rewards/domain";
import { createLineBudget, type Logger } from "@rewards/runtime";
import {
  type Answer,
  type Asked,
  headersOfAll,
  newRequestId,
  requestIdHeader,
  respond,
  type Subject,
} from "./answer.ts";
import { forgottenEveryMs } from "./credentials/authenticate.ts";

/** Headers of a refusal, by its status. */
const headersOfStatus: Readonly<Record<number, Record<string, string>>> = {
  401: { "www-authenticate": "Bearer" },
  429: { "retry-after": "1" },
  503: { "retry-after": "1" },
};

/** Additional headers of a refusal, by its code. */
const headersOfCode: { readonly [Code in ErrorCode]?: Record<string, string> } = {
  Error_ContentEncoding_Unsupported: { "accept-encoding": "gzip" },
  Error_Client_Invalid: { "www-authenticate": `Basic realm="${applicationName}"` },
  Error_Adjustments_Spent: { "retry-after": "60" },
  Error_Rule_TooOften: { "retry-after": String(ruleChangesWithinMs / 1_000) },
  Error_Credential_Throttled: { "retry-after": String(forgottenEveryMs / 1_000) },
};

function headersOf({ status, code }: AppError): Record<string, string> {
  return { ...headersOfStatus[status], ...headersOfCode[code] };
}

/** Turns anything thrown into the error that the caller reads. */
export function asAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError(codeOfFault(error), undefined, { cause: error });
}

function codeOfFault(error: unknown): ErrorCode {
  const kind = faultKind(error);
  if (kind === "infrastructure") return "Error_Service_Unavailable";
  if (kind === "data") return "Error_Record_Refused";
  return isUnsuited(error) ? "Error_Database_Unsuited" : "Error_Service_Failed";
}

/** The response to every error. The log entry has the same request ID. */
export function errorResponse(
  thrown: unknown,
  answer: Asked,
  logFailure: FailureLog,
  headers: Record<string, string> = {},
): Response | Promise<Response> {
  const error = asAppError(thrown);
  const { requestId, subject, trace } = answer;
  logFailure({ error, thrown, requestId, subject, trace: trace?.traceId });
  return respond(answer, errorBody(error, requestId), error.status, { ...headersOf(error), ...headers });
}

const codeOfParseError: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: "Error_Request_Timeout",
  HPE_HEADER_OVERFLOW: "Error_Header_TooLarge",
};

/** Of a connection. */
export interface UnansweredRequests {
  /** The response to the request that has arrived only in part. */
  unread(socket: Socket): Answer | undefined;
  /** After bytes that are no request: ends the connection once all requests before them are answered. False if none waits. */
  endAfterAnswers(socket: Socket): boolean;
}

/**
 * Answers what Node refuses before a request exists, or while its body is late, with the common error body. Requests that
 * the caller sent before get their answers first: it would take a refusal for the answer to a create that succeeds.
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  { unread: unreadOf, endAfterAnswers }: UnansweredRequests,
  logFailure: FailureLog,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const unread = unreadOf(socket);
  if (unread?.onClientError) {
    unread.onClientError(error.code ?? "");
    return;
  }
  if (endAfterAnswers(socket)) return;
  const code = codeOfParseError[error.code ?? ""] ?? "Error_Header_Malformed";
  refuseOnSocket(code, socket, logFailure, { requestId: unread?.requestId });
}

/** Node does not answer a CONNECT itself, whatever its target. The service is not a tunnel and refuses it. */
export function answerConnect(socket: Socket, requestId: string, logFailure: FailureLog): void {
  // Nothing else listens for errors any more, and a caller that has gone is not a fault.
  socket.on("error", () => undefined);
  refuseOnSocket("Error_Method_NotAllowed", socket, logFailure, { requestId, more: ["allow: "] });
}

/** Answers a request that the app never sees, or has not answered in time. */
export function refuse(code: ErrorCode, answer: Answer, logFailure: FailureLog): void {
  const { status, body, headers } = refusalOf(code, answer.requestId, logFailure);
  answer.writeHead(status, headers).end(body);
}

function refusalOf(code: ErrorCode, requestId: string, logFailure: FailureLog) {
  const error = new AppError(code);
  logFailure({ error, thrown: error, requestId });
  const body = JSON.stringify(errorBody(error, requestId));
  const headers = {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    ...headersOf(error),
  };
  return { status: error.status, body, headers };
}

export function refuseOnSocket(
  code: ErrorCode,
  socket: Socket,
  logFailure: FailureLog,
  { requestId = newRequestId(), more = [] }: { requestId?: string | undefined; more?: readonly string[] } = {},
): void {
  const { status, body, headers } = refusalOf(code, requestId, logFailure);
  const all = { ...headersOfAll, [requestIdHeader]: requestId, ...headers };
  const head = [
    `HTTP/1.1 ${status} Refused`,
    ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
    "connection: close",
    ...more,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  // Not `end`: a request that is still arriving would be read, and executed without a response.
  socket.destroySoon();
}

interface Failure {
  readonly error: AppError;
  readonly thrown: unknown;
  /** The request ID in the response. */
  readonly requestId: string;
  /** The record of a refused create, if its key is known and well-formed. */
  readonly subject?: Subject | undefined;
  /** The ID of its trace, if the process traces. */
  readonly trace?: string | undefined;
}

/**
 * Logs every refusal with its request ID: our own faults as an error with the cause, callers' mistakes as one short
 * line. The log never contains what the caller sent, except a well-formed request ID,
 * and the ExternalID of a sale or redemption.
 */
export type FailureLog = (failure: Failure) => void;

/** Overload and callers' mistakes must not log a line per request. Lines report how many were held back. */
const unavailableLines = { linesMax: 1, everyMs: 5_000 };
const refusedLines = { linesMax: 100, everyMs: 20 };

export function createFailureLog(logger: Pick<Logger, "error" | "info">): FailureLog {
  const unavailable = createLineBudget(unavailableLines);
  const refused = createLineBudget(refusedLines);

  function logFault({ error, thrown, requestId, subject, trace }: Failure, unlogged: number | undefined): void {
    const cause = codeOf(thrown instanceof AppError ? thrown.cause : thrown) || undefined;
    logger.error({ requestId, trace, ...subject, code: error.code, cause, err: thrown, unlogged }, "request failed");
  }

  return (failure) => {
    const { error, requestId, subject, trace } = failure;
    if (error.status >= 500 && error.status !== 503) return logFault(failure, undefined);
    const unavailableBefore = error.status === 503 ? unavailable.take() : undefined;
    if (unavailableBefore !== undefined) return logFault(failure, unavailableBefore);
    const unlogged = refused.take();
    if (unlogged === undefined) return;
    logger.info({ requestId, trace, ...subject, code: error.code, status: error.status, unlogged }, "request refused");
  };
}
