import type { Tx } from "../client.ts";

export type AwaitedKind = "member" | "store";

/** Keeps the key of a member from being the key of a store. */
const seeds: Record<AwaitedKind, number> = { member: 1, store: 2 };

/**
 * Locks business keys until the transaction ends, in the order of their hashes. Whoever creates a record that sales
 * wait for and whoever parks sales for want of it take the same lock, so that neither misses the other.
 */
export async function lockKeys(tx: Tx, kind: AwaitedKind, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx`
    select pg_advisory_xact_lock(hash) from (
      select distinct hashtextextended(key, ${seeds[kind]}) as hash from unnest(${[...keys]}::text[]) as k(key) order by hash
    ) as ordered`;
}
