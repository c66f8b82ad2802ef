import { defineDataView, textParameter } from "../data-view.ts";
import { memberExternalId } from "../member/member.object.ts";
import { recordOf } from "../record.ts";
import { redemptionItem } from "./redemption-item.object.ts";
import { normaliseVoucherCode } from "./voucher.ts";

const record = recordOf(redemptionItem);

export const redemptionItemsByVoucherCode = defineDataView({
  name: "RedemptionItemsByVoucherCode",
  record,
  parameters: {
    "Voucher Code": textParameter({
      text: "A voucher's code; case, spaces and hyphens are ignored.",
      example: "X3AJA-GKMAR-5C5P",
    }).transform(normaliseVoucherCode),
  },
  isGuessable: true,
  where: [{ field: "VoucherKey", comparator: "EQ", parameter: "Voucher Code" }],
});

export const redemptionItemsByMember = defineDataView({
  name: "RedemptionItemsByMember",
  record,
  parameters: { MemberExternalID: textParameter(memberExternalId) },
  where: [{ field: "MemberExternalID", comparator: "EQ", parameter: "MemberExternalID" }],
});
