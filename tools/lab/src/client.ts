/** A call of the API, as a client sends it. */
export interface Request {
  readonly method: string;
  /** Beneath the root of the API. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly etag: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into.
  readonly body: any;
}

/** Beneath the address of an API. */
export const apiRoot = "/dx/api/application/v2";

export async function send(root: string, { method, path, headers, body }: Request): Promise<Answer> {
  const response = await fetch(root + path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, etag: response.headers.get("etag"), body: await response.json() };
}

/** @throws where the call is refused. @returns the answer's body */
export async function call(root: string, request: Request): Promise<Answer["body"]> {
  const { status, body } = await send(root, request);
  if (status < 300) return body;
  throw new Error(`${request.method} ${request.path} was answered with ${status}: ${JSON.stringify(body)}`);
}
