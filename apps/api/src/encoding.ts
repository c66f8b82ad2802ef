import type { IncomingMessage } from "node:http";
import { parseAccept } from "hono/utils/accept";

/** Responses up to this size are sent uncompressed: gzip would save less than it costs. */
export const plainAnswerBytesMax = 1_024;
/** A higher level takes much longer and saves little: records are mostly IDs, numbers and times. */
export const gzipLevel = 1;
/** For responses above that size: the request header decides whether they are compressed. */
export const packableHeaders = { vary: "Accept-Encoding" } as const;
export const gzipHeaders = { ...packableHeaders, "content-encoding": "gzip" } as const;

/** Whether the caller accepts gzip and does not prefer uncompressed bytes. */
export function takesGzip({ headers: { "accept-encoding": header } }: Pick<IncomingMessage, "headers">): boolean {
  if (header === undefined) return false;
  const accepted = parseAccept(String(header));
  const weightOf = (...names: string[]) => accepted.find(({ type }) => names.includes(type.toLowerCase()))?.q ?? 0;
  const weight = weightOf("gzip", "x-gzip") || weightOf("*");
  return weight > 0 && weight >= weightOf("identity");
}
