import { expect, test } from "vitest";
import { AppError } from "../error.ts";
import { parseContent } from "../parse.ts";
import { sale } from "./sale.class.ts";

function refusals(Quantity: unknown, TotalAmount: unknown, more: object = {}, ...others: object[]): string[] {
  const content = {
    ExternalID: "X",
    MemberExternalID: "M",
    StoreCode: "S",
    SaleDateTime: "2024-01-01T00:00:00Z",
    SaleItems: [{ ProductCode: "P", Quantity, TotalAmount, ...more }, ...others],
  };
  try {
    parseContent(sale.content, content);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details.map(({ code, page, identifier }) => `${code} ${page}${identifier}`);
  }
}

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
  [1, -10],
  [-1, 10],
  [-0.0001, 0.0001],
])("a line of quantity %d and total %d is neither: the signs must agree", (quantity, total) => {
  expect(refusals(quantity, total)).toEqual(["Error_Field_Range .SaleItems(1).TotalAmount"]);
});

test("a line whose quantity is 0 is refused for that only", () => {
  expect(refusals(0, -10)).toEqual(["Error_Field_Range .SaleItems(1).Quantity"]);
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

test("only a return line names an original sale; empty and null mean none", () => {
  const named = { OriginalSaleExternalID: "POS-1" };
  expect(refusals(-1, -10, named)).toEqual([]);
  expect(refusals(1, 10, named)).toEqual(["Error_Field_Range .SaleItems(1).OriginalSaleExternalID"]);
  expect(refusals(-1, -10, { OriginalSaleExternalID: 7 })).toEqual([
    "Error_Field_Type .SaleItems(1).OriginalSaleExternalID",
  ]);
  for (const none of ["", null, undefined]) expect(refusals(1, 10, { OriginalSaleExternalID: none })).toEqual([]);
});
