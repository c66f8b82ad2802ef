import { Secret, TOTP } from "otpauth";
import { totpSecretBytes } from "../personal/personal.totp.ts";

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

/** The number of the 30 s period that this code belongs to; undefined if no period near `nowMs` has this code. */
export function totpPeriodOf(code: string, secret: Buffer, nowMs: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: periodsOff });
  return delta === null ? undefined : Math.floor(nowMs / 1_000 / periodSeconds) + delta;
}

function totpOf(secret: Buffer, label?: string): TOTP {
  return new TOTP({ issuer: "Rewards", ...(label !== undefined && { label }), secret: secretOf(secret) });
}

/** A copy: a Buffer is a view of a larger pool. */
const secretOf = (secret: Buffer) => new Secret({ buffer: new Uint8Array(secret).buffer });
