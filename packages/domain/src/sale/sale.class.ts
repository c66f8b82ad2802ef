import { defineClass } from "../class.ts";
import { defineListView } from "../data-view.list.ts";
import { defineKeyView } from "../data-view.ts";
import { recordOf } from "../record.ts";
import { sale } from "./sale.object.ts";

export const saleClass = defineClass({
  object: sale,
  actions: [],
  views: [
    defineKeyView("GetSaleByBusinessKeys", recordOf(sale), "ExternalID"),
    defineListView("SaleList", recordOf(sale)),
  ],
});
