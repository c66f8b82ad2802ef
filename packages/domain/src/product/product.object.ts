import { description, flag, optionalText, origin, requiredText } from "../field.ts";
import { defineObject, deletedStatus } from "../object.ts";

export const product = defineObject({
  class: "Product",
  path: "Product",
  noun: "product",
  idPrefix: "PRO",
  fields: {
    Origin: origin(),
    Name: requiredText(),
    Description: description(),
    ProductCode: requiredText(),
    Brand: optionalText(),
    Category: optionalText(),
    Incentivizable: flag(true),
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
