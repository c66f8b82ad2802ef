import { posix } from "node:path";
import { guides, pathOfGuide } from "@rewards/api/openapi";
import { marked, Renderer } from "marked";

/** What the API serves, by its place seen from docs. */
const served = new Map([
  ["../apps/api/openapi.json", "/openapi.json"],
  ...guides.map(({ name }) => /** @type {const} */ ([`${name}.md`, pathOfGuide(name)])),
]);

/** @param {string} heading as GitHub writes it in links */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replaceAll(" ", "-");

/**
 * Where the API serves what a page of docs links to; undefined if it does not.
 * @param {string} href
 */
function targetOf(href) {
  if (/^(?:[a-z]+:|#)/.test(href)) return href;
  const [file = "", anchor] = href.split("#");
  const path = served.get(file);
  return path && (anchor === undefined ? path : `${path}#${anchor}`);
}

/** What scrolls must be reachable by keyboard. */
const wide = (/** @type {string} */ html) => `<div class="wide" tabindex="0">${html.trim()}</div>\n`;

class PageRenderer extends Renderer {
  /** @param {import("marked").Tokens.Heading} token */
  heading({ depth, tokens, text }) {
    return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
  }

  /**
   * A link to a file that the API does not serve becomes text that names the file.
   * @param {import("marked").Tokens.Link} token
   */
  link({ href, tokens }) {
    const text = this.parser.parseInline(tokens);
    const target = targetOf(href);
    if (target !== undefined) return `<a href="${target}">${text}</a>`;
    return `${text} (<code>${posix.join("docs", href)}</code>)`;
  }

  /** Marks for tests and for generated tables. */
  html() {
    return "";
  }

  /** @param {import("marked").Tokens.Table} token */
  table(token) {
    return wide(super.table(token));
  }

  /** @param {import("marked").Tokens.Code} token */
  code(token) {
    return wide(super.code(token));
  }
}

/**
 * The pages as HTML without a frame, from docs as they will be written.
 * @param {(path: string) => string} readFile
 */
export function makePages(readFile) {
  const pageOf = (/** @type {string} */ name) =>
    marked.parse(readFile(`docs/${name}.md`), { async: false, renderer: new PageRenderer() });
  return Object.fromEntries(guides.map(({ name }) => [`apps/api/pages/${name}.html`, pageOf(name)]));
}
