import { z } from "zod";
import {
  type ContentOf,
  constant,
  optionalText,
  origin,
  pages,
  requiredAmount,
  requiredText,
  requiredTimestamp,
} from "../field.ts";
import { defineObject } from "../object.ts";

export const saleItemsMax = 500;

const itemFields = {
  ProductCode: requiredText(),
  Quantity: requiredAmount("Not 0; negative for a return.", (quantity) => quantity !== 0, { not: { const: 0 } }),
  TotalAmount: requiredAmount(),
};

/** A line with negative quantity and amount is a return; a total of 0 goes with either. */
const signsAgree = z.refine<ContentOf<typeof itemFields>>(
  (item) => item.TotalAmount === 0 || item.TotalAmount > 0 === item.Quantity > 0,
  {
    path: ["TotalAmount"],
    params: { code: "Error_Field_Range", text: "Its sign must be that of Quantity." },
  },
);

export const sale = defineObject({
  class: "SaleCase",
  path: "Sale",
  noun: "sale",
  idPrefix: "SALE",
  fields: {
    Origin: origin(),
    ExternalID: requiredText(),
    SaleChannelCode: optionalText(),
    PointOfSaleID: optionalText(),
    SaleItems: pages(itemFields, saleItemsMax, signsAgree),
    SaleDateTime: requiredTimestamp(),
    MemberExternalID: requiredText(),
    StoreCode: requiredText(),
    Name: constant("text", "Sale"),
  },
  initial: "Pending-Ready To Process",
  transitions: {
    complete: { from: ["Pending-Ready To Process", "Pending-Awaiting Reference"], to: "Resolved-Completed" },
    reject: { from: ["Pending-Ready To Process", "Pending-Awaiting Reference"], to: "Resolved-Rejected" },
    await: { from: ["Pending-Ready To Process", "Pending-Awaiting Reference"], to: "Pending-Awaiting Reference" },
  },
  bodyBytesMax: 1_048_576,
  created: { shape: ["data.objectInfo.status", "ID", "confirmationNote"], note: "Sale accepted for processing." },
  key: { field: "ExternalID", repeats: "answer" },
  indexes: ["MemberExternalID", "SaleDateTime"],
  listedBy: ["StoreCode"],
  staged: { discard: "reject" },
  hot: true,
  toldByRow: { between: "await" },
});

export type SaleContent = ContentOf<typeof sale.fields>;
export type SaleItem = SaleContent["SaleItems"][number];
