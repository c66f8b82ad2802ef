import { defineClass } from "../class.ts";
import { defineListView } from "../data-view.list.ts";
import { recordOf } from "../record.ts";
import { lockVoucher, useVoucher } from "./redemption-item.actions.ts";
import { redemptionItem } from "./redemption-item.object.ts";
import { redemptionItemsByMember, redemptionItemsByVoucherCode } from "./redemption-item.views.ts";

export const redemptionItemClass = defineClass({
  object: redemptionItem,
  actions: [lockVoucher, useVoucher],
  views: [
    redemptionItemsByVoucherCode,
    redemptionItemsByMember,
    defineListView("RedemptionItemList", recordOf(redemptionItem)),
  ],
});
