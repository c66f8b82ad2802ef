import { type ErrorCode, errorTable, oauthErrors } from "./error.table.ts";

export interface ErrorDetail {
  readonly code: ErrorCode;
  /** For a person; by default the table's sentence. */
  readonly text?: string;
  /** The page that holds the field, `.SaleItems(1)`; empty for a field of `content` itself. */
  readonly page?: string;
  /** The field, `.ProductCode`. */
  readonly identifier?: string;
}

const failureStatusMin = 500;

/** A refusal. The caller reads its code and details; `internal` is only for the log and the audit. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[];
  readonly internal: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, details: readonly ErrorDetail[] = [{ code }], internal: Record<string, unknown> = {}) {
    // Callers can cause any number of refusals, and nobody reads their stacks.
    const { stackTraceLimit } = Error;
    if (errorTable[code][0] < failureStatusMin) Error.stackTraceLimit = 0;
    super(code, internal["cause"] === undefined ? undefined : { cause: internal["cause"] });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = "AppError";
    this.code = code;
    this.details = details;
    this.internal = internal;
  }

  get status(): number {
    return errorTable[this.code][0];
  }
}

export interface ErrorBody {
  readonly errorClassification: string;
  readonly localizedValue: string;
  readonly errorDetails: readonly {
    readonly message: ErrorCode;
    readonly localizedValue: string;
    readonly erroneousInputOutputFieldInPage: string;
    readonly erroneousInputOutputIdentifier: string;
  }[];
  readonly requestId: string;
  /** Only on a 401: clients look for it there. */
  readonly errors?: readonly { readonly ID: ErrorCode; readonly message: string }[];
  /** Only where tokens are requested and revoked: clients of OAuth look for it there. */
  readonly error?: string;
  readonly error_description?: string;
}

/** The one body of every error. If several fields are wrong, each has its own detail. */
export function errorBody(error: AppError, requestId: string): ErrorBody {
  const [, classification, , sentence] = errorTable[error.code];
  const oauth = (oauthErrors as Partial<Record<ErrorCode, string>>)[error.code];
  const ofFields = error.details.some((detail) => detail.identifier !== undefined);
  return {
    errorClassification: classification,
    localizedValue: ofFields && error.status === 422 ? "One or more fields are not valid." : sentence,
    errorDetails: error.details.map((detail) => ({
      message: detail.code,
      localizedValue: detail.text ?? errorTable[detail.code][3],
      erroneousInputOutputFieldInPage: detail.page ?? "",
      erroneousInputOutputIdentifier: detail.identifier ?? "",
    })),
    requestId,
    ...(error.status === 401 && { errors: [{ ID: error.code, message: sentence }] }),
    ...(oauth !== undefined && { error: oauth, error_description: error.details[0]?.text ?? sentence }),
  };
}
