import { type Answer, type Request, send } from "@rewards/lab/client";

/** A request as a DX API client sends it, and what the client relies on in the answer. */
export interface Call extends Request {
  readonly title: string;
  readonly status: number;
  /** What the client reads: every check must be true of the answer. */
  readonly reads: Readonly<Record<string, (answer: Answer) => boolean>>;
}

/** A call of a view. */
export const viewCall = (title: string, view: string, body: object, reads: Call["reads"], status = 200): Call => ({
  title,
  method: "POST",
  path: `/data_views/${view}`,
  body,
  status,
  reads,
});

/** A call that was sent: the answer, and what its client misses in it. */
export interface Exchange {
  readonly title: string;
  readonly received: string;
  readonly missing: readonly string[];
}

/** What the client relies on and the answer lacks; empty if nothing. */
export function checkAnswer(call: Call, answer: Answer): string[] {
  const wrongStatus = answer.status === call.status ? [] : [`status ${answer.status} instead of ${call.status}`];
  const missing = Object.entries(call.reads).filter(([, holds]) => !isTrue(holds, answer));
  return [...wrongStatus, ...missing.map(([what]) => what)];
}

/** A check that throws, because a field is missing, fails too. */
function isTrue(holds: (answer: Answer) => boolean, answer: Answer): boolean {
  try {
    return holds(answer);
  } catch {
    return false;
  }
}

/** Sends calls, with these headers too, to the API of this root. */
export async function sendCalls(
  root: string,
  headers: Readonly<Record<string, string>>,
  calls: readonly Call[],
): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  for (const call of calls) {
    const answer = await send(root, { ...call, headers: { ...headers, ...call.headers } });
    const received = `${answer.status} ${answer.text}`;
    exchanges.push({ title: call.title, received, missing: checkAnswer(call, answer) });
  }
  return exchanges;
}
