import { readFileSync } from "node:fs";
import { html, raw } from "hono/html";
import { endpointOf, type ServedFile } from "./file.ts";
import { apiTitle, pageOf, pagePolicy } from "./page.ts";

/** The pages of docs that a caller needs who has only the URL of the service. */
export const guides = [
  { name: "integrate", title: "Integrate", text: "A first walk with curl, and how to repeat calls safely" },
  { name: "interface", title: "The interface", text: "The rules: calls, records, states, what happens to a sale" },
] as const;

export const pathOfGuide = (name: string) => `/docs/${name}`;

/** Written from docs by `npm run generate`; the path is the same from src, dist and bundle. */
const pages = new URL("../../pages/", import.meta.url);

function fileOf({ name, title }: (typeof guides)[number]): ServedFile {
  const links = guides.map((guide) => html`<a href="${pathOfGuide(guide.name)}">${guide.title}</a>`);
  const nav = html`<nav><a href="/">${apiTitle}</a> ${links} <a href="/reference">Reference</a></nav>`;
  const read = () => {
    const content = readFileSync(new URL(`${name}.html`, pages), "utf8");
    return String(pageOf(`${title} – ${apiTitle}`, html`${nav}<main>${raw(content)}</main>`));
  };
  return { path: pathOfGuide(name), type: "text/html; charset=utf-8", policy: pagePolicy, read };
}

export const guideEndpoints = guides.map((guide) => endpointOf(fileOf(guide)));
