import { hkdfSync } from "node:crypto";
import type { PersonalKeySetting } from "@rewards/runtime";

/** A key of personal data. Each use has a subkey, so that a hash says nothing about the encryption. */
export interface PersonalKey {
  readonly id: string;
  /** Is stored with the ID, so that a process with another key under this ID notices. */
  readonly checkValue: string;
  /** Encrypts the values of a record. */
  readonly seal: Buffer;
  /** Hashes the values that records are looked up by. */
  readonly lookUp: Buffer;
  /** Encrypts the secrets of one-time codes. */
  readonly codes: Buffer;
  /** Encrypts page tokens. */
  readonly pages: Buffer;
}

/** The keys of a process. Postgres never gets them. */
export interface PersonalKeys {
  /** Encrypts new values; undefined if they are stored in clear. */
  readonly sealing: PersonalKey | undefined;
  /** Every key that decrypts, by its ID. Empty if personal data is not encrypted. */
  readonly all: ReadonlyMap<string, PersonalKey>;
}

export const noKeys: PersonalKeys = { sealing: undefined, all: new Map() };

const subkeyBytes = 32;

export function createPersonalKeys(setting: PersonalKeySetting | undefined): PersonalKeys {
  if (!setting) return noKeys;
  const all = new Map(setting.keys.map(({ id, bytes }) => [id, keyOf(id, bytes)]));
  return { sealing: setting.sealing === undefined ? undefined : all.get(setting.sealing), all };
}

function keyOf(id: string, bytes: Uint8Array): PersonalKey {
  const subkey = (use: string) =>
    Buffer.from(hkdfSync("sha256", bytes, "", `rewards personal data: ${use}`, subkeyBytes));
  return {
    id,
    checkValue: subkey("check").toString("base64url"),
    seal: subkey("seal"),
    lookUp: subkey("look-up"),
    codes: subkey("one-time codes"),
    pages: subkey("page tokens"),
  };
}
