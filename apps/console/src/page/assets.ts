import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { ConsoleApp } from "../context.ts";

const types = { "console.css": "text/css; charset=utf-8", "icon.svg": "image/svg+xml; charset=utf-8" } as const;

/** Serves the files of the pages. Nothing comes from elsewhere, so the console works without a network. */
export function addAssets(app: ConsoleApp): void {
  for (const [name, type] of Object.entries(types)) {
    const content = new Uint8Array(readFileSync(new URL(`../../assets/${name}`, import.meta.url)));
    const etag = `"${createHash("sha256").update(content).digest("base64url")}"`;
    // Checked again at each use: the content changes with the release.
    const headers = { "content-type": type, "cache-control": "no-cache", etag };
    app.get(`/assets/${name}`, (c) => {
      const isKnown = c.req.header("if-none-match") === etag;
      return isKnown ? c.body(null, 304, headers) : c.body(content, 200, headers);
    });
  }
}
