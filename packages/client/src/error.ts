import type { components } from "./generated/schema.ts";
import { retryableCodes } from "./generated/tables.ts";

/** Of the service; and of a call that got no answer, or one that is not the service's. */
export type RewardsErrorCode =
  | components["schemas"]["ErrorCode"]
  | "Error_Network_Failed"
  | "Error_Answer_TimedOut"
  | "Error_Answer_Unknown";

export interface RewardsErrorDetail {
  readonly code: RewardsErrorCode;
  /** For a person. */
  readonly text: string;
  /** The page that holds the field, `.SaleItems(1)`; empty for a field of `content` itself. */
  readonly page: string;
  /** The field, `.ProductCode`. */
  readonly field: string;
}

interface Refusal {
  /** 0 where there was no answer. */
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

/** Why a call was not done, or that it is not known whether it was. */
export class RewardsError extends Error {
  readonly status: number;
  /** Stable: of the first detail. */
  readonly code: RewardsErrorCode;
  /** What is wrong: of a field, one for each, all of them at once. */
  readonly details: readonly RewardsErrorDetail[];
  /** By which the service's log is searched; undefined where there was no answer of the service. */
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

/** An error of the service, from its answer. */
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
