import { type Database, readRevokedTokens } from "@rewards/db";

/** IDs of tokens that ended early, in memory until the tokens would have expired. */
export interface RevokedTokens {
  /** Reads the revocations up to the latest revision. */
  refresh(latest: number): Promise<void>;
  has(id: string): boolean;
  /** Adds a revocation that this API made, without waiting for the next refresh. */
  add(id: string, expiresMs: number): void;
}

export function createRevokedTokens(sql: Database["sql"]): RevokedTokens {
  const expiresMsOf = new Map<string, number>();
  let seen = 0;

  async function refresh(latest: number): Promise<void> {
    // A database that was restored from a backup counts from an earlier revision on.
    if (latest < seen) seen = 0;
    while (seen < latest) {
      const rows = await readRevokedTokens(sql, seen);
      for (const { id, expiresAt } of rows) expiresMsOf.set(id, expiresAt.getTime());
      seen = rows.at(-1)?.revision ?? latest;
    }
    for (const [id, expiresMs] of expiresMsOf) if (expiresMs <= Date.now()) expiresMsOf.delete(id);
  }

  return { refresh, has: (id) => expiresMsOf.has(id), add: (id, expiresMs) => void expiresMsOf.set(id, expiresMs) };
}
