import { defineClass } from "../class.ts";
import { defineListView } from "../data-view.list.ts";
import { defineKeyView } from "../data-view.ts";
import { recordOf } from "../record.ts";
import { deleteProduct, editProduct } from "./product.actions.ts";
import { product } from "./product.object.ts";

export const productClass = defineClass({
  object: product,
  actions: [editProduct, deleteProduct],
  views: [
    defineKeyView("GetProductByBusinessKeys", recordOf(product), "ProductCode"),
    defineListView("ProductList", recordOf(product)),
  ],
});
