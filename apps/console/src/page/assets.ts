import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { ConsoleApp } from "../context.ts";

const css = "text/css; charset=utf-8";
const script = "text/javascript; charset=utf-8";
const folder = new URL("../../", import.meta.url);
const plotFolder = new URL("./", import.meta.resolve("uplot"));

/** The type and the file of each asset, by its name. */
const assets = {
  "console.css": [css, new URL("assets/console.css", folder)],
  "icon.svg": ["image/svg+xml; charset=utf-8", new URL("assets/icon.svg", folder)],
  "chart.js": [script, new URL("dist/browser/chart.js", folder)],
  "overview.js": [script, new URL("dist/browser/overview.js", folder)],
  "programme.js": [script, new URL("dist/browser/programme.js", folder)],
  "search.js": [script, new URL("dist/browser/search.js", folder)],
  "session.js": [script, new URL("dist/browser/session.js", folder)],
  "trace.js": [script, new URL("dist/browser/trace.js", folder)],
  "uPlot.js": [script, new URL("uPlot.iife.min.js", plotFolder)],
  "uPlot.css": [css, new URL("uPlot.min.css", plotFolder)],
} as const;

/** Serves the files of the pages. Nothing comes from elsewhere, so the console works without a network. */
export function addAssets(app: ConsoleApp): void {
  for (const [name, [type, file]] of Object.entries(assets)) {
    const content = new Uint8Array(readFileSync(file));
    const etag = `"${createHash("sha256").update(content).digest("base64url")}"`;
    // Checked again at each use: the content changes with the release.
    const headers = { "content-type": type, "cache-control": "no-cache", etag };
    app.get(`/assets/${name}`, (c) => {
      const isKnown = c.req.header("if-none-match") === etag;
      return isKnown ? c.body(null, 304, headers) : c.body(content, 200, headers);
    });
  }
}
