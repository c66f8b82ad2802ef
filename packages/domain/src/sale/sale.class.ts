import { z } from "zod";
import { type Amount, amountOf } from "../amount.ts";
import { defineClass } from "../class.ts";
import { defineKeyView, defineListView } from "../data-view.ts";
import { pages } from "../field.page.ts";
import {
  type ContentOf,
  constant,
  optionalText,
  origin,
  rareInteger,
  rareKey,
  requiredAmount,
  requiredKey,
  requiredTimestamp,
} from "../field.ts";
import { memberExternalId, memberKey } from "../member/member.key.ts";
import { defineObject } from "../object.ts";
import { recordOf } from "../record.ts";

export const saleItemsMax = 500;
const open = ["Pending-Ready To Process", "Pending-Awaiting Reference"];

const itemFields = {
  ProductCode: requiredKey({ text: "The product's business key.", example: "P-COFFEE" }),
  Quantity: requiredAmount({
    text: "The number of units, or the amount by weight. Negative for a return or a void; 0 for a reduction, such as a discount.",
    example: 2,
  }),
  TotalAmount: requiredAmount({
    text: "The line's total price. Negative for a return, like its quantity, and for a reduction.",
    example: 19.98,
  }),
  OriginalSaleExternalID: rareKey({
    text: "Only on a return or a reduction: the business key of the sale whose goods come back, or whose price is lowered. The line then takes back exactly what that earned. It cannot be this sale's own key.",
    example: "POS-7-000101",
  }),
  OriginalLine: rareInteger(
    {
      text: "Only on a return that names its sale: the position in it, from 1, of the line that comes back, if the sale has several lines of the product.",
      example: 2,
    },
    1,
    saleItemsMax,
  ),
};

type Item = ContentOf<typeof itemFields>;

/** A rule for the fields of one line. */
const lineRule = (field: keyof Item, text: string, holds: (item: Item) => boolean) =>
  z.refine<Item>(holds, { path: [field], params: { code: "Error_Field_Range", text } });

const lineRules = [
  lineRule(
    "TotalAmount",
    "Its sign must be that of Quantity. A discount has Quantity 0 and a negative TotalAmount.",
    ({ Quantity, TotalAmount }) => Quantity === 0 || TotalAmount === 0 || TotalAmount > 0 === Quantity > 0,
  ),
  lineRule(
    "TotalAmount",
    "It must be negative if Quantity is 0: such a line lowers a price.",
    ({ Quantity, TotalAmount }) => Quantity !== 0 || TotalAmount < 0,
  ),
  lineRule(
    "OriginalSaleExternalID",
    "Only a line with a negative Quantity, or Quantity 0, names an original sale.",
    ({ Quantity, OriginalSaleExternalID: key }) => key === undefined || Quantity <= 0,
  ),
  lineRule(
    "OriginalLine",
    "Only a line with a negative Quantity and OriginalSaleExternalID names a line.",
    ({ Quantity, OriginalSaleExternalID: key, OriginalLine: line }) =>
      line === undefined || (key !== undefined && Quantity < 0),
  ),
];

/** Without units, only a price is lowered. */
const lineForm = {
  not: {
    properties: { Quantity: { const: 0 }, TotalAmount: { minimum: 0 } },
    required: ["Quantity", "TotalAmount"],
  },
};

type Items = readonly Item[];

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

/** What the purchases of a sale sum up to; or its returns and reductions, if that is more. */
function amountSold({ SaleItems }: { readonly SaleItems: readonly Pick<Item, "TotalAmount">[] }): Amount {
  let [sold, back] = [0n, 0n];
  for (const { TotalAmount } of SaleItems) {
    const amount = amountOf(TotalAmount);
    if (amount > 0n) sold += amount;
    else back -= amount;
  }
  return sold > back ? sold : back;
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
    SaleItems: pages({ text: "The lines of the sale." }, itemFields, saleItemsMax, {
      checks: lineRules,
      form: lineForm,
    }),
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
  sells: amountSold,
  crossStoreRight: "crossStoreReturn",
  bodyBytesMax: 1_048_576,
  created: { shape: ["data.objectInfo.status", "ID", "confirmationNote"], note: "Sale accepted for processing." },
  refusals: ["Error_Store_Unknown", "Error_Member_Unknown", "Error_Sale_Unknown", "Error_Sale_TooLarge"],
  key: { field: "ExternalID", repeats: "answer" },
  indexes: ["MemberExternalID", "SaleDateTime"],
  listedBy: ["StoreCode"],
  staged: { discard: "reject", together: "MemberExternalID" },
  hot: true,
  historyFromRow: { repeats: "await" },
});

export type SaleContent = ContentOf<typeof sale.fields>;
type ParsedItem = SaleContent["SaleItems"][number];
type Rare = "OriginalSaleExternalID" | "OriginalLine";
/** A line as stored: it has an original only if the caller named one. */
export type SaleItem = Omit<ParsedItem, Rare> & Partial<Pick<ParsedItem, Rare>>;

export const saleClass = defineClass({
  object: sale,
  actions: [],
  views: [
    defineKeyView("GetSaleByBusinessKeys", recordOf(sale), "ExternalID"),
    defineListView("SaleList", recordOf(sale)),
  ],
});
