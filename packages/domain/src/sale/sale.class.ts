import { z } from "zod";
import { defineClass } from "../class.ts";
import { defineKeyView, defineListView } from "../data-view.ts";
import { pages } from "../field.page.ts";
import {
  type ContentOf,
  constant,
  optionalText,
  origin,
  rareKey,
  requiredAmount,
  requiredKey,
  requiredTimestamp,
} from "../field.ts";
import { memberExternalId, memberKey } from "../member/member.class.ts";
import { defineObject } from "../object.ts";
import { recordOf } from "../record.ts";

export const saleItemsMax = 500;
const open = ["Pending-Ready To Process", "Pending-Awaiting Reference"];

const itemFields = {
  ProductCode: requiredKey({ text: "The product's business key.", example: "P-COFFEE" }),
  Quantity: requiredAmount(
    { text: "The number of units, or the amount by weight.", example: 2 },
    "Not 0; negative for a return.",
    (quantity) => quantity !== 0,
    { not: { const: 0 } },
  ),
  TotalAmount: requiredAmount({
    text: "The line's total price; negative for a return, like its quantity.",
    example: 19.98,
  }),
  OriginalSaleExternalID: rareKey({
    text: "Only on a return line: the business key of the sale whose goods come back. The line then takes back exactly what it earned. It cannot be this sale's own key.",
    example: "POS-7-000101",
  }),
};

/** A line with negative quantity and amount is a return; a total of 0 is valid for both kinds. */
const signsAgree = z.refine<ContentOf<typeof itemFields>>(
  (item) => item.TotalAmount === 0 || item.TotalAmount > 0 === item.Quantity > 0,
  {
    path: ["TotalAmount"],
    params: { code: "Error_Field_Range", text: "Its sign must be that of Quantity." },
  },
);

const onReturnsOnly = z.refine<ContentOf<typeof itemFields>>(
  (item) => item.OriginalSaleExternalID === undefined || item.Quantity < 0,
  {
    path: ["OriginalSaleExternalID"],
    params: { code: "Error_Field_Range", text: "Only a line with a negative Quantity names an original sale." },
  },
);

type Items = readonly ContentOf<typeof itemFields>[];

/** No sale is posted before itself. */
function namesAnother({ value, issues }: z.core.ParsePayload<{ ExternalID: string; SaleItems: Items }>): void {
  for (const [line, { OriginalSaleExternalID }] of value.SaleItems.entries()) {
    if (OriginalSaleExternalID !== value.ExternalID) continue;
    issues.push({
      code: "custom",
      input: OriginalSaleExternalID,
      path: ["SaleItems", line, "OriginalSaleExternalID"],
      params: { code: "Error_Field_Range", text: "It must name another sale than this one." },
    });
  }
}

export const sale = defineObject({
  class: "SaleCase",
  path: "Sale",
  noun: "sale",
  idPrefix: "SALE",
  fields: {
    Origin: origin(),
    ExternalID: requiredKey({
      text: "The sale's idempotency key, unique in the whole service; it never expires. The same key with the same content gets the first answer again and earns no second time.",
      example: "POS-7-000123",
    }),
    SaleChannelCode: optionalText({ text: "The channel that the sale came through.", example: "STORE" }),
    PointOfSaleID: optionalText({ text: "The point of sale.", example: "TILL-3" }),
    SaleItems: pages({ text: "The lines of the sale." }, itemFields, saleItemsMax, signsAgree, onReturnsOnly),
    SaleDateTime: requiredTimestamp({
      text: "When the sale was made. A time after the sale's acceptance counts as its acceptance.",
      example: "2026-11-21T13:31:48.000Z",
    }),
    MemberExternalID: memberKey(memberExternalId),
    StoreCode: requiredKey({ text: "The store's business key.", example: "S-042" }),
    Name: constant("text", "Sale", { text: "The record's name." }),
  },
  initial: "Pending-Ready To Process",
  transitions: {
    complete: { from: open, to: "Resolved-Completed", text: "Its points are posted." },
    reject: { from: open, to: "Resolved-Rejected", text: "It earns nothing." },
    await: {
      from: open,
      to: "Pending-Awaiting Reference",
      text: "Its member or store is not registered, or the original of a return is not posted. It waits, and goes on when they are.",
    },
  },
  check: namesAnother,
  bodyBytesMax: 1_048_576,
  created: { shape: ["data.objectInfo.status", "ID", "confirmationNote"], note: "Sale accepted for processing." },
  refusals: ["Error_Store_Unknown", "Error_Member_Unknown", "Error_Sale_Unknown"],
  key: { field: "ExternalID", repeats: "answer" },
  indexes: ["MemberExternalID", "SaleDateTime"],
  listedBy: ["StoreCode"],
  staged: { discard: "reject", together: "MemberExternalID" },
  hot: true,
  historyFromRow: { repeats: "await" },
});

export type SaleContent = ContentOf<typeof sale.fields>;
type ParsedItem = SaleContent["SaleItems"][number];
/** A line as stored: it has an original only if the caller named one. */
export type SaleItem = Omit<ParsedItem, "OriginalSaleExternalID"> & Partial<Pick<ParsedItem, "OriginalSaleExternalID">>;

export const saleClass = defineClass({
  object: sale,
  actions: [],
  views: [
    defineKeyView("GetSaleByBusinessKeys", recordOf(sale), "ExternalID"),
    defineListView("SaleList", recordOf(sale)),
  ],
});
