import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { dateSchema, timestampSchema } from "./schema.time.ts";
import {
  amountSchema,
  amountTextSchema,
  integerSchema,
  oneOfSchema,
  patternSchema,
  requiredPatternSchema,
  requiredTextSchema,
  textSchema,
} from "./schema.ts";

/** The error code of the one refusal, or "accepted". */
function verdict(schema: z.ZodType, value: unknown): string {
  const parsed = schema.safeParse(value);
  if (parsed.success) return "accepted";
  const [issue, ...more] = parsed.error.issues;
  expect(more).toEqual([]);
  return issue?.code === "custom" ? (issue.params as { code: string }).code : String(issue?.code);
}

describe("text", () => {
  test.each([
    ["255 characters", "x".repeat(255), "accepted"],
    ["256 characters", "x".repeat(256), "Error_Field_Length"],
    ["a NUL", "a\0b", "Error_Field_Text"],
    ["a lone high surrogate", "a\ud83d", "Error_Field_Text"],
    ["a lone low surrogate", "\ude00a", "Error_Field_Text"],
    ["a surrogate pair", "😀", "accepted"],
    ["255 characters of two UTF-16 units each", "😀".repeat(255), "accepted"],
    ["256 characters of two UTF-16 units each", "😀".repeat(256), "Error_Field_Length"],
    ["255 characters, some of two units", `${"x".repeat(254)}😀`, "accepted"],
    ["256 characters, some of two units", `${"x".repeat(255)}😀`, "Error_Field_Length"],
    ["a lone surrogate after 254 characters of two units", `${"😀".repeat(254)}\ud83d`, "Error_Field_Text"],
    ["a number", 5, "invalid_type"],
    ["null", null, "invalid_type"],
    ["an object", {}, "invalid_type"],
  ])("%s", (_, value, expected) => {
    expect(verdict(textSchema(), value)).toBe(expected);
    expect(verdict(requiredTextSchema(), value)).toBe(expected);
  });

  test("an empty string is text, but not a required one", () => {
    expect(verdict(textSchema(), "")).toBe("accepted");
    expect(verdict(requiredTextSchema(), "")).toBe("Error_Field_Required");
  });

  test("text is kept as sent", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }), (text) => {
        fc.pre(!text.includes("\0"));
        return requiredTextSchema().parse(text) === text;
      }),
    );
  });

  test("text with a form may be empty unless it is required", () => {
    const accepts = (value: string) => value === "yes";
    expect(["", "yes", "no", "x".repeat(256)].map((value) => verdict(patternSchema("yes", accepts), value))).toEqual([
      "accepted",
      "accepted",
      "Error_Field_Format",
      "Error_Field_Length",
    ]);
    expect(["", "yes", "no"].map((value) => verdict(requiredPatternSchema("yes", accepts), value))).toEqual([
      "Error_Field_Required",
      "accepted",
      "Error_Field_Format",
    ]);
  });
});

describe("dateSchema", () => {
  test.each(["1900-01-01", "9999-12-31", "2000-02-29", "2024-02-29"])("%s is a date", (date) => {
    expect(dateSchema.parse(date)).toBe(date);
  });

  test.each([
    ["1899-12-31", "Error_Field_Range"],
    ["0000-01-01", "Error_Field_Range"],
    ["10000-01-01", "Error_Field_Format"],
    ["2024-02-30", "Error_Field_Format"],
    ["2023-02-29", "Error_Field_Format"],
    ["1900-02-29", "Error_Field_Format"],
    ["2024-04-31", "Error_Field_Format"],
    ["2024-13-01", "Error_Field_Format"],
    ["2024-00-10", "Error_Field_Format"],
    ["2024-01-00", "Error_Field_Format"],
    ["2024-1-1", "Error_Field_Format"],
    ["2024-01-01T00:00:00Z", "Error_Field_Format"],
    ["2024-01-01\n", "Error_Field_Format"],
    ["", "Error_Field_Format"],
    [20240101, "invalid_type"],
  ])("%j is refused", (date, code) => {
    expect(verdict(dateSchema, date)).toBe(code);
  });
});

describe("timestampSchema", () => {
  /** The pattern in the API's description. */
  const timestampPattern = new RegExp(String(z.toJSONSchema(timestampSchema, { io: "input" }).pattern));

  test.each([
    ["2024-01-01T10:00:00Z", "2024-01-01T10:00:00.000Z"],
    ["2024-01-01T10:00:00.5Z", "2024-01-01T10:00:00.500Z"],
    ["2024-01-01T10:00:00.123456789Z", "2024-01-01T10:00:00.123Z"],
    ["2024-01-01T10:00:00.9999Z", "2024-01-01T10:00:00.999Z"],
    ["2024-01-01T10:00:00+14:00", "2023-12-31T20:00:00.000Z"],
    ["2024-02-28T23:30:00-00:45", "2024-02-29T00:15:00.000Z"],
    ["1899-12-31T23:00:00-01:00", "1900-01-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
    ["2024-01-01T10:00Z", "2024-01-01T10:00:00.000Z"],
    ["2024-01-01T10:00+02:00", "2024-01-01T08:00:00.000Z"],
    ["2024-01-01T10:00:00+0200", "2024-01-01T08:00:00.000Z"],
    ["2024-01-01T10:00:00.25-0930", "2024-01-01T19:30:00.250Z"],
    ["2024-01-01t10:00:00z", "2024-01-01T10:00:00.000Z"],
    ["2024-02-29t23:30-0045", "2024-03-01T00:15:00.000Z"],
  ])("%s is parsed as %s", (given, answered) => {
    expect(timestampSchema.parse(given)).toBe(answered);
    // The pattern does not cover the hours around the start of 1900.
    if (given >= "1900") expect(given).toMatch(timestampPattern);
  });

  test.each([
    ["1900-01-01T00:00:00+00:01", "Error_Field_Range"],
    ["1899-12-31T23:59:59Z", "Error_Field_Range"],
    ["0000-01-01T00:00:00+01:00", "Error_Field_Range"],
    ["9999-12-31T23:59:59-00:01", "Error_Field_Range"],
    ["10000-01-01T00:00:00Z", "Error_Field_Format"],
    ["2024-02-30T00:00:00Z", "Error_Field_Format"],
    ["2023-02-29T00:00:00Z", "Error_Field_Format"],
    ["2024-01-01T24:00:00Z", "Error_Field_Format"],
    ["2024-01-01T23:59:60Z", "Error_Field_Format"],
    ["2024-01-01T10:00:00+24:00", "Error_Field_Format"],
    ["2024-01-01T10:00:00", "Error_Field_Format"],
    ["2024-01-01T10:00", "Error_Field_Format"],
    ["2024-01-01T10Z", "Error_Field_Format"],
    ["2024-01-01T10:00.5Z", "Error_Field_Format"],
    ["2024-01-01T10:00+02", "Error_Field_Format"],
    ["2024-01-01T10:00+2400", "Error_Field_Format"],
    ["2024-01-01T10:00+02000", "Error_Field_Format"],
    ["2024-01-01 10:00:00Z", "Error_Field_Format"],
    ["2024-01-01T10:00:00,123Z", "Error_Field_Format"],
    ["2024-01-01T1000Z", "Error_Field_Format"],
    ["20240101T10:00:00Z", "Error_Field_Format"],
    ["2023-02-29t10:00+0200", "Error_Field_Format"],
    ["1899-12-31t23:59z", "Error_Field_Range"],
    ["2024-01-01", "Error_Field_Format"],
    ["2024-01-01T10:00:00Z\n", "Error_Field_Format"],
    ["now", "Error_Field_Format"],
    ["", "Error_Field_Format"],
    [1_704_103_200_000, "invalid_type"],
  ])("%j is refused", (given, code) => {
    expect(verdict(timestampSchema, given)).toBe(code);
    if (code === "Error_Field_Format") expect(given).not.toMatch(timestampPattern);
  });

  test.each([
    ["2024-01-01T10:00:00", "offset from UTC is missing"],
    ["2024-01-01t10:00", "offset from UTC is missing"],
    ["2024-01-01T10:00:00.123", "offset from UTC is missing"],
    ["2024-02-30T10:00:00", "2026-05-04T09:30:00+02:00"],
    ["2024-01-01", "2026-05-04T09:30:00+02:00"],
    ["now", "2026-05-04T09:30:00+02:00"],
  ])("the refusal of %j says what is wanted", (given, wanted) => {
    const [issue] = timestampSchema.safeParse(given).error?.issues ?? [];
    expect((issue as { params?: { text: string } }).params?.text).toContain(wanted);
  });

  test("any instant of the years 1900 to 9999, with any offset, is parsed as the same instant in UTC", () => {
    const instants = fc.date({
      min: new Date("1900-01-02T00:00:00Z"),
      max: new Date("9999-12-30T00:00:00Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, fc.integer({ min: -1_439, max: 1_439 }), (instant, offsetMinutes) => {
        const local = new Date(instant.getTime() + offsetMinutes * 60_000).toISOString().slice(0, -1);
        const size = Math.abs(offsetMinutes);
        const offset = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, "0")).join(":");
        const written = `${local}${offsetMinutes < 0 ? "-" : "+"}${offset}`;
        const plain = written.slice(0, -3) + written.slice(-2);
        for (const one of [written, plain, written.toLowerCase(), plain.toLowerCase()]) {
          expect(timestampSchema.parse(one)).toBe(instant.toISOString());
          expect(one).toMatch(timestampPattern);
        }
      }),
    );
  });
});

describe("amounts", () => {
  test("a number that is not an exact amount is out of range, and a string is not a number", () => {
    expect([1.5, 0, -3, 99_999_999_999.9999].map((value) => verdict(amountSchema(), value))).toEqual(
      Array(4).fill("accepted"),
    );
    expect([1e11, 0.00001, 1e300].map((value) => verdict(amountSchema(), value))).toEqual(
      Array(3).fill("Error_Field_Range"),
    );
    expect(["1", true, null, Number.POSITIVE_INFINITY].map((value) => verdict(amountSchema(), value))).toEqual(
      Array(4).fill("invalid_type"),
    );
    expect(
      verdict(
        amountSchema("Not 1.", (value) => value !== 1),
        1,
      ),
    ).toBe("Error_Field_Range");
  });

  test("an amount as text is kept as sent, even if empty", () => {
    const schema = amountTextSchema("0 or more.", (value) => value >= 0n);
    for (const text of ["", "0", "1.50", "007", "99999999999.9999"]) expect(schema.parse(text)).toBe(text);
    expect(["-1", "-0.0001"].map((text) => verdict(schema, text))).toEqual(Array(2).fill("Error_Field_Range"));
    expect(["1.00001", "100000000000", "1e3", " 1", "abc"].map((text) => verdict(schema, text))).toEqual(
      Array(5).fill("Error_Field_Format"),
    );
    expect(verdict(schema, 1)).toBe("invalid_type");
  });
});

test.each([
  [1, "accepted"],
  [500, "accepted"],
  [0, "Error_Field_Range"],
  [501, "Error_Field_Range"],
  [1.5, "Error_Field_Range"],
  ["5", "invalid_type"],
  [Number.NaN, "invalid_type"],
  [Number.POSITIVE_INFINITY, "invalid_type"],
])("a whole number from 1 to 500: %s is %s", (value, expected) => {
  expect(verdict(integerSchema(1, 500), value)).toBe(expected);
});

test.each([
  ["red", "accepted"],
  ["Red", "Error_Field_Format"],
  ["", "Error_Field_Format"],
  ["toString", "Error_Field_Format"],
  [5, "invalid_type"],
])("one of red and green: %j is %s", (value, expected) => {
  expect(verdict(oneOfSchema(["red", "green"]), value)).toBe(expected);
});
