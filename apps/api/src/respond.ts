import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Asked } from "./answer.ts";
import { gzipHeaders, gzipLevel, packableHeaders, plainAnswerBytesMax, takesGzip } from "./encoding.ts";

/** Of the first answer to a call, when it is given again. */
export const replayedHeader = { "idempotent-replayed": "true" } as const;

/** In a thread of Node's own. */
const compress = promisify(gzip);

/**
 * A JSON answer. Made as a plain Response: the server adapter writes its parts to the socket as they are, whereas
 * headers set through the context become a Headers object first, which costs more than the rest of the answer. A promise
 * only where the answer is large enough to be compressed.
 */
export function respond(
  { req }: Pick<Asked, "req">,
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response | Promise<Response> {
  const text = JSON.stringify(body);
  const all = { "content-type": "application/json", ...headers };
  // A character takes three bytes at most.
  const isSmall = text.length * 3 <= plainAnswerBytesMax || Buffer.byteLength(text) <= plainAnswerBytesMax;
  if (isSmall) return new Response(text, { status, headers: all });
  if (!takesGzip(req)) return new Response(text, { status, headers: { ...all, ...packableHeaders } });
  return compress(text, { level: gzipLevel }).then(
    (packed) => new Response(packed, { status, headers: { ...all, ...gzipHeaders } }),
  );
}
