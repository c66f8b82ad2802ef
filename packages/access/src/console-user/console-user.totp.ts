import { holdKey, type PersonalKeys, type Sql, seal, type Tx, unseal } from "@rewards/db";
import { AppError } from "@rewards/domain";
import { Secret, TOTP } from "otpauth";

/** The length of a secret of one-time codes in clear. Encrypted secrets are longer. */
const totpSecretBytes = 20;

/**
 * The secret of a user in the form in which it is stored: encrypted if there is a key for new values, otherwise in clear.
 * It opens only for the same user.
 */
export function sealTotp({ sealing }: PersonalKeys, name: string, secret: Buffer): Buffer {
  if (!sealing) return secret;
  return Buffer.from(`${sealing.id}.${seal(sealing.codes, name, secret.toString("base64url"))}`);
}

/** The ID of the key of a stored secret; undefined if the secret is in clear. */
const keyIdOfTotp = (stored: Buffer): string | undefined =>
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

/** How far the clock of a phone may be off, in periods of 30 s. */
const periodsOff = 1;
const periodSeconds = 30;

/** 160 random bits. */
export const makeTotpSecret = (): Buffer => Buffer.from(new Secret({ size: totpSecretBytes }).bytes);

/** The `otpauth:` address that authenticator apps read, as a QR code or typed. */
export function totpAddress(name: string, secret: Buffer): string {
  return totpOf(secret, name).toString();
}

/** The secret as users type it into an authenticator app. */
export const totpText = (secret: Buffer): string => secretOf(secret).base32;

const codePattern = /^[0-9]{6}$/;

/** The number of the 30 s period that this code belongs to; undefined if no period near `nowMs` has this code. */
export function totpPeriodOf(code: string, secret: Buffer, nowMs: number): number | undefined {
  // The library throws at some texts of the right length.
  if (!codePattern.test(code)) return undefined;
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: periodsOff });
  return delta === null ? undefined : Math.floor(nowMs / 1_000 / periodSeconds) + delta;
}

function totpOf(secret: Buffer, label?: string): TOTP {
  return new TOTP({ issuer: "Rewards", ...(label !== undefined && { label }), secret: secretOf(secret) });
}

/** A copy: a Buffer is a view of a larger pool. */
const secretOf = (secret: Buffer) => new Secret({ buffer: new Uint8Array(secret).buffer });

/** The secrets of one-time codes that were stored anew, and why others could not be. */
export interface RekeyedTotp {
  readonly secrets: number;
  readonly unopened: readonly string[];
}

/** Stores the secrets of one-time codes as new ones are stored, in one transaction: operators are few. */
export async function rekeyTotp(tx: Tx, keys: PersonalKeys): Promise<RekeyedTotp> {
  if (keys.sealing) await holdKey(tx, keys.sealing);
  const unopened: string[] = [];
  let secrets = 0;
  for (const { name, secret } of await readTotp(tx)) {
    if (keyIdOfTotp(secret) === keys.sealing?.id) continue;
    try {
      const next = sealTotp(keys, name, openTotp(keys, name, secret));
      await tx`update console_user set totp_secret = ${next} where name = ${name}`;
      secrets += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      unopened.push((error.cause as Error).message);
    }
  }
  return { secrets, unopened };
}

/** Whether a secret of one-time codes is encrypted with this key. */
export const usesTotpKey = async (tx: Tx, id: string): Promise<boolean> =>
  (await readTotp(tx)).some(({ secret }) => keyIdOfTotp(secret) === id);

const readTotp = (sql: Sql | Tx) =>
  sql<{ name: string; secret: Buffer }[]>`
    select name, totp_secret as secret from console_user where totp_secret is not null order by name for update`;
