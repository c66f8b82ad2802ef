import { applicationName } from "@rewards/domain";
import { accepts } from "hono/accepts";
import { html } from "hono/html";
import { respond } from "../answer.ts";
import type { Handler } from "../context.ts";
import { guides, pathOfGuide } from "./guides.ts";
import { apiTitle, pageOf, pagePolicy } from "./page.ts";

const documentation = "docs/README.md";

/** Where programs find the rest. */
const places = {
  name: applicationName,
  reference: "/reference",
  openapi: "/openapi.json",
  ...Object.fromEntries(guides.map(({ name }) => [name, pathOfGuide(name)])),
};

/** GET /: where a person or a program finds the rest. A page for browsers, JSON for all others. */
export const showRoot: Handler = async (c, { consoleUrl }) => {
  const supports = ["application/json", "text/html"];
  const type = accepts(c, { header: "Accept", supports, default: "application/json" });
  const vary = { vary: "accept" };
  if (type === "application/json") {
    const found = { ...places, readiness: "/readyz", console: consoleUrl, documentation };
    return respond(c.env.outgoing, found, 200, vary);
  }
  return new Response(String(pageOf(apiTitle, contentOf(consoleUrl))), {
    headers: {
      ...vary,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": pagePolicy,
      "referrer-policy": "no-referrer",
    },
  });
};

const contentOf = (consoleUrl: string | undefined) => html`    <main>
      <h1>${apiTitle}</h1>
      <p>A loyalty service: tills send sales, and members earn points and redeem them.</p>
      <dl>
        <dt><a href="/reference">Reference</a></dt>
        <dd>Every call with its fields, and forms to try it</dd>
        <dt><a href="/openapi.json">OpenAPI document</a></dt>
        <dd>The same for programs: generators, Postman, gateways</dd>
        ${guides.map(
          ({ name, title, text }) => html`<dt><a href="${pathOfGuide(name)}">${title}</a></dt>
        <dd>${text}</dd>
        `,
        )}
        <dt>${consoleUrl === undefined ? "Console" : html`<a href="${consoleUrl}">Console</a>`}</dt>
        <dd>
          Pages for operators: state of the service, traces of sales, dead letters.
          ${consoleUrl ?? "This API does not know its address: set CONSOLE_URL."}
        </dd>
        <dt>Documentation</dt>
        <dd>The folder docs of the release. <code>${documentation}</code> lists every page.</dd>
        <dt><a href="/readyz">Readiness</a></dt>
        <dd>Whether the service accepts sales now, and why not</dd>
      </dl>
    </main>`;
