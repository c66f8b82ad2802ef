import type { components } from "./generated/schema.ts";
import { retryableCodes } from "./generated/tables.ts";

/** The service's codes, and the client's codes for no answer or an answer that is not the service's. */
export type RewardsErrorCode =
  | components["schemas"]["ErrorCode"]
  | "Error_Network_Failed"
  | "Error_Answer_TimedOut"
  | "Error_Answer_Unknown";

export interface RewardsErrorDetail {
  readonly code: RewardsErrorCode;
  /** A sentence for people. */
  readonly text: string;
  /** The page that contains the field: `.SaleItems(1)`. Empty for a field directly in `content`. */
  readonly page: string;
  /** The field: `.ProductCode`. */
  readonly field: string;
}

interface Refusal {
  /** 0 if there was no answer. */
  readonly status: number;
  readonly code: RewardsErrorCode;
  readonly message: string;
  readonly details?: readonly RewardsErrorDetail[];
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

const withoutAnswer: ReadonlySet<string> = new Set(["Error_Network_Failed", "Error_Answer_TimedOut"]);
const knownRetryable: ReadonlySet<string> = new Set(retryableCodes);

/** A call was refused, or got no valid answer, so that its outcome is unknown. */
export class RewardsError extends Error {
  readonly status: number;
  /** Stable. The first detail's code, if there are details. */
  readonly code: RewardsErrorCode;
  /** What is wrong: one detail per invalid field, all fields at once. */
  readonly details: readonly RewardsErrorDetail[];
  /** Finds the call in the service's log. Undefined if the service did not answer. */
  readonly requestId: string | undefined;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, code, message, details = [], requestId, retryAfterSeconds, cause }: Refusal) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "RewardsError";
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retryable = status === 429 || status === 503 || withoutAnswer.has(code) || knownRetryable.has(code);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Makes an error from the service's answer. */
export function errorOfAnswer(status: number, body: unknown, retryAfter: string | null): RewardsError {
  const given = (body ?? {}) as Partial<components["schemas"]["Error"]>;
  const retryAfterSeconds = secondsOf(retryAfter);
  const details = (Array.isArray(given.errorDetails) ? given.errorDetails : []).map((detail) => ({
    code: detail.message,
    text: detail.localizedValue,
    page: detail.erroneousInputOutputFieldInPage,
    field: detail.erroneousInputOutputIdentifier,
  }));
  const [first] = details;
  if (!first) {
    const message = `The answer was ${status}, and not of the service's form.`;
    return new RewardsError({ status, code: "Error_Answer_Unknown", message, retryAfterSeconds });
  }
  const message = `${status} ${first.code}: ${details.map(({ text }) => text).join(" ")}`;
  return new RewardsError({
    status,
    code: first.code,
    message,
    details,
    requestId: given.requestId,
    retryAfterSeconds,
  });
}

/** `Retry-After` is a number of seconds, or a date. */
function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null || retryAfter === "") return undefined;
  const seconds = Number(retryAfter);
  const waited = Number.isNaN(seconds) ? (Date.parse(retryAfter) - Date.now()) / 1_000 : seconds;
  return Number.isNaN(waited) ? undefined : Math.max(0, waited);
}
