import { defineAction } from "../action.ts";
import { defineClass } from "../class.ts";
import { defineKeyView, defineListView } from "../data-view.ts";
import { description, editSchema, flag, optionalText, origin, requiredKey, requiredText } from "../field.ts";
import { defineObject, deletedStatus } from "../object.ts";
import { recordOf } from "../record.ts";

export const product = defineObject({
  class: "Product",
  path: "Product",
  noun: "product",
  idPrefix: "PRO",
  fields: {
    Origin: origin(),
    Name: requiredText({ text: "The product's name.", example: "Ground coffee, 500 g" }),
    Description: description(),
    ProductCode: requiredKey({ text: "The product's business key.", example: "P-COFFEE" }),
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

const editProduct = defineAction({
  name: "Edit",
  target: product,
  transition: "edit",
  right: "edit",
  content: editSchema(product.fields, ["Name", "Description", "ProductCode", "Brand", "Category", "Incentivizable"]),
  set: (content) => content,
  answer: { shape: ["data.objectInfo.status", "confirmationNote"], note: "Product changed." },
});

const deleteProduct = defineAction({
  name: "DeleteObject",
  target: product,
  transition: "delete",
  right: "deleteObject",
  answer: { shape: ["data.objectInfo.status", "confirmationNote"], note: "Product deleted." },
});

export const productClass = defineClass({
  object: product,
  actions: [editProduct, deleteProduct],
  views: [
    defineKeyView("GetProductByBusinessKeys", recordOf(product), "ProductCode"),
    defineListView("ProductList", recordOf(product)),
  ],
});
