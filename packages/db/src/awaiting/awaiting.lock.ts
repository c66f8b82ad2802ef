import type { Tx } from "../client.ts";
import { keyLockSeeds } from "../lock.ts";

export type AwaitedKind = keyof typeof keyLockSeeds;

/**
 * Locks business keys until the transaction ends, in the order of their hashes. A transaction that creates a record and
 * one that parks sales because the record is missing take the same lock, so that each sees what the other did.
 */
export async function lockKeys(tx: Tx, kind: AwaitedKind, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx`
    select pg_advisory_xact_lock(hash) from (
      select distinct hashtextextended(key, ${keyLockSeeds[kind]}) as hash from unnest(${[...keys]}::text[]) as k(key) order by hash
    ) as ordered`;
}
