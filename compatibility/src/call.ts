/** A request as a client of the DX API sends it, and what it relies on in the answer. */
export interface Call {
  readonly title: string;
  readonly method: "GET" | "POST" | "PATCH";
  /** Beneath the root of the API. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status: number;
  /** What the client reads: each must be true of the answer. */
  readonly reads: Readonly<Record<string, (answer: Answer) => boolean>>;
}

export interface Answer {
  readonly status: number;
  readonly etag: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into.
  readonly body: any;
}

type Sent = Pick<Call, "method" | "path" | "headers" | "body">;

export async function send(root: string, { method, path, headers, body }: Sent): Promise<Answer> {
  const response = await fetch(root + path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, etag: response.headers.get("etag"), body: await response.json() };
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
