import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { keySchema, normaliseKey, optionalKeySchema } from "./key.ts";

const verdict = (schema: z.ZodType, value: unknown) => {
  const { success, data, error } = schema.safeParse(value);
  return success ? data : (error.issues[0] as unknown as { params?: { code: string } }).params?.code;
};

describe("a key", () => {
  test.each([
    ["as it is", "M-1", "M-1"],
    ["with blanks inside", "Main Street 1", "Main Street 1"],
    ["in other case", "m-1", "m-1"],
    ["behind and before blanks", "  M-1 ", "M-1"],
    ["with a scanner's CR LF", "M-1\r\n", "M-1"],
    ["behind a tab and before a no-break space", "\tM-1\u00a0", "M-1"],
    ["behind a byte order mark", "\ufeffM-1", "M-1"],
    ["before a zero-width space", "M-1\u200b", "M-1"],
    ["between marks of direction", "\u200eM-1\u200f", "M-1"],
    ["with a decomposed letter", "Cafe\u0301", "Caf\u00e9"],
    ["padded to a column", `M-1${" ".repeat(4_000)}`, "M-1"],
    ["of 255 characters", "x".repeat(255), "x".repeat(255)],
    ["of 255 decomposed letters", "e\u0301".repeat(255), "\u00e9".repeat(255)],
    ["of 256 characters", "x".repeat(256), "Error_Field_Length"],
    ["empty", "", "Error_Field_Required"],
    ["of a blank", " ", "Error_Field_Required"],
    ["of a tab", "\t", "Error_Field_Required"],
    ["of a zero-width space", "\u200b", "Error_Field_Required"],
    ["with a line break inside", "M\n1", "Error_Field_Text"],
    ["with NUL at its end", "M-1\0", "Error_Field_Text"],
    ["with a zero-width space inside", "M\u200b1", "Error_Field_Text"],
    ["with an override of direction", "M\u202e1", "Error_Field_Text"],
    ["with a soft hyphen", "M\u00ad1", "Error_Field_Text"],
    ["with an unassigned character", "M\u0378", "Error_Field_Text"],
    ["of a filler", "\u3164", "Error_Field_Text"],
    ["of a variation selector", "\ufe0f", "Error_Field_Text"],
    ["of a grapheme joiner", "\u034f", "Error_Field_Text"],
    ["of an empty Braille cell", "\u2800", "Error_Field_Text"],
    ["before a variation selector", "M-1\ufe0f", "Error_Field_Text"],
    ["before a filler of half width", "M-1\uffa0", "Error_Field_Text"],
    ["with a grapheme joiner inside", "M\u034f1", "Error_Field_Text"],
    ["with an empty Braille cell inside", "M\u28001", "Error_Field_Text"],
    ["with a line separator inside", "M\u20281", "Error_Field_Text"],
    ["with a paragraph separator inside", "M\u20291", "Error_Field_Text"],
    ["behind and before line separators", "\u2028M-1\u2029", "M-1"],
    ["in Braille", "\u2801\u28ff", "\u2801\u28ff"],
    ["with half of a surrogate pair", "M\ud83d", "Error_Field_Text"],
    ["with an emoji", "M😀", "M😀"],
  ])("%s", (_, given, expected) => {
    expect(verdict(keySchema(), given)).toBe(expected);
  });

  test("may be left empty if it is optional", () => {
    expect(["", " ", "\u200b", " A-1 "].map((given) => verdict(optionalKeySchema(), given))).toEqual([
      "",
      "",
      "",
      "A-1",
    ]);
  });

  test("is the same however often it is normalised, and is accepted as it was stored", () => {
    const texts = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.string({ unit: "grapheme", maxLength: 60 }),
    );
    fc.assert(
      fc.property(texts, (given) => {
        const key = normaliseKey(given);
        expect(normaliseKey(key)).toBe(key);
        const parsed = keySchema().safeParse(given);
        if (parsed.success) expect(keySchema().parse(parsed.data)).toBe(key);
      }),
    );
  });

  test("of many blanks takes no longer than of many letters", () => {
    expect(normaliseKey(`${" ".repeat(500_000)}x`)).toBe("x");
    expect(normaliseKey(`x${" ".repeat(500_000)}x`)).toHaveLength(500_002);
    expect(verdict(keySchema(), `a${"\u0301\u0316".repeat(400_000)}`)).toBe("Error_Field_Length");
  });

  test("has a pattern in the description that every stored key fits", () => {
    const { pattern } = z.toJSONSchema(keySchema(), { io: "input" });
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (given) => {
        const parsed = keySchema().safeParse(given);
        fc.pre(parsed.success);
        expect(parsed.data).toMatch(new RegExp(String(pattern), "u"));
      }),
    );
  });
});
