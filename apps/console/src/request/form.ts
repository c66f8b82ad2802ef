import type { ConsoleContext } from "../context.ts";
import { PageError } from "../page/page.error.ts";

/** Forms of the console have a few short fields. */
const formBytesMax = 8_192;
const type = "application/x-www-form-urlencoded";

/**
 * Reads a form.
 * @throws PageError 415 or 413.
 */
export async function readForm(c: ConsoleContext): Promise<URLSearchParams> {
  const [given = ""] = (c.req.header("content-type") ?? "").split(";");
  if (given.trim().toLowerCase() !== type)
    throw new PageError(415, "The request is not a form.", `Send it as ${type}.`, { "accept-post": type });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > formBytesMax)
      throw new PageError(413, "The form is too large.", `Send at most ${formBytesMax} bytes.`, {
        connection: "close",
      });
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}
