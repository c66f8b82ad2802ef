import { loadProgrammes } from "@rewards/db";
import { createContext } from "hono/jsx";
import type { ReadRecords } from "../replica.ts";

/** The time zone in which a page shows times. */
export const Zone = createContext("UTC");

const keptMs = 60_000;

/** That of the programmes, if all have one; UTC otherwise, and while Postgres does not answer. Looked up once a minute. */
export function createZoneLook(read: ReadRecords): () => Promise<string> {
  let zone = "UTC";
  let readMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - readMs < keptMs) return zone;
    readMs = performance.now();
    const programmes = await read(loadProgrammes).catch(() => undefined);
    const zones = new Set([...(programmes?.values() ?? [])].map(({ timeZone }) => timeZone));
    const [only] = zones;
    zone = zones.size === 1 && only !== undefined ? only : "UTC";
    return zone;
  };
}
