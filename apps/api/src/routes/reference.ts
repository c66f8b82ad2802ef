import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { applicationName } from "@rewards/domain";
import { gzipHeaders, packableHeaders, takesGzip } from "../answer.ts";
import { nobody } from "../call.ts";
import type { Handler } from "../context.ts";
import { documentFile } from "../openapi/document.file.ts";

/**
 * The page may load and call only what this service serves. `unsafe-inline`: Swagger UI sets styles on its elements.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${applicationName} API</title>
    <link rel="icon" href="/reference/icon.png">
    <link rel="stylesheet" href="/reference/swagger-ui.css">
    <link rel="stylesheet" href="/reference/page.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="/reference/swagger-ui.js"></script>
    <script type="module" src="/reference/page.js"></script>
  </body>
</html>
`;

const style = `body { margin: 0; background: #fff; }
.swagger-ui .information-container { padding-top: 0; }
.swagger-ui .info { margin: 24px 0; }
.swagger-ui .scheme-container { padding: 12px 0; box-shadow: none; border-block: 1px solid #e3e6ea; }
.swagger-ui .response-col_links { display: none; }
.swagger-ui .responses-table .response > td { padding-top: 16px; }
.swagger-ui .parameters-col_name { min-width: 140px; }
@media (max-width: 640px) {
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .responses-table code { overflow-wrap: anywhere; }
  .swagger-ui .responses-table .headers { display: block; overflow-x: auto; }
}
`;

type Encoding = "gzip" | "identity";

const require = createRequire(import.meta.url);

interface File {
  readonly path: string;
  readonly type: string;
  readonly read: () => string | Buffer;
}

/** Scripts that run in the browser, compiled with this package; the path is the same from src, dist and bundle. */
const scripts = new URL("../../dist/reference/", import.meta.url);
const readScript = (name: string) => readFileSync(new URL(name, scripts));

const files: readonly File[] = [
  { path: "/openapi.json", type: "application/json", read: () => readFileSync(documentFile) },
  { path: "/reference", type: "text/html; charset=utf-8", read: () => page },
  { path: "/reference/page.js", type: "text/javascript; charset=utf-8", read: () => readScript("page.js") },
  { path: "/reference/samples.js", type: "text/javascript; charset=utf-8", read: () => readScript("samples.js") },
  { path: "/reference/page.css", type: "text/css; charset=utf-8", read: () => style },
  {
    path: "/reference/swagger-ui.js",
    type: "text/javascript; charset=utf-8",
    read: () => readFileSync(require.resolve("swagger-ui-dist/swagger-ui-bundle.js")),
  },
  {
    path: "/reference/swagger-ui.css",
    type: "text/css; charset=utf-8",
    read: () => readFileSync(require.resolve("swagger-ui-dist/swagger-ui.css")),
  },
  {
    path: "/reference/icon.png",
    type: "image/png",
    read: () => readFileSync(require.resolve("swagger-ui-dist/favicon-32x32.png")),
  },
];

/**
 * GET /openapi.json, and GET /reference with everything that the page loads. Each file is read at its first request,
 * compressed at the first request that accepts gzip, and kept.
 */
export const referenceEndpoints = files.map(({ path, type, read }) => ({
  path,
  methods: { GET: path === "/openapi.json" ? describeTo(serve(type, read)) : serve(type, read) },
  isFile: true as const,
  isFree: true as const,
}));

/** If credentials are required, the document shows what the caller reaches: without one, what needs none. */
function describeTo(whole: Handler): Handler {
  return async (c, deps, objectPath) => {
    if (!deps.authenticate) return whole(c, deps, objectPath);
    c.env.caller = c.env.incoming.headers.authorization === undefined ? nobody : await deps.authenticate(c);
    deps.admitCall?.(c);
    return deps.reads.answer(c, { kind: "document" });
  };
}

interface Kept {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

function serve(type: string, read: File["read"]): Handler {
  const keptIn: Partial<Record<Encoding, Kept>> = {};
  // Images are already compressed.
  const isPackable = !type.startsWith("image/");
  return async (c) => {
    const encoding = isPackable && takesGzip(c.env.incoming) ? "gzip" : "identity";
    keptIn[encoding] ??= await keep(read(), encoding);
    const { body, etag } = keptIn[encoding];
    const headers = {
      "content-type": type,
      etag,
      // Revalidated with its ETag: the content changes with the release.
      "cache-control": "no-cache",
      "content-security-policy": contentSecurityPolicy,
      "referrer-policy": "no-referrer",
      ...(isPackable && packableHeaders),
      ...(encoding === "gzip" && gzipHeaders),
    };
    const isKnown = isNamed(etag, c.req.header("if-none-match"));
    return new Response(isKnown ? null : body, { status: isKnown ? 304 : 200, headers });
  };
}

const compress = promisify(gzip);

/** Each encoding has its own ETag: the bytes differ. */
async function keep(content: string | Buffer, encoding: Encoding): Promise<Kept> {
  const body = new Uint8Array(encoding === "gzip" ? await compress(content) : Buffer.from(content));
  return { body, etag: `"${createHash("sha256").update(body).digest("base64url")}"` };
}

function isNamed(etag: string, ifNoneMatch = ""): boolean {
  return ifNoneMatch.split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
}
