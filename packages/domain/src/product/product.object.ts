import { description, flag, optionalText, origin, requiredText } from "../field.ts";
import { defineObject, deletedStatus } from "../object.ts";

export const product = defineObject({
  class: "Product",
  path: "Product",
  noun: "product",
  idPrefix: "PRO",
  fields: {
    Origin: origin(),
    Name: requiredText({ text: "The product's name.", example: "Ground coffee, 500 g" }),
    Description: description(),
    ProductCode: requiredText({ text: "The product's business key.", example: "P-COFFEE" }),
    Brand: optionalText({ text: "The product's brand.", example: "Roastery" }),
    Category: optionalText({ text: "The product's category.", example: "Beverages" }),
    Incentivizable: flag({ text: "Whether the product earns points.", example: true }, true),
  },
  initial: "Open-Active",
  transitions: {
    edit: { from: ["Open-Active"], to: "Open-Active" },
    delete: { from: ["Open-Active"], to: deletedStatus },
  },
  created: { shape: ["data.objectInfo.status", "data.ID", "data.confirmationNote"], note: "Product created." },
  key: { field: "ProductCode", repeats: "refuse" },
  catalogued: true,
});
