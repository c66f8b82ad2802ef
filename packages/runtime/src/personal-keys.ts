import { z } from "zod";

/** The keys of personal data, as they are set. It can be sent to another thread. */
export interface PersonalKeySetting {
  /** The ID of the key that encrypts new values; undefined if they are stored in clear. */
  readonly sealing: string | undefined;
  /** Every key that decrypts, by its ID. */
  readonly keys: readonly { readonly id: string; readonly bytes: Uint8Array }[];
}

/** The first entry that stores new values in clear, while the keys after it decrypt. */
const plainEntry = "plain";
const keyBytes = 32;
const keysMax = 16;
/** Of 10^16 random keys, one has fewer distinct bytes. A key with fewer was not made at random. */
const distinctBytesMin = 16;
const entryPattern = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/;

const form =
  "expected id:key, separated by commas, with an ID of at most 32 letters, digits, - and _, and a key made with: openssl rand -base64 32";

/** Keys, `plain`, or `plain` and keys. The first entry says how new values are stored; all keys decrypt. */
export const personalKeysVar = z.string({ error: form }).transform((text, context): PersonalKeySetting => {
  const problem = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  const entries = text.split(",").map((entry) => entry.trim());
  const isPlain = entries[0] === plainEntry;
  const keys = (isPlain ? entries.slice(1) : entries).map(readKey);
  if (keys.length > keysMax) return problem(`expected at most ${keysMax} keys`);
  if (!keys.every((key) => key !== undefined)) return problem(form);
  if (new Set(keys.map(({ id }) => id)).size < keys.length) return problem("expected a different ID for each key");
  if (new Set(keys.map(({ bytes }) => bytes.toString("hex"))).size < keys.length)
    return problem("expected different keys");
  if (keys.some(({ bytes }) => new Set(bytes).size < distinctBytesMin))
    return problem("expected random keys, one can be guessed; make it with: openssl rand -base64 32");
  return { sealing: isPlain ? undefined : keys[0]?.id, keys };
});

function readKey(entry: string): { id: string; bytes: Buffer } | undefined {
  const [, id, text] = entryPattern.exec(entry) ?? [];
  if (id === undefined || id === plainEntry || text === undefined) return undefined;
  const bytes = Buffer.from(text, "base64");
  return bytes.length === keyBytes ? { id, bytes } : undefined;
}
