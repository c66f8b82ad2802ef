import { faultKind, isUnsuited } from "@rewards/db";
import { AppError, errorTable } from "@rewards/domain";
import { remedyOf } from "@rewards/operations";
import { QueueFaultError, remedyOfQueue } from "@rewards/queue";
import { createLineBudget, type Logger } from "@rewards/runtime";
import { StatusUnreadableError } from "@rewards/status";
import { type Frame, Layout } from "./layout.tsx";
import { PageError, SuspectError, type Suspicion, titles } from "./page.error.ts";

const retryAfter = { "retry-after": "5" };

/** Few, because every reload fails while Postgres is unreachable. */
const unavailableLines = { linesMax: 1, everyMs: 5_000 };

/** What a refusal says, in sentences. */
export function sentenceOf({ details }: AppError): string {
  return details
    .map(({ code, text = errorTable[code][3], identifier }) =>
      identifier === undefined ? text : `${identifier.replace(/^\./, "")}: ${text}`,
    )
    .join(" ");
}

function refusalOf(error: AppError): PageError {
  const { code, status, cause } = error;
  const text = sentenceOf(error);
  if (code === "Error_DataView_Timeout")
    return new PageError(
      503,
      text,
      "If it repeats, Postgres is busy, or another session holds a lock on the table.",
      retryAfter,
    );
  // Personal data that cannot be decrypted: the cause names the key.
  if (status === 503)
    return new PageError(503, cause instanceof Error ? cause.message : text, "Set PERSONAL_DATA_KEYS.", retryAfter);
  const shown = status === 404 || status === 409 ? status : 400;
  return new PageError(shown, text, "Check the address, or begin at the overview.");
}

/** Why log and audit name the request that ended so; undefined if people can cause it by the pages themselves. */
export function suspicionOf(error: unknown): Suspicion | undefined {
  if (error instanceof SuspectError) return error.reason;
  return error instanceof AppError && error.code === "Error_PageToken_Invalid" ? "page-token" : undefined;
}

/** The page for an error. Of an unexpected error, the page shows only the request ID; everything else is in the log. */
export function createRefusing(logger: Pick<Logger, "warn" | "error">) {
  const unavailable = createLineBudget(unavailableLines);

  return function pageErrorOf(error: unknown, requestId: string): PageError {
    if (error instanceof PageError) return error;
    if (error instanceof AppError) return refusalOf(error);
    if (error instanceof QueueFaultError)
      return new PageError(503, `The queue does not answer (${error.code}).`, remedyOfQueue(error), retryAfter);
    if (error instanceof StatusUnreadableError) {
      if (error.cause !== undefined) return pageErrorOf(error.cause, requestId);
      return new PageError(503, error.message, "Reload this page afterwards.", retryAfter);
    }
    if (faultKind(error) === "infrastructure" || isUnsuited(error)) {
      const unlogged = unavailable.take();
      if (unlogged !== undefined)
        logger.warn({ err: error, requestId, unlogged }, "a page could not be shown: Postgres fails");
      return new PageError(503, "Postgres does not answer as it should.", remedyOf(error), retryAfter);
    }
    logger.error({ err: error, requestId }, "a page could not be shown");
    return new PageError(500, "This is a fault of the console.", "Look for the request's number in its log.");
  };
}

interface ErrorPageProps {
  readonly error: PageError;
  readonly frame: Frame;
  readonly requestId: string;
}

/** Says what is wrong and what to do. Shows the request ID, by which the log can be searched. */
export const ErrorPage = ({ error, frame, requestId }: ErrorPageProps) => (
  <Layout title={titles[error.status]} isProblem frame={frame}>
    <div class="card" role="alert">
      <p>{error.message}</p>
      <p>{error.remedy}</p>
    </div>
    <p class="note">
      Status {error.status}, request <code>{requestId}</code>
    </p>
  </Layout>
);
