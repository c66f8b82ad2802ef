import { constant, description, flag, optionalText, origin, page, requiredText } from "../field.ts";
import { defineObject } from "../object.ts";

export const store = defineObject({
  class: "Store",
  path: "Store",
  noun: "store",
  idPrefix: "STO",
  fields: {
    Origin: origin(),
    StoreCode: requiredText(),
    Name: requiredText(),
    Description: description(),
    IsParticipating: flag(true),
    Address: page("LocationAddress", {
      Street: optionalText(),
      City: optionalText(),
      StateProvince: optionalText(),
      Country: optionalText(),
      PostalCode: optionalText(),
    }),
    StoreStatus: constant("text", "Active"),
  },
  initial: "Open-Active",
  transitions: { edit: { from: ["Open-Active"], to: "Open-Active" } },
  created: { shape: ["data.objectInfo.status", "ID", "confirmationNote"], note: "Store created." },
  key: { field: "StoreCode", repeats: "refuse" },
  awaited: "store",
  catalogued: true,
});
