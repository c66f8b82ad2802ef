import { describe, expect, test } from "vitest";
import { AppError } from "./error.ts";
import { formatTag, parseIfMatch, refuseStale } from "./version.ts";

test("a version's tag is weak and in lower case, as clients expect", () => expect(formatTag(12)).toBe('w/"12"'));

describe("an If-Match is met", () => {
  test.each(['w/"3"', 'W/"3"', '"3"', "3", ' "3" ', '\tw/"3"', '"1", w/"3"', '"3","4"', '"3" , ', ",,3", "1,2,3"])(
    "by version 3: %j",
    (header) => expect(() => refuseStale(parseIfMatch(header), 3)).not.toThrow(),
  );

  test.each([1, 2_147_483_647])("by every version, if it is *: %i", (version) => {
    expect(parseIfMatch("*")).toBeUndefined();
    expect(() => refuseStale(parseIfMatch(" * "), version)).not.toThrow();
  });

  test("by every version, if there is none", () => expect(() => refuseStale(undefined, 7)).not.toThrow());

  test("only by the version whose tag is sent back", () => {
    for (const version of [1, 9, 10, 2_147_483_647]) {
      const expected = parseIfMatch(formatTag(version));
      expect(() => refuseStale(expected, version)).not.toThrow();
      for (const other of [version - 1, version + 1, version * 10, 0])
        expect(() => refuseStale(expected, other)).toThrow(AppError);
    }
  });
});

const codeOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return [error.status, error.code, error.details[0]?.identifier];
    throw error;
  }
  return [];
};

test.each(['w/"2"', '"30"', "4", '"1", "2"', "9999999999"])(
  "an If-Match with another version, %j, is refused as stale",
  (header) => {
    expect(codeOf(() => refuseStale(parseIfMatch(header), 3))).toEqual([409, "Error_Version_Stale", "If-Match"]);
  },
);

test.each([
  ...[
    "",
    " ",
    ",",
    " , ",
    '""',
    '"',
    '"3',
    '3"',
    "w/3",
    'w"3"',
    'w/ "3"',
    'v/"3"',
    'W/W/"3"',
    "'3'",
    '"3" "4"',
    '"3"4',
  ],
  ...[
    "0",
    '"0"',
    "03",
    '"03"',
    "-3",
    "+3",
    "3.0",
    "1e1",
    "0x3",
    "12345678901",
    '"abc"',
    "**",
    '"*"',
    "*, 3",
    "3, *",
    "*,*",
  ],
  ...["٣", "3;", '"1,2"', '"3\u00a0"', "3\n", "null", '{"v":3}'],
])("an If-Match of another form, %j, is refused as malformed", (header) => {
  expect(codeOf(() => parseIfMatch(header))).toEqual([412, "Error_Version_Malformed", "If-Match"]);
});
