/** Of the first answer to a call, when it is given again. */
export const replayedHeader = { "idempotent-replayed": "true" } as const;

/**
 * A JSON answer. Made as a plain Response: the server adapter writes its parts to the socket as they are, whereas
 * headers set through the context become a Headers object first, which costs more than the rest of the answer.
 */
export function respond(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
}
