import { hash, randomBytes, randomInt } from "node:crypto";

const secretBytes = 32;
const idLength = 16;
const idSymbols = "0123456789abcdefghjkmnpqrstvwxyz";

/** 256 random bits. */
export const makeSecret = () => randomBytes(secretBytes).toString("base64url");

/**
 * The hash that is stored. A slow hash would add nothing: nobody can try 2^256 secrets. Every call waits for it, and
 * `createHash` makes an object that costs the garbage collector more than the hash.
 */
export const hashSecret = (secret: string): Buffer => hash("sha256", secret, "buffer");

/** 80 random bits, in symbols that cannot be confused. */
export function makeClientId(): string {
  return Array.from({ length: idLength }, () => idSymbols[randomInt(idSymbols.length)]).join("");
}
