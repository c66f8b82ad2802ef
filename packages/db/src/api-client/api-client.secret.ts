import { hash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";

const secretBytes = 32;
const hashBytes = 32;
const idLength = 16;
const idSymbols = "0123456789abcdefghjkmnpqrstvwxyz";

/** 256 random bits. */
export const makeSecret = () => randomBytes(secretBytes).toString("base64url");

/** The hash that is stored. A slow hash would add nothing: nobody can try 2^256 secrets. */
export const hashSecret = (secret: string): Buffer => hash("sha256", secret, "buffer");

/** Each call of a client needs the hash of a secret. A new buffer for each would cost more than the hash. */
const given = Buffer.alloc(hashBytes);

/** Whether this is the hash of the secret. Compares in constant time. */
export function isHashOf(secret: string, stored: Buffer): boolean {
  given.write(hash("sha256", secret, "binary"), "binary");
  return timingSafeEqual(given, stored);
}

/** 80 random bits, in symbols that cannot be confused. */
export function makeClientId(): string {
  return Array.from({ length: idLength }, () => idSymbols[randomInt(idSymbols.length)]).join("");
}
