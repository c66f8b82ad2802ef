import { readFileSync } from "node:fs";

/** The versions of this program and of what runs it. */
export function readRelease(): { rewards: string; node: string } {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  return { rewards: version, node: process.versions.node };
}
