import { AppError } from "@rewards/domain";
import { seal, unseal } from "../seal.ts";
import type { PersonalKeys } from "./personal.keys.ts";

/** The length of a secret of one-time codes in clear. Encrypted secrets are longer. */
export const totpSecretBytes = 20;

/**
 * The secret of a user in the form in which it is stored: encrypted if there is a key for new values, otherwise in clear.
 * It opens only for the same user.
 */
export function sealTotp({ sealing }: PersonalKeys, name: string, secret: Buffer): Buffer {
  if (!sealing) return secret;
  return Buffer.from(`${sealing.id}.${seal(sealing.codes, name, secret.toString("base64url"))}`);
}

/** The ID of the key of a stored secret; undefined if the secret is in clear. */
export const keyIdOfTotp = (stored: Buffer): string | undefined =>
  stored.length > totpSecretBytes ? stored.toString().split(".")[0] : undefined;

/**
 * @param stored as `sealTotp` returned it.
 * @throws AppError 503 if the key is missing, or the secret is damaged or of another user. Its cause says which.
 */
export function openTotp({ all }: PersonalKeys, name: string, stored: Buffer): Buffer {
  const id = keyIdOfTotp(stored);
  if (id === undefined) return stored;
  const key = all.get(id);
  const opened = key && unseal(key.codes, name, stored.toString().slice(id.length + 1));
  if (opened !== undefined) return Buffer.from(opened, "base64url");
  const reason = key
    ? "is damaged, or of another user or key"
    : "is encrypted with a key that PERSONAL_DATA_KEYS lacks";
  const cause = new Error(`The secret of ${name}'s one-time codes ${reason}: ${id}.`);
  throw new AppError("Error_Service_Unavailable", undefined, { cause });
}
