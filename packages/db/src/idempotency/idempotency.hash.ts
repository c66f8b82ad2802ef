import { createHmac, hash } from "node:crypto";
import type { IdempotencyClaim } from "../object/object.types.ts";
import type { PersonalKey, PersonalKeys } from "../personal/personal.keys.ts";

/** A key and its scope, and what its call is compared by. */
export interface ClaimedCall extends Pick<IdempotencyClaim, "caller" | "method" | "path" | "key"> {
  /** See `comparedText`. */
  readonly text: string;
}

/** In hex: a hash under a key of personal data begins with the mark of this key. */
const markLength = 16;
const plainLength = 64;

/**
 * The claim of a call. Under a key of personal data, key and content are hashed by HMAC, so that nobody who has only the
 * database can confirm a guess; otherwise by SHA-256. Any key that the process has compares contents.
 */
export function createClaim({ sealing, all }: PersonalKeys, { text, ...scope }: ClaimedCall): IdempotencyClaim {
  const contentHash = sealing ? keyedHash(sealing, "content", text) : hash("sha256", text);
  const keyHashes = new Map([...all.values()].map((key) => [key, keyedHash(key, "key", scope.key)]));
  return {
    ...scope,
    contentHash,
    keyHash: (sealing && keyHashes.get(sealing)) ?? null,
    erasedKeys: [...keyHashes.values()].map(erasedForm),
    isContentOf(stored) {
      if (stored === null || stored === contentHash) return true;
      if (stored.length === plainLength) return stored === hash("sha256", text);
      const key = [...all.values()].find(({ mark }) => mark === stored.slice(0, markLength));
      return key === undefined || stored === keyedHash(key, "content", text);
    },
  };
}

/** As an erasure stores a keyed hash in place of the key. It has a space, which no caller can send. */
const erasedForm = (keyHash: string) => `hmac ${keyHash}`;

function keyedHash({ calls, mark }: PersonalKey, use: "content" | "key", text: string): string {
  return mark + createHmac("sha256", calls).update(`${use}\0${text}`).digest("hex");
}
