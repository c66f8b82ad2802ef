import type { IncomingMessage } from "node:http";
import { parseAccept } from "hono/utils/accept";

/** Answers of so many bytes are sent as they are: gzip would save less than it costs. */
export const plainAnswerBytesMax = 1_024;
/** More would take much longer and save little: records are mostly IDs, numbers and times. */
export const gzipLevel = 1;
/** Of an answer over that: who gets it packed depends on that header. */
export const packableHeaders = { vary: "Accept-Encoding" } as const;
export const gzipHeaders = { ...packableHeaders, "content-encoding": "gzip" } as const;

/** Whether the caller takes gzip, and does not like the plain bytes better. */
export function takesGzip({ headers: { "accept-encoding": header } }: Pick<IncomingMessage, "headers">): boolean {
  if (header === undefined) return false;
  const accepted = parseAccept(String(header));
  const weightOf = (...names: string[]) => accepted.find(({ type }) => names.includes(type.toLowerCase()))?.q ?? 0;
  const weight = weightOf("gzip", "x-gzip") || weightOf("*");
  return weight > 0 && weight >= weightOf("identity");
}
