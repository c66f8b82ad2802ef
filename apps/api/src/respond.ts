import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Asked } from "./answer.ts";
import { gzipHeaders, gzipLevel, packableHeaders, plainAnswerBytesMax, takesGzip } from "./encoding.ts";

/** Marks the first response to a call when it is sent again. */
export const replayedHeader = { "idempotent-replayed": "true" } as const;

/** Runs on a thread of Node's pool. */
const compress = promisify(gzip);

/** A JSON response with this body. */
export function respond(
  asked: Pick<Asked, "req">,
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response | Promise<Response> {
  return respondText(asked, JSON.stringify(body), status, headers);
}

/**
 * A response with this text, which is JSON. It is a plain Response, whose parts the server adapter writes to the socket
 * unchanged. Headers set through the context would become a Headers object first, which costs more than the rest of the
 * response. Returns a promise only if the response is large enough to be compressed.
 */
export function respondText(
  { req }: Pick<Asked, "req">,
  text: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response | Promise<Response> {
  const all = { "content-type": "application/json", ...headers };
  // A character of the string takes at most three bytes in UTF-8.
  const isSmall = text.length * 3 <= plainAnswerBytesMax || Buffer.byteLength(text) <= plainAnswerBytesMax;
  if (isSmall) return new Response(text, { status, headers: all });
  if (!takesGzip(req)) return new Response(text, { status, headers: { ...all, ...packableHeaders } });
  return compress(text, { level: gzipLevel }).then(
    (packed) => new Response(packed, { status, headers: { ...all, ...gzipHeaders } }),
  );
}
