import { createPublicKey, generateKeyPair, type KeyObject, randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { publishTokenKey, readRevokedTokens, type StoredTokenKey } from "@rewards/access";
import type { Database } from "@rewards/db";
import { AppError } from "@rewards/domain";

export const tokenSecondsMax = 3_600;
/** An API replaces its key after this time. If Postgres is away, the key signs for up to twice that. */
const replacedAfterMs = 3_600_000;
const signsMsMax = 2 * replacedAfterMs;
/** Postgres publishes a key for this long (`publish_token_key`). */
const validMs = signsMsMax + tokenSecondsMax * 1_000;
/** A key signs only after this time, when every other API has read its public part. */
const ripeAfterMs = 2_000;
/** Unknown keys are refused as wrong only if the known ones are this recent. */
const recentMs = 10_000;
/** The prefix of our keys' IDs. Keys of an outside issuer do not have it. */
const idPrefix = "rwt_";

const makeKeyPair = promisify(generateKeyPair);

interface SigningKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  /** When all APIs could read it, by `performance.now()`. */
  readonly publishedMs: number;
}

/** The public part of a key. */
export interface PublicTokenKey {
  readonly key: KeyObject;
  /** Its tokens end until then. */
  readonly expiresMs: number;
}

/** The keys of access tokens: those that this API signs with, and the public ones of all APIs. */
export interface TokenKeys {
  /** Takes over the keys from Postgres. Publishes a new key if this API's own is missing or old. */
  refresh(stored: readonly StoredTokenKey[]): Promise<void>;
  isOurs(id: string): boolean;
  /** @throws AppError 503 if the key is unknown and the known ones are not recent. */
  find(id: string): PublicTokenKey | undefined;
  /** Waits up to two seconds after the API has started. @throws AppError 503 without a key. */
  signer(): Promise<SigningKey>;
}

export function createTokenKeys(sql: Database["sql"]): TokenKeys {
  /** The latest first, at most two. */
  let own: readonly SigningKey[] = [];
  let known: ReadonlyMap<string, PublicTokenKey> = new Map();
  let readMs = Number.NEGATIVE_INFINITY;
  const ageOf = ({ publishedMs }: SigningKey) => performance.now() - publishedMs;

  async function publish(): Promise<void> {
    const { publicKey, privateKey } = await makeKeyPair("ec", { namedCurve: "P-256" });
    const id = idPrefix + randomBytes(12).toString("base64url");
    await publishTokenKey(sql, { id, publicKey: publicKey.export({ format: "jwk" }) });
    own = [{ id, privateKey, publishedMs: performance.now() }, ...own.slice(0, 1)];
    known = new Map(known).set(id, { key: publicKey, expiresMs: Date.now() + validMs });
  }

  return {
    async refresh(stored) {
      const keyOf = ({ id, publicKey }: StoredTokenKey) =>
        known.get(id)?.key ?? createPublicKey({ key: publicKey, format: "jwk" });
      known = new Map(stored.map((one) => [one.id, { key: keyOf(one), expiresMs: one.expiresMs }]));
      readMs = performance.now();
      // A database that was restored from a backup lacks the latest keys.
      own = own.filter(({ id }) => known.has(id));
      const [latest] = own;
      if (!latest || ageOf(latest) >= replacedAfterMs) await publish();
    },
    isOurs: (id) => id.startsWith(idPrefix),
    find(id) {
      const key = known.get(id);
      if (!key && performance.now() - readMs > recentMs) throw new AppError("Error_Service_Unavailable");
      return key;
    },
    async signer() {
      const signing = own.filter((key) => ageOf(key) < signsMsMax);
      const key = signing.find((one) => ageOf(one) >= ripeAfterMs) ?? signing[0];
      if (!key) throw new AppError("Error_Service_Unavailable");
      await delay(Math.max(0, ripeAfterMs - ageOf(key)));
      return key;
    },
  };
}

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
