import { type ErrorCode, isAmountNumber } from "@rewards/domain";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson } from "./json.ts";

const digits = fc.stringMatching(/^\d{1,25}$/);
const exponent = fc.oneof(fc.integer({ min: -30, max: 30 }), fc.integer({ min: -400, max: 400 }));
const numeral = fc
  .record({
    sign: fc.constantFrom("", "-"),
    whole: digits.map((text) => text.replace(/^0+(?=\d)/, "")),
    fraction: fc.option(digits.map((text) => `.${text}`)),
    exponent: fc.option(exponent.map((value) => `e${value}`)),
  })
  .map((parts) => `${parts.sign}${parts.whole}${parts.fraction ?? ""}${parts.exponent ?? ""}`);

/** The exact value: its digits without trailing zeros, and the number of decimal places. */
function exactOf(written: string): string {
  const [mantissa = "", power = "0"] = written.split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const all = (whole + fraction).replace(/^(-?)0+(?=\d)/, "$1");
  const kept = all.replace(/(?<=\d)0+$/, "");
  const places = kept === "0" || kept === "-0" ? 0 : fraction.length - Number(power) - (all.length - kept.length);
  return `${kept.replace("-0", "0")} ${places}`;
}

test("a number accepted as an amount has exactly the value that was written, whatever surrounds it", () => {
  const around = fc.constantFrom(["", ""], ['{"a":"1\\"2,","b":', "}"], ["[null,", ',"12345678901234567890"]']);
  fc.assert(
    fc.property(numeral, around, (written, [before, after]) => {
      const parsed = JSON.stringify(parseJson(`${before}[${written}]${after}`));
      const [, seen = ""] = /\[([-\d.e+]+|null)\]/.exec(parsed) ?? [];
      const value = seen === "null" ? Number.NaN : Number(seen);
      if (isAmountNumber(value)) expect(exactOf(String(value).replace("+", ""))).toBe(exactOf(written));
      else expect(isAmountNumber(Number(written)) && exactOf(String(Number(written))) === exactOf(written)).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

test("a text without an overlong numeral is parsed as by JSON.parse", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const long = /[\d.]{16}|e-?\d{3}/i.test(text);
      if (!long) expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

test.each([
  ['{"a":1.2345678901234567890,"b":2}', '{"a":null,"b":2}'],
  ['{"a":"1.2345678901234567890"}', '{"a":"1.2345678901234567890"}'],
  ['{"\\\\":1.5,"\\"":12.000000000000000001}', '{"\\\\":1.5,"\\"":null}'],
  ['{"__proto__":0.00000000000000000001}', '{"__proto__":1e-20}'],
])("%s is parsed as %s", (text, shown) => {
  expect(JSON.stringify(parseJson(text))).toBe(shown);
});

const refused: [what: string, text: string, code: ErrorCode][] = [
  ["a leading zero", "01.12345678901234567", "Error_Body_Malformed"],
  ["two points", "[1.2.345678901234567890]", "Error_Body_Malformed"],
  ["an exponent without digits", "[12345678901234567890e]", "Error_Body_Malformed"],
  ["a string without an end", '{"a":"12345678901234567890', "Error_Body_Malformed"],
  ["a numeral behind a word", "[x12345678901234567890]", "Error_Body_Malformed"],
  ["a member twice", '{"a":1,"b":{"c":1,"c":1}}', "Error_Body_Malformed"],
  ["a member twice, once with an escape", '[{"a":1,"\\u0061":2}]', "Error_Body_Malformed"],
  ["10,001 lists", "[".repeat(10_001) + "]".repeat(10_001), "Error_Body_TooLarge"],
  ["20,001 members", `{${Array.from({ length: 20_001 }, (_, n) => `"${n}":1`).join()}}`, "Error_Body_TooLarge"],
];

describe("is refused:", () => {
  test.each(refused)("%s", (_, text, code) => {
    expect(() => parseJson(text)).toThrow(code);
  });
});
