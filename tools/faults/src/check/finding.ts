import { answeredId } from "../load/read-back.ts";
import { type Attempt, codeOf, type Recorded } from "../load/record.ts";

/** What was broken, as the report words it. */
export const findingKinds = {
  lost: "accepted, and has no effect",
  doubled: "took effect more than once",
  unrequested: "an effect that no call requested, or that was refused",
  false: "an untrue answer",
  failed: "an answer that is the service's own failure",
  stuck: "never settled",
  moved: "a Status moved against its table",
  setAside: "a record without an error failed",
  books: "the books do not add up",
  points: "other points than the replay gives",
  unbounded: "a bound was exceeded",
  void: "the round proves nothing",
} as const;
export type FindingKind = keyof typeof findingKinds;

export interface Finding {
  readonly kind: FindingKind;
  /** The record concerned. */
  readonly key: string;
  readonly message: string;
  /** Requests with their answers, and rows. */
  readonly evidence: readonly unknown[];
}

/** A finding based on rows. */
export const rowFinding = (kind: FindingKind, key: string, message: string, ...evidence: unknown[]): Finding => ({
  ...{ kind, key, message, evidence },
});

/** A finding about one call, or about all calls of one record. */
export function finding(
  kind: FindingKind,
  about: Recorded | { readonly key: string; readonly calls: readonly Recorded[] },
  message: string,
  ...rows: unknown[]
): Finding {
  const { key, calls } = "calls" in about ? about : { key: about.call.key, calls: [about] };
  return rowFinding(kind, key, message, ...calls.map(showCall), ...rows);
}

const showCall = ({ call, attempts }: Recorded) => ({
  request: `${call.method} ${call.path}`,
  content: call.content,
  attempts: attempts.map(showAttempt),
});

function showAttempt(attempt: Attempt) {
  const { api, sentMs, doneMs, status, lost, isVoid } = attempt;
  return {
    api,
    sentMs: Math.round(sentMs),
    ...(doneMs !== undefined && { tookMs: Math.round(doneMs - sentMs) }),
    ...(status !== undefined && { status, answer: answeredId(attempt) ?? codeOf(attempt) }),
    ...(lost !== undefined && { lost }),
    ...(isVoid && { isVoid }),
  };
}
