import { defineAction } from "../action.ts";
import { editSchema } from "../field.ts";
import { product } from "./product.object.ts";

export const editProduct = defineAction({
  name: "Edit",
  target: product,
  transition: "edit",
  right: "edit",
  content: editSchema(product.fields, ["Name", "Description", "ProductCode", "Brand", "Category", "Incentivizable"]),
  set: (content) => content,
  answer: { shape: ["data.objectInfo.status", "confirmationNote"], note: "Product changed." },
});

export const deleteProduct = defineAction({
  name: "DeleteObject",
  target: product,
  transition: "delete",
  right: "deleteObject",
  answer: { shape: ["data.objectInfo.status", "confirmationNote"], note: "Product deleted." },
});
