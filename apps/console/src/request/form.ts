import type { ConsoleContext } from "../context.ts";
import { PageError, SuspectError } from "../page/page.error.ts";

/** Forms of the console have a few short fields. */
const formBytesMax = 8_192;
const type = "application/x-www-form-urlencoded";

/**
 * Reads a form.
 * @throws PageError 415 or 413, or 400 if the connection ends before the form does.
 */
export async function readForm(c: ConsoleContext): Promise<URLSearchParams> {
  const [given = ""] = (c.req.header("content-type") ?? "").split(";");
  if (given.trim().toLowerCase() !== type)
    throw new SuspectError("body", 415, "The request is not a form.", `Send it as ${type}.`, { "accept-post": type });
  const bytes = await readBytes(c.req.raw.body ?? []).catch(() => {
    throw new PageError(400, "The form ended early.", "Send it again.");
  });
  if (bytes === undefined)
    throw new SuspectError("body", 413, "The form is too large.", `Send at most ${formBytesMax} bytes.`, {
      connection: "close",
    });
  return new URLSearchParams(bytes.toString("utf8"));
}

/** Undefined if there are too many. */
async function readBytes(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > formBytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
