import { defineClass } from "../class.ts";
import { defineListView } from "../data-view.list.ts";
import { defineKeyView } from "../data-view.ts";
import { recordOf } from "../record.ts";
import { redemption } from "./redemption.object.ts";

export const redemptionClass = defineClass({
  object: redemption,
  actions: [],
  views: [
    defineKeyView("GetRedemptionByBusinessKeys", recordOf(redemption), "ExternalID"),
    defineListView("RedemptionList", recordOf(redemption)),
  ],
});
