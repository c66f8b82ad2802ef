import { createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import type { PersonalKeySetting } from "@rewards/runtime";
import { lookUpLength } from "../object/object.index.ts";

/** A field that records are looked up by. */
export interface LookUpField {
  readonly class: string;
  readonly name: string;
}

/** The hashes of one value: of its folded form, by which the index goes, followed by that of the value itself. */
export interface LookUpHash {
  readonly folded: string;
  readonly whole: string;
}

export function lookUpHash(key: PersonalKey, { class: className, name }: LookUpField, text: string): LookUpHash {
  const hash = (use: string, value: string) =>
    createHmac("sha256", key.lookUp)
      .update(`${className}.${name} ${use}\0${value}`)
      .digest("base64url")
      .slice(0, lookUpLength);
  const folded = hash("folded", foldCase(text));
  return { folded, whole: folded + hash("exact", text) };
}

/** The hashes of values under every key: rows may have been encrypted with any of them. Empty values have none. */
export function lookUpHashes({ all }: PersonalKeys, field: LookUpField, values: readonly unknown[]): LookUpHash[] {
  const texts = values.map(String).filter((text) => text !== "");
  return [...all.values()].flatMap((key) => texts.map((text) => lookUpHash(key, field, text)));
}

/**
 * Folds case as the indexes of values in clear do (`lower` with Unicode's simple mapping): each character alone, without
 * the rules for the end of a word, and into one character. Letters that are newer than Node's Unicode stay.
 */
export function foldCase(text: string): string {
  return Array.from(text, (character) => Array.from(character.toLowerCase())[0] ?? character).join("");
}

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
  /** Hashes idempotency keys and the contents of their calls. */
  readonly calls: KeyObject;
  /** Names the key in these hashes: the first 8 bytes of the check value, in hex. */
  readonly mark: string;
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
const markBytes = 8;

export function createPersonalKeys(setting: PersonalKeySetting | undefined): PersonalKeys {
  if (!setting) return noKeys;
  const all = new Map(setting.keys.map(({ id, bytes }) => [id, keyOf(id, bytes)]));
  return { sealing: setting.sealing === undefined ? undefined : all.get(setting.sealing), all };
}

function keyOf(id: string, bytes: Uint8Array): PersonalKey {
  const subkey = (use: string) =>
    Buffer.from(hkdfSync("sha256", bytes, "", `rewards personal data: ${use}`, subkeyBytes));
  const check = subkey("check");
  return {
    id,
    checkValue: check.toString("base64url"),
    mark: check.toString("hex", 0, markBytes),
    calls: createSecretKey(subkey("calls")),
    seal: subkey("seal"),
    lookUp: subkey("look-up"),
    codes: subkey("one-time codes"),
    pages: subkey("page tokens"),
  };
}
