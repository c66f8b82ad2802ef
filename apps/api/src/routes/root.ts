import { createHash } from "node:crypto";
import { applicationName } from "@rewards/domain";
import { accepts } from "hono/accepts";
import { html, raw } from "hono/html";
import { respond } from "../answer.ts";
import type { Handler } from "../context.ts";

const style = `:root { color-scheme: light dark; }
body { margin: 0; background: light-dark(#f6f7f9, #14171c); color: light-dark(#1a1f27, #e6e9ee); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { margin: 0 0 0.5rem; line-height: 1.2; }
dl { margin: 1.5rem 0 0; }
dt { padding-top: 1rem; border-top: 1px solid light-dark(#c9d0da, #3a424e); font-weight: 600; }
dd { margin: 0.25rem 0 1rem; }
dt, dd { overflow-wrap: anywhere; }
a { color: light-dark(#1a56b0, #8ab4f8); }
:focus-visible { outline: 3px solid light-dark(#1a56b0, #8ab4f8); outline-offset: 2px; }
`;

/** The page loads nothing but its icon, and runs no script. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const documentation = "docs/README.md";

/** GET /: where a person or a program finds the rest. A page for browsers, JSON for all others. */
export const showRoot: Handler = async (c, { consoleUrl }) => {
  const supports = ["application/json", "text/html"];
  const type = accepts(c, { header: "Accept", supports, default: "application/json" });
  const vary = { vary: "accept" };
  if (type === "application/json") {
    const found = { name: applicationName, reference: "/reference", openapi: "/openapi.json" };
    return respond(c.env.outgoing, { ...found, readiness: "/readyz", console: consoleUrl, documentation }, 200, vary);
  }
  return new Response(String(await pageOf(consoleUrl)), {
    headers: {
      ...vary,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": contentSecurityPolicy,
      "referrer-policy": "no-referrer",
    },
  });
};

const pageOf = (consoleUrl: string | undefined) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${applicationName} API</title>
    <link rel="icon" href="/reference/icon.png">
    <style>${raw(style)}</style>
  </head>
  <body>
    <main>
      <h1>${applicationName} API</h1>
      <p>A loyalty service: tills send sales, and members earn points and redeem them.</p>
      <dl>
        <dt><a href="/reference">Reference</a></dt>
        <dd>Every call with its fields, and forms to try it</dd>
        <dt><a href="/openapi.json">OpenAPI document</a></dt>
        <dd>The same for programs: generators, Postman, gateways</dd>
        <dt>${consoleUrl === undefined ? "Console" : html`<a href="${consoleUrl}">Console</a>`}</dt>
        <dd>
          Pages for operators: state of the service, traces of sales, dead letters.
          ${consoleUrl ?? "This API does not know its address: set CONSOLE_URL."}
        </dd>
        <dt>Documentation</dt>
        <dd>
          The folder docs of the release. <code>${documentation}</code> lists every page; integrators begin with
          <code>docs/integrate.md</code>, operators with <code>docs/operations.md</code>.
        </dd>
        <dt><a href="/readyz">Readiness</a></dt>
        <dd>Whether the service accepts sales now, and why not</dd>
      </dl>
    </main>
  </body>
</html>
`;
