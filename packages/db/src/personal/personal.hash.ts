import { createHmac } from "node:crypto";
import { lookUpLength } from "../object/object.index.ts";
import type { PersonalKey, PersonalKeys } from "./personal.keys.ts";

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
