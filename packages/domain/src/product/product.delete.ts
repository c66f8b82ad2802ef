import { defineAction } from "../action.ts";
import { product } from "./product.object.ts";

export const deleteProduct = defineAction({
  name: "DeleteObject",
  target: product,
  transition: "delete",
  answer: { shape: ["data.objectInfo.status", "confirmationNote"], note: "Product deleted." },
});
