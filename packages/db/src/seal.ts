import { createCipheriv, createDecipheriv, createHmac } from "node:crypto";

/** AES-256-GCM with a key of 32 bytes. A token is the nonce, the sealed bytes and the tag. */
const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
const tokenLengthMax = 100_000;

/**
 * Seals a text in a token that only the holder of the key can read, and that opens only for the same `boundTo`. The
 * nonce derives from the key and both texts: the same place has the same token, and no two places share a nonce.
 */
export function seal(key: Buffer, boundTo: string, text: string): string {
  const nonce = createHmac("sha256", key).update(`${boundTo}\0${text}`).digest().subarray(0, nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(boundTo));
  const sealed = [nonce, sealing.update(text, "utf8"), sealing.final()];
  return Buffer.concat([...sealed, sealing.getAuthTag()]).toString("base64url");
}

/** The text of a token; undefined if it was sealed with another key, for another `boundTo`, or not by `seal`. */
export function unseal(key: Buffer, boundTo: string, token: string): string | undefined {
  const bytes = Buffer.from(token.length <= tokenLengthMax ? token : "", "base64url");
  if (bytes.length < nonceBytes + tagBytes) return undefined;
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
  opening.setAAD(Buffer.from(boundTo)).setAuthTag(bytes.subarray(-tagBytes));
  try {
    return Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
