import { describe, expect, test } from "vitest";
import { AppError } from "./error.ts";
import { parseContent } from "./parse.ts";
import { objectOfClass } from "./registry.ts";

const instant = "2024-05-06T07:08:09.000Z";

/** The minimal content of each of the interface's creates. */
const least: Record<string, Record<string, unknown>> = {
  Store: { StoreCode: "S1", Name: "Store" },
  Product: { ProductCode: "P1", Name: "Product" },
  Member: { ExternalID: "M1", FullName: "Ann", ProgramBusinessID: "PRG-1" },
  Reward: { ExternalID: "R1", Name: "Reward" },
  SegmentCase: { Name: "Segment" },
  SaleCase: {
    ExternalID: "X1",
    MemberExternalID: "M1",
    StoreCode: "S1",
    SaleDateTime: instant,
    SaleItems: [{ ProductCode: "P1", Quantity: 1, TotalAmount: 10 }],
  },
  RedemptionCase: { MemberExternalID: "M1", RedemptionItems: [{ RewardExternalID: "R1", Quantity: "1" }] },
};

type Cases = readonly (readonly [value: unknown, code: string | "accepted"])[];
const notText: Cases = [
  [5, "Error_Field_Type"],
  [true, "Error_Field_Type"],
  [{}, "Error_Field_Type"],
  [["a"], "Error_Field_Type"],
  ["a\0", "Error_Field_Text"],
  ["\ud800", "Error_Field_Text"],
];
const textUpTo = (lengthMax: number): Cases => [
  ["é".repeat(lengthMax), "accepted"],
  ["é".repeat(lengthMax + 1), "Error_Field_Length"],
  ["😀".repeat(lengthMax), "accepted"],
  ["😀".repeat(lengthMax + 1), "Error_Field_Length"],
  ...notText,
];
const absent = (code: string): Cases => [undefined, null, ""].map((value) => [value, code] as const);
const missing = absent("Error_Field_Required");
const form = (accepted: readonly string[], refused: readonly string[], code = "Error_Field_Format"): Cases => [
  ...accepted.map((value) => [value, "accepted"] as const),
  ...refused.map((value) => [value, code] as const),
];

const key: Cases = [
  ...textUpTo(255),
  [" K\r\n", "accepted"],
  ["K\t1", "Error_Field_Text"],
  ["K\u200b1", "Error_Field_Text"],
];
/** What an erasure writes in place of a member's key. */
const surrogate = `erased-${"0".repeat(16)}-${"a".repeat(32)}`;

/** The rules of docs/interface.md, by kind of field: accepted values, and the code of refused ones. */
const kinds = {
  required: [...missing, ...textUpTo(255), [" ", "accepted"]],
  key: [...missing, ...key, [" ", "Error_Field_Required"]],
  memberKey: [...missing, ...key, [" ", "Error_Field_Required"], [surrogate, "Error_Field_Format"]],
  optionalKey: [...absent("accepted"), ...key, [" ", "accepted"]],
  text: [...absent("accepted"), ...textUpTo(255)],
  description: [...absent("accepted"), ...textUpTo(4_000)],
  origin: [...absent("accepted"), ...textUpTo(64), ["kiosk 7", "accepted"]],
  flag: [
    [undefined, "accepted"],
    [null, "accepted"],
    [true, "accepted"],
    [false, "accepted"],
    ...["true", "", 0, 1, {}].map((value) => [value, "Error_Field_Type"] as const),
  ],
  timestamp: [
    [undefined, "accepted"],
    [null, "accepted"],
    ...form([instant, "2024-05-06T07:08:09+02:00"], ["", "2024-05-06", "2024-02-30T00:00:00Z"]),
    ...form(["2024-05-06T07:08+0200", "2024-05-06t07:08z"], ["2024-05-06T07:08:09"]),
    ...form([], ["1899-12-31T23:59:59Z"], "Error_Field_Range"),
    [1_700_000_000, "Error_Field_Type"],
  ],
  requiredTimestamp: [
    [undefined, "Error_Field_Required"],
    [null, "Error_Field_Required"],
    ...form([instant], ["", "today"]),
    [1_700_000_000, "Error_Field_Type"],
  ],
  date: [
    [undefined, "accepted"],
    [null, "accepted"],
    ...form(["2024-02-29", "1900-01-01"], ["", "2023-02-29", "29.02.2024", instant]),
    ...form([], ["1899-12-31"], "Error_Field_Range"),
    [20_240_229, "Error_Field_Type"],
  ],
  email: [
    ...absent("accepted"),
    ...notText,
    ...form(["ann@example.com", "a.b+c@sub.example.org"], ["ann", "ann@", "@example.com", "a b@example.com", "a@b"]),
    [`${"a".repeat(250)}@example.com`, "Error_Field_Length"],
  ],
  mobile: [
    ...absent("accepted"),
    ...notText,
    ...form(["0", "4915112345678"], ["+4915112345678", "0151 123", "12a", "-1", "١٢"]),
    ["1".repeat(256), "Error_Field_Length"],
  ],
  cost: [
    ...absent("accepted"),
    ...notText,
    ...form(["0", "12.5", "100.0000", "99999999999.9999"], ["1e3", "1.00001", "100000000000", "ten", " 1"]),
    ...form([], ["-1", "-0.0001"], "Error_Field_Range"),
  ],
  days: [
    ...absent("accepted"),
    ...notText,
    ...form(["0", "30", "36500"], ["36501", "100000", "-1", "1.5", "1e2", " 1", "x"]),
  ],
  quantity: [
    ...form(["1", "10", "99999999999"], ["0", "-1", "1.0", "01", "1e2", " 1", "100000000000", "one"]),
    ...missing,
    [1, "Error_Field_Type"],
  ],
  voucher: [
    ...absent("accepted"),
    ...notText,
    ...form(["AB-1", "summer 24", "x".repeat(255)], [" ", "-", " - - "]),
    ["x".repeat(256), "Error_Field_Length"],
  ],
  saleQuantity: [
    [undefined, "Error_Field_Required"],
    [null, "Error_Field_Required"],
    ["1", "Error_Field_Type"],
    [0.0001, "accepted"],
    [99_999_999_999.9999, "accepted"],
    [0.00001, "Error_Field_Range"],
    [1e11, "Error_Field_Range"],
    [Number.POSITIVE_INFINITY, "Error_Field_Range"],
    [Number.NEGATIVE_INFINITY, "Error_Field_Range"],
  ],
  total: [
    [undefined, "Error_Field_Required"],
    [null, "Error_Field_Required"],
    ["10", "Error_Field_Type"],
    [0, "accepted"],
    [10.25, "accepted"],
    [10.00001, "Error_Field_Range"],
    [1e11, "Error_Field_Range"],
    [Number.POSITIVE_INFINITY, "Error_Field_Range"],
  ],
} as const satisfies Record<string, Cases>;

/** For each class of the interface, every field that a caller writes; `(1)` is the first item of a list. */
const table: Record<string, Record<string, keyof typeof kinds>> = {
  Store: {
    Origin: "origin",
    StoreCode: "key",
    Name: "required",
    Description: "description",
    IsParticipating: "flag",
    "Address.Street": "text",
    "Address.City": "text",
    "Address.StateProvince": "text",
    "Address.Country": "text",
    "Address.PostalCode": "text",
  },
  Product: {
    Origin: "origin",
    Name: "required",
    Description: "description",
    ProductCode: "key",
    Brand: "text",
    Category: "text",
    Incentivizable: "flag",
  },
  Member: {
    Origin: "origin",
    ExternalID: "memberKey",
    DateOfBirth: "date",
    EmailAddress: "email",
    FullName: "required",
    MobileNumber: "mobile",
    JoinDateTime: "timestamp",
    ProgramBusinessID: "required",
  },
  Reward: {
    Origin: "origin",
    Name: "required",
    ExternalID: "key",
    RewardType: "text",
    RewardExpiration: "timestamp",
    RewardCost: "cost",
    DaysAvailable: "days",
  },
  SegmentCase: { Name: "required", Description: "description" },
  SaleCase: {
    Origin: "origin",
    ExternalID: "key",
    SaleChannelCode: "text",
    PointOfSaleID: "text",
    SaleDateTime: "requiredTimestamp",
    MemberExternalID: "memberKey",
    StoreCode: "key",
    "SaleItems(1).ProductCode": "key",
    "SaleItems(1).Quantity": "saleQuantity",
    "SaleItems(1).TotalAmount": "total",
  },
  RedemptionCase: {
    Origin: "origin",
    ExternalID: "optionalKey",
    MemberExternalID: "memberKey",
    "RedemptionItems(1).RewardExternalID": "key",
    "RedemptionItems(1).Quantity": "quantity",
    "RedemptionItems(1).VoucherCode": "voucher",
  },
};

/** The content with one field set; `place` is `Name`, `Address.City` or `SaleItems(1).Quantity`. */
function withField(content: Record<string, unknown>, place: string, value: unknown): Record<string, unknown> {
  const [, name = "", item, inner] = /^(\w+)(\(1\))?(?:\.(\w+))?$/.exec(place) ?? [];
  if (!inner) return { ...content, [name]: value };
  const page = item ? (content[name] as Record<string, unknown>[])[0] : content[name];
  const changed = { ...(page as Record<string, unknown>), [inner]: value };
  return { ...content, [name]: item ? [changed] : changed };
}

function refusalsOf(className: string, content: unknown): string[] {
  const definition = objectOfClass(className);
  if (!definition) throw new Error(`no class ${className}`);
  try {
    parseContent(definition.content, content);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details.map(({ code, page, identifier }) => `${code} ${page}${identifier}`);
  }
}

describe.each(Object.entries(table))("content of %s", (className, fields) => {
  const content = least[className] as Record<string, unknown>;

  test("the table lists every field that a caller writes", () => {
    const written = Object.entries(objectOfClass(className)?.fields ?? {}).filter(([, field]) => field.input);
    const listed = new Set(Object.keys(fields).map((place) => place.replace(/[.(].*$/, "")));
    expect(new Set(written.map(([name]) => name))).toEqual(listed);
  });

  test("the minimal content is accepted", () => {
    expect(refusalsOf(className, content)).toEqual([]);
  });

  test.each(Object.entries(fields))("%s is accepted and refused as %s", (place, kind) => {
    for (const [value, code] of kinds[kind]) {
      const refusals = refusalsOf(className, withField(content, place, value));
      expect([value, refusals]).toEqual([value, code === "accepted" ? [] : [`${code} .${place}`]]);
    }
  });

  test("empty content is refused with all of its missing fields at once", () => {
    const required = Object.entries(fields).filter(
      ([, kind]) => ["required", "key", "memberKey"].includes(kind) || kind === "requiredTimestamp",
    );
    const own = required.map(([place]) => place).filter((place) => !place.includes("("));
    const lists = Object.keys(content).filter((name) => Array.isArray(content[name]));
    expect(refusalsOf(className, {}).sort()).toEqual(
      [...own, ...lists].map((name) => `Error_Field_Required .${name}`).sort(),
    );
  });
});

describe("lists of items", () => {
  test.each([
    ["SaleCase", "SaleItems", 500],
    ["RedemptionCase", "RedemptionItems", 100],
  ] as const)("content of %s: %s takes 1 to %d items", (className, name, countMax) => {
    const content = least[className] as Record<string, unknown>;
    const [item] = content[name] as unknown[];
    const refusals = (count: number) => refusalsOf(className, { ...content, [name]: Array(count).fill(item) });
    expect([1, countMax].flatMap(refusals)).toEqual([]);
    expect(refusals(countMax + 1)).toEqual([`Error_Field_Length .${name}`]);
    expect(refusals(0)).toEqual([`Error_Field_Required .${name}`]);
    expect(refusalsOf(className, { ...content, [name]: item })).toEqual([`Error_Field_Type .${name}`]);
    expect(refusalsOf(className, { ...content, [name]: null })).toEqual([`Error_Field_Required .${name}`]);
  });
});
