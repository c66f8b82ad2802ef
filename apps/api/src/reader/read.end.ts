import { AppError } from "@rewards/domain";
import type { ApiContext } from "../context.ts";

/** A busy thread may answer this long after the deadline; after that, it is not awaited. */
const overtimeMsMax = 1_000;

/** Shared errors: hundreds of callers may disconnect at once, and creating an error for each would delay the others. */
const timedOut = new AppError("Error_DataView_Timeout");
export const callerGone = new AppError("Error_Body_Malformed", undefined, { reason: "the connection was closed" });

/** Signals when a call ends without a response: its time is over, or its caller has gone. */
interface CallEnd {
  readonly gone: AbortSignal;
  /** Aborts in both cases: for calls that still wait. */
  readonly late: AbortSignal;
  /** Rejects `overtimeMsMax` after the call's time is over. */
  readonly overdue: Promise<never>;
  settle(): void;
}

export function watchCall({ env: { outgoing } }: ApiContext, viewMsMax: number): CallEnd {
  const [gone, late] = [new AbortController(), new AbortController()];
  const onClose = () => {
    gone.abort();
    late.abort(callerGone);
  };
  outgoing.once("close", onClose);
  const timer = setTimeout(() => late.abort(timedOut), viewMsMax);
  let overtime: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    overtime = setTimeout(() => reject(timedOut), viewMsMax + overtimeMsMax);
  });
  // It may reject when nothing awaits it any more.
  overdue.catch(() => undefined);
  return {
    gone: gone.signal,
    late: late.signal,
    overdue,
    settle() {
      clearTimeout(timer);
      clearTimeout(overtime);
      outgoing.off("close", onClose);
    },
  };
}
