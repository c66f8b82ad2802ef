import { defineDataView, textParameter } from "../data-view.ts";
import { recordOf } from "../record.ts";
import { redemptionItem } from "./redemption-item.object.ts";
import { normaliseVoucherCode } from "./voucher.ts";

const record = recordOf(redemptionItem);

export const redemptionItemsByVoucherCode = defineDataView({
  name: "RedemptionItemsByVoucherCode",
  record,
  parameters: { "Voucher Code": textParameter.transform(normaliseVoucherCode) },
  where: [{ field: "VoucherKey", comparator: "EQ", parameter: "Voucher Code" }],
});

export const redemptionItemsByMember = defineDataView({
  name: "RedemptionItemsByMember",
  record,
  parameters: { MemberExternalID: textParameter },
  where: [{ field: "MemberExternalID", comparator: "EQ", parameter: "MemberExternalID" }],
});
