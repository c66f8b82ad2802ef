import { describe, expect, test } from "vitest";
import { AppError } from "../error.ts";
import { parseContent } from "../parse.ts";
import { sale } from "./sale.class.ts";

/** The details of a sale whose first line is this one; `identifier` has the page. */
function detailsOf(Quantity: unknown, TotalAmount: unknown, more: object = {}, ...others: object[]) {
  const content = {
    ExternalID: "X",
    MemberExternalID: "M",
    StoreCode: "S",
    SaleDateTime: "2024-01-01T00:00:00Z",
    SaleItems: [{ ProductCode: "P", Quantity, TotalAmount, ...more }, ...others],
  };
  try {
    const { SaleItems } = parseContent(sale.content, content) as { SaleItems: object[] };
    return { items: SaleItems, details: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { status: error.status, details: error.details };
  }
}

const refusals = (...line: Parameters<typeof detailsOf>): string[] =>
  detailsOf(...line).details.map(({ code, page, identifier }) => `${code} ${page}${identifier}`);

test.each([
  [1, 10],
  [0.5, 0.0001],
  [-1, -10],
  [1, 0],
  [-1, 0],
  [-1, -0],
])("a line of quantity %d and total %d is a purchase or a return", (quantity, total) => {
  expect(refusals(quantity, total)).toEqual([]);
});

test.each([
  [0, -30],
  [-0, -30],
  [0, -0.0001],
])("a line of quantity %d and total %d is a reduction", (quantity, total) => {
  expect(refusals(quantity, total)).toEqual([]);
});

const discountText =
  "TotalAmount: Its sign must be that of Quantity. A discount has Quantity 0 and a negative TotalAmount.";

test.each([
  [1, -10],
  [-1, 10],
  [-0.0001, 0.0001],
  [1, -30],
])(
  "a line of quantity %d and total %d is none of them: the 422 says that a discount has quantity 0",
  (quantity, total) => {
    expect(detailsOf(quantity, total)).toEqual({
      status: 422,
      details: [{ code: "Error_Field_Range", text: discountText, page: ".SaleItems(1)", identifier: ".TotalAmount" }],
    });
  },
);

test.each([
  [0, 0],
  [0, -0],
  [-0, 0],
  [0, 0.0001],
  [0, 10],
])("a line of quantity %d and total %d lowers nothing: 422", (quantity, total) => {
  expect(detailsOf(quantity, total)).toEqual({
    status: 422,
    details: [
      {
        code: "Error_Field_Range",
        text: "TotalAmount: It must be negative if Quantity is 0: such a line lowers a price.",
        page: ".SaleItems(1)",
        identifier: ".TotalAmount",
      },
    ],
  });
});

test("no line names its own sale, and every one that does is refused", () => {
  const back = { ProductCode: "P", Quantity: -1, TotalAmount: -1 };
  const named = (key: string) => ({ ...back, OriginalSaleExternalID: key });
  expect(refusals(-1, -10, {}, named("Y"))).toEqual([]);
  expect(refusals(-1, -10, { OriginalSaleExternalID: "X" }, back, named("X"))).toEqual([
    "Error_Field_Range .SaleItems(1).OriginalSaleExternalID",
    "Error_Field_Range .SaleItems(3).OriginalSaleExternalID",
  ]);
});

test("only a return line or a reduction names an original sale; empty and null mean none", () => {
  const named = { OriginalSaleExternalID: "POS-1" };
  expect(refusals(-1, -10, named)).toEqual([]);
  expect(refusals(0, -10, named)).toEqual([]);
  expect(detailsOf(1, 10, named).details).toEqual([
    {
      code: "Error_Field_Range",
      text: "OriginalSaleExternalID: Only a line with a negative Quantity, or Quantity 0, names an original sale.",
      page: ".SaleItems(1)",
      identifier: ".OriginalSaleExternalID",
    },
  ]);
  expect(refusals(-1, -10, { OriginalSaleExternalID: 7 })).toEqual([
    "Error_Field_Type .SaleItems(1).OriginalSaleExternalID",
  ]);
  for (const none of ["", null, undefined]) expect(refusals(1, 10, { OriginalSaleExternalID: none })).toEqual([]);
});

describe("OriginalLine", () => {
  const named = (OriginalLine: unknown) => ({ OriginalSaleExternalID: "POS-1", OriginalLine });

  test.each([1, 2, 500])("%d is taken on a return line that names its sale", (line) => {
    const { items } = detailsOf(-1, -10, named(line));
    expect(items).toEqual([{ ProductCode: "P", Quantity: -1, TotalAmount: -10, ...named(line) }]);
  });

  test.each([null, undefined])("%s means none: the line is stored without it", (none) => {
    const { items } = detailsOf(-1, -10, named(none));
    expect(items).toStrictEqual([
      { ProductCode: "P", Quantity: -1, TotalAmount: -10, OriginalSaleExternalID: "POS-1", OriginalLine: undefined },
    ]);
    expect(refusals(1, 10, { OriginalLine: none })).toEqual([]);
    expect(refusals(0, -10, named(none))).toEqual([]);
  });

  test.each([
    [0, "Error_Field_Range"],
    [-1, "Error_Field_Range"],
    [501, "Error_Field_Range"],
    [1.5, "Error_Field_Range"],
    ["1", "Error_Field_Type"],
    ["", "Error_Field_Type"],
    [true, "Error_Field_Type"],
  ])("%j is refused", (line, code) => {
    const { status } = detailsOf(-1, -10, named(line));
    expect([status, refusals(-1, -10, named(line))]).toEqual([422, [`${code} .SaleItems(1).OriginalLine`]]);
  });

  test.each([
    ["a return line that names no sale", -1, -10, { OriginalLine: 1 }],
    ["a return line whose sale is empty", -1, -10, { OriginalLine: 1, OriginalSaleExternalID: "" }],
    ["a reduction", 0, -10, named(1)],
    ["a purchase", 1, 10, { OriginalLine: 1 }],
  ])("is refused on %s", (_, quantity, total, more) => {
    expect(detailsOf(quantity, total, more).details).toEqual([
      {
        code: "Error_Field_Range",
        text: "OriginalLine: Only a line with a negative Quantity and OriginalSaleExternalID names a line.",
        page: ".SaleItems(1)",
        identifier: ".OriginalLine",
      },
    ]);
  });
});
