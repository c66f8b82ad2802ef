import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatId, formatTag, parseId, parseIfMatch, refuseStale, shapeAnswer } from "./answer.ts";
import { AppError } from "./error.ts";

const uuid = "01890a5d-ac96-774b-bcce-b302099a8057";
const hex = "01890a5dac96774bbcceb302099a8057";

describe("formatId and parseId", () => {
  test("an ID contains its prefix and its UUID", () => {
    expect(formatId("SALE", uuid)).toBe(`SALE-${hex}`);
    fc.assert(
      fc.property(fc.uuid(), fc.stringMatching(/^[A-Z]{2,8}$/), (any, prefix) => {
        expect(parseId(formatId(prefix, any))).toEqual({ prefix, uuid: any });
      }),
    );
  });

  test("an ID needs no encoding in a URL", () => {
    const id = formatId("SALE", uuid);
    expect(encodeURIComponent(id)).toBe(id);
  });

  test.each([
    "",
    hex,
    uuid,
    `SALE-${uuid}`,
    `SALE-${hex.toUpperCase()}`,
    `sale-${hex}`,
    `S-${hex}`,
    `TOOLONGER-${hex}`,
    `SALE-${hex}0`,
    `SALE-${hex.slice(1)}`,
    `SALE${hex}`,
    `SALE-${hex}\n`,
    ` SALE-${hex}`,
    `SALE-${hex.slice(1)}g`,
    `SALE-${hex}' or 1=1`,
  ])("%j is not an ID", (text) => {
    expect(parseId(text)).toBeUndefined();
  });

  test("only an ID in its canonical form is read", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[A-Z]{1,9}-[0-9a-f]{31,33}$/)), (text) => {
        const parsed = parseId(text);
        return parsed === undefined || formatId(parsed.prefix, parsed.uuid) === text;
      }),
    );
  });
});

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

const outcome = { id: "STO-1", status: "Open-Active", confirmationNote: "Store created.", content: { Name: "N" } };

test("a response has exactly the keys of its shape, at their places", () => {
  expect(shapeAnswer(["data.objectInfo.status", "ID", "confirmationNote"], outcome)).toStrictEqual({
    data: { objectInfo: { status: "Open-Active" } },
    ID: "STO-1",
    confirmationNote: "Store created.",
  });
  expect(shapeAnswer(["data.objectInfo.status", "data.ID", "data.confirmationNote"], outcome)).toStrictEqual({
    data: { objectInfo: { status: "Open-Active" }, ID: "STO-1", confirmationNote: "Store created." },
  });
  expect(shapeAnswer(["data.objectInfo.ID", "data.objectInfo.content"], outcome)).toStrictEqual({
    data: { objectInfo: { ID: "STO-1", content: { Name: "N" } } },
  });
  expect(shapeAnswer([], outcome)).toStrictEqual({});
});

test("two responses share nothing", () => {
  const first = shapeAnswer(["data.objectInfo.status"], outcome);
  const second = shapeAnswer(["data.objectInfo.ID"], { ...outcome, id: "STO-2" });
  expect(first).toStrictEqual({ data: { objectInfo: { status: "Open-Active" } } });
  expect(second).toStrictEqual({ data: { objectInfo: { ID: "STO-2" } } });
});
