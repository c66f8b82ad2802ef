import { defineAction } from "../action.ts";
import { defineClass } from "../class.ts";
import { defineKeyView, defineListView } from "../data-view.ts";
import { page } from "../field.page.ts";
import { constant, description, editSchema, flag, optionalText, origin, requiredKey, requiredText } from "../field.ts";
import { defineObject } from "../object.ts";
import { recordOf } from "../record.ts";

export const store = defineObject({
  class: "Store",
  path: "Store",
  noun: "store",
  idPrefix: "STO",
  fields: {
    Origin: origin(),
    StoreCode: requiredKey({ text: "The store's business key.", example: "S-042" }),
    Name: requiredText({ text: "The store's name.", example: "Main Street" }),
    Description: description(),
    IsParticipating: flag({ text: "Whether sales of this store earn points.", example: true }, true),
    Address: page({ text: "Where the store is." }, "LocationAddress", {
      Street: optionalText({ text: "Street and number.", example: "Main Street 1" }),
      City: optionalText({ text: "City.", example: "Springfield" }),
      StateProvince: optionalText({ text: "State or province.", example: "IL" }),
      Country: optionalText({ text: "Country.", example: "US" }),
      PostalCode: optionalText({ text: "Postal code.", example: "62701" }),
    }),
    StoreStatus: constant("text", "Active", { text: "Always `Active`." }),
  },
  initial: "Open-Active",
  transitions: { edit: { from: ["Open-Active"], to: "Open-Active" } },
  created: { shape: ["data.objectInfo.status", "ID", "confirmationNote"], note: "Store created." },
  refusals: ["Error_Store_Unknown"],
  key: { field: "StoreCode", repeats: "refuse" },
  awaited: "store",
  catalogued: true,
});

export const editStore = defineAction({
  name: "Edit",
  target: store,
  transition: "edit",
  right: "edit",
  content: editSchema(store.fields, ["Name", "Description", "StoreCode", "Address", "IsParticipating"]),
  set: (content) => content,
  refusals: ["Error_Store_Unknown"],
  answer: { shape: ["data.objectInfo.status", "confirmationNote"], note: "Store changed." },
});

export const storeClass = defineClass({
  object: store,
  actions: [editStore],
  views: [
    defineKeyView("GetStoreByBusinessKeys", recordOf(store), "StoreCode"),
    defineListView("StoreList", recordOf(store)),
  ],
});
