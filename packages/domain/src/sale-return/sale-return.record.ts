import { defineDataView, keyParameter } from "../data-view.ts";
import { derived, exampleReference, stored } from "../field.ts";
import { defineRecord } from "../record.ts";
import { sale } from "../sale/sale.class.ts";

/** What one line of a return took from one line of its original sale. */
export const saleReturn = defineRecord({
  class: "SaleReturn",
  idPrefix: "RET",
  fields: {
    Return: stored(
      "reference",
      { text: "The return.", example: exampleReference(sale.class, sale.idPrefix) },
      sale.class,
    ),
    Line: stored("integer", { text: "The position of the return's line in its SaleItems, from 0.", example: 0 }),
    Original: stored(
      "reference",
      { text: "The sale that is returned.", example: exampleReference(sale.class, sale.idPrefix) },
      sale.class,
    ),
    OriginalLine: stored("integer", { text: "The position of the original's line in its SaleItems.", example: 0 }),
    Member: stored(
      "reference",
      { text: "The member of the original, who gives the points back.", example: exampleReference("Member", "MEM") },
      "Member",
    ),
    Currency: stored(
      "reference",
      {
        text: "The currency of the points.",
        example: exampleReference("Currency", "CUR", "01900000000070008000000000000002"),
      },
      "Currency",
    ),
    Quantity: stored("amount", { text: "The quantity that came back.", example: 1 }),
    TotalAmount: stored("amount", { text: "The part of the original line's amount that came back.", example: 9.99 }),
    Points: stored("amount", { text: "The points taken back.", example: 9 }),
    CreateDateTime: derived("timestamp", { text: "When the return was posted.", example: "2026-11-21T13:31:49.313Z" }),
  },
});

/** What came back of a sale: by the original's business key. */
export const returnsBySale = defineDataView({
  name: "ReturnsBySale",
  record: saleReturn,
  parameters: {
    ExternalID: keyParameter({ text: "The business key of the sale that is returned.", example: "POS-7-000123" }),
  },
  where: [{ field: "Original.ExternalID", comparator: "EQ", parameter: "ExternalID" }],
  orderBy: ["CreateDateTime"],
});
