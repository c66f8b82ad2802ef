/** A call of the API, as a client sends it. */
export interface Request {
  readonly method: string;
  /** Relative to the API's root. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes are sent unchanged; anything else as JSON, with its content type. */
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON; text that is not JSON; undefined if empty. */
  // biome-ignore lint/suspicious/noExplicitAny: callers read answers of every shape.
  readonly body: any;
}

/** The API's root, relative to its address. */
export const apiRoot = "/dx/api/application/v2";

/** @throws if no answer comes, or none within `msMax`. */
export async function send(root: string, request: Request, msMax?: number): Promise<Answer> {
  const { method, path, body } = request;
  const isAsItIs = body === undefined || typeof body === "string" || body instanceof Uint8Array;
  const headers = { ...(!isAsItIs && { "content-type": "application/json" }), ...request.headers };
  const response = await fetch(root + path, {
    method,
    headers,
    ...(body !== undefined && { body: isAsItIs ? (body as string) : JSON.stringify(body) }),
    ...(msMax !== undefined && { signal: AbortSignal.timeout(msMax) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text === "" ? undefined : parsed(text) };
}

/** @throws if the call is refused. @returns the answer's body */
export async function call(root: string, request: Request): Promise<Answer["body"]> {
  const { status, text, body } = await send(root, request);
  if (status < 300) return body;
  throw new Error(`${request.method} ${request.path} was answered with ${status}: ${text}`);
}

/** Why no answer came, such as ECONNREFUSED. */
export function lossOf(error: unknown): string {
  const { cause = error } = error as { cause?: unknown };
  const { code, message } = cause as NodeJS.ErrnoException;
  return code ?? message;
}

/** Parses JSON; returns the text itself if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
