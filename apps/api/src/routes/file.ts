import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { etag, RETAINED_304_HEADERS } from "hono/etag";
import { gzipHeaders, packableHeaders, takesGzip } from "../answer.ts";
import type { Handler } from "../context.ts";

/** A file that is the same for every caller. */
export interface ServedFile {
  readonly path: string;
  readonly type: string;
  /** The Content-Security-Policy. */
  readonly policy: string;
  readonly read: () => string | Buffer;
}

/** For GET: the endpoint of a file. It needs no credential. */
export const endpointOf = (file: ServedFile) => ({
  path: file.path,
  methods: { GET: serve(file) },
  isFile: true as const,
  isFree: true as const,
});

/** Browsers replace the headers that they stored by those of a 304, so the policy must be the same. */
const answerKnown = etag({
  retainedHeaders: [...RETAINED_304_HEADERS, "content-security-policy", "referrer-policy"],
});

type Encoding = "gzip" | "identity";

interface Kept {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/**
 * Reads the file at its first request, compresses it at the first request that accepts gzip, and keeps both. Hono's
 * `compress` compresses every answer anew; its `serveStatic` reads the disk for each and ignores the weights of
 * `Accept-Encoding`.
 */
function serve({ type, policy, read }: ServedFile): Handler {
  const keptIn: Partial<Record<Encoding, Promise<Kept>>> = {};
  // Images are already compressed.
  const isPackable = !type.startsWith("image/");
  return async (c) => {
    const encoding = isPackable && takesGzip(c.env.incoming) ? "gzip" : "identity";
    keptIn[encoding] ??= keep(read(), encoding);
    const { body, etag } = await keptIn[encoding];
    const headers = {
      "content-type": type,
      etag,
      // Revalidated with its ETag: the content changes with the release.
      "cache-control": "public, no-cache",
      "content-security-policy": policy,
      "referrer-policy": "no-referrer",
      ...(isPackable && packableHeaders),
      ...(encoding === "gzip" && gzipHeaders),
    };
    await answerKnown(c, async () => {
      c.res = new Response(body, { headers });
    });
    return c.res;
  };
}

const compress = promisify(gzip);

/** Each encoding has its own ETag: the bytes differ. */
async function keep(content: string | Buffer, encoding: Encoding): Promise<Kept> {
  const body = new Uint8Array(encoding === "gzip" ? await compress(content) : Buffer.from(content));
  return { body, etag: `"${createHash("sha256").update(body).digest("base64url")}"` };
}
