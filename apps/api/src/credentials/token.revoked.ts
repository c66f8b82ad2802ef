import { readRevokedTokens } from "@rewards/access";
import type { Database } from "@rewards/db";
import { tokenSecondsMax } from "./token.keys.ts";

/**
 * IDs of tokens that ended early, in memory until the tokens would have expired: by the clock, and after the longest life
 * of a token as well. A clock that jumps ahead and comes back must not make them valid again.
 */
export interface RevokedTokens {
  /** Reads the revocations up to the latest revision. */
  refresh(latest: number): Promise<void>;
  has(id: string): boolean;
  /** Adds a revocation that this API made, without waiting for the next refresh. */
  add(id: string, expiresMs: number): void;
}

export function createRevokedTokens(sql: Database["sql"]): RevokedTokens {
  const known = new Map<string, { readonly expiresMs: number; readonly notedMs: number }>();
  const note = (id: string, expiresMs: number) => void known.set(id, { expiresMs, notedMs: performance.now() });
  let seen = 0;

  async function refresh(latest: number): Promise<void> {
    // A database that was restored from a backup counts from an earlier revision on.
    if (latest < seen) seen = 0;
    while (seen < latest) {
      const rows = await readRevokedTokens(sql, seen);
      for (const { id, expiresAt } of rows) note(id, expiresAt.getTime());
      seen = rows.at(-1)?.revision ?? latest;
    }
    const endedMs = performance.now() - tokenSecondsMax * 1_000;
    for (const [id, { expiresMs, notedMs }] of known)
      if (expiresMs <= Date.now() && notedMs <= endedMs) known.delete(id);
  }

  return { refresh, has: (id) => known.has(id), add: note };
}
