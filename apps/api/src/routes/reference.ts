import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { endpointOf } from "./file.ts";
import { apiTitle } from "./page.ts";

/**
 * The page may load and call only what this service serves. `unsafe-inline`: Swagger UI sets styles on its elements.
 */
const policy = [
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
    <title>${apiTitle}</title>
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

const require = createRequire(import.meta.url);
const library = () => dirname(require.resolve("swagger-ui-dist/package.json"));
const readLibrary = (name: string) => () => readFileSync(join(library(), name));

/** The package: the path is the same from src, dist and bundle. */
const readOwn = (path: string) => () => readFileSync(new URL(`../../${path}`, import.meta.url));

const javascript = "text/javascript; charset=utf-8";
const css = "text/css; charset=utf-8";

/**
 * GET /openapi.json, the document generated from the definitions, and GET /reference with everything that the page
 * loads. Its own scripts run in the browser; they are compiled with this package.
 */
const files = [
  { path: "/openapi.json", type: "application/json", read: readOwn("openapi.json") },
  { path: "/reference", type: "text/html; charset=utf-8", read: () => page },
  { path: "/reference/page.js", type: javascript, read: readOwn("dist/reference/page.js") },
  { path: "/reference/samples.js", type: javascript, read: readOwn("dist/reference/samples.js") },
  { path: "/reference/page.css", type: css, read: () => style },
  { path: "/reference/swagger-ui.js", type: javascript, read: readLibrary("swagger-ui-bundle.js") },
  { path: "/reference/swagger-ui.css", type: css, read: readLibrary("swagger-ui.css") },
  { path: "/reference/icon.png", type: "image/png", read: readLibrary("favicon-32x32.png") },
];

export const referenceEndpoints = files.map((file) => endpointOf({ ...file, policy }));
