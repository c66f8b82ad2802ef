import type { Answer, Request } from "@rewards/lab/client";

/** A request as a client of the DX API sends it, and what it relies on in the answer. */
export interface Call extends Request {
  readonly title: string;
  readonly status: number;
  /** What the client reads: each must be true of the answer. */
  readonly reads: Readonly<Record<string, (answer: Answer) => boolean>>;
}

/** What an answer does not hold of what its client relies on; empty where all of it is there. */
export function checkAnswer(call: Call, answer: Answer): string[] {
  const wrongStatus = answer.status === call.status ? [] : [`status ${answer.status} instead of ${call.status}`];
  const missing = Object.entries(call.reads).filter(([, holds]) => !isTrue(holds, answer));
  return [...wrongStatus, ...missing.map(([what]) => what)];
}

/** A client that looks into what is not there fails as well. */
function isTrue(holds: (answer: Answer) => boolean, answer: Answer): boolean {
  try {
    return holds(answer);
  } catch {
    return false;
  }
}
