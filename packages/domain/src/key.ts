import { z } from "zod";
import { fitsLength, type Refine, refused, stringLengthMax } from "./schema.ts";

/** What scanners and padded columns add to a key: white space, a byte order mark, zero-width characters. */
const edge = /[\p{White_Space}\u200B-\u200F\u2060\uFEFF]/u;
/** The keys that need no work: printable ASCII. */
const plain = /^[!-~](?:[ -~]*[!-~])?$/;
/**
 * What nobody sees in a key: control, format, unassigned and ignorable characters such as fillers and variation selectors,
 * breaks of lines and paragraphs, the empty Braille cell, and lone surrogates.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** NFC makes one character of at most four. A text that is longer stays too long, and is not normalised. */
const normalisedLengthMax = 8 * stringLengthMax;

/**
 * A business key in the form in which it is stored, shown and compared: without the edges, in NFC. So a scanner's CR, a
 * padded column or a decomposed letter makes no second key.
 */
export function normaliseKey(given: string): string {
  if (plain.test(given)) return given;
  // A pattern for both ends would take the square of the length.
  let [start, end] = [0, given.length];
  while (start < end && edge.test(given.charAt(start))) start += 1;
  while (end > start && edge.test(given.charAt(end - 1))) end -= 1;
  const key = given.slice(start, end);
  return key.length > normalisedLengthMax ? key : key.normalize("NFC");
}

const isSeen: Refine<string> = (key) => plain.test(key) || !unseen.test(key);
/** What every validator can express of `isSeen`, and that something is left. */
export const keyPattern =
  "^[^\\u0000-\\u001F\\u007F-\\u009F]*[^\\u0000-\\u0020\\u007F-\\u00A0][^\\u0000-\\u001F\\u007F-\\u009F]*$";

export const optionalKeyPattern = `^\\s*$|${keyPattern}`;

const fits = refused<string>("Error_Field_Length", `At most ${stringLengthMax} characters.`, (key) =>
  fitsLength(key, stringLengthMax),
);
const seen = refused<string>("Error_Field_Text", "A key has no control, invisible or unassigned characters.", isSeen);

/** A business key of at most 255 characters, after `normaliseKey`. */
export function keySchema() {
  const given = refused<string>("Error_Field_Required", "A value is required.", (key) => key !== "");
  return z
    .string()
    .check(z.overwrite(normaliseKey), given, fits, seen)
    .meta({ minLength: 1, maxLength: stringLengthMax, pattern: keyPattern });
}

/** A business key, or nothing. */
export function optionalKeySchema() {
  return z
    .string()
    .check(z.overwrite(normaliseKey), fits, seen)
    .meta({ maxLength: stringLengthMax, pattern: optionalKeyPattern });
}
