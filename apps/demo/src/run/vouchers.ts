import { outcomeOf } from "../client.ts";
import type { Run } from "../expect.ts";
import type { Wish } from "./redeem.ts";

export interface Voucher {
  readonly code: string;
  readonly id: string;
  readonly rewardName: string;
  readonly quantity: number;
  readonly expires: string;
  status: string;
}

export const available = "Open-Available With Expiry";
const locked = "Open-Active";
export const used = "Resolved-Completed";

/** The vouchers of the redemptions, as the view RedemptionItemsByMember shows them. */
export async function readVouchers({ client, checks }: Run, wishes: readonly Wish[]): Promise<Voucher[]> {
  const members = [...new Set(wishes.map((wish) => wish.member))];
  const found = await Promise.all(
    members.map(async (member) => {
      const { data: items } = await client.views.redemptionItemsByMember({ MemberExternalID: member });
      const lines = wishes.filter((wish) => wish.member === member).flatMap((wish) => wish.lines);
      checks.equal(`vouchers of ${member}`, items.length, lines.length);
      return items.map((item) => ({
        code: item.VoucherCode,
        id: item.ID,
        rewardName: item.Name,
        quantity: item.Quantity,
        expires: String(item.ExpirationDateTime).slice(0, 10),
        status: item.Status,
      }));
    }),
  );
  return found.flat();
}

/**
 * Of each three vouchers, leaves the first, locks and uses the second, and only locks the third. Checks that a used
 * voucher cannot be used again.
 */
export async function useVouchers({ client, checks }: Run, vouchers: readonly Voucher[]): Promise<number> {
  const act = async (voucher: Voucher, action: "lock" | "use", status: string) => {
    const { said } = await outcomeOf(client.redemptionItems[action](voucher.id));
    checks.equal(`${action} of ${voucher.code}`, said, status);
    voucher.status = status;
  };
  let refused = 0;
  for (const [index, voucher] of vouchers.entries()) {
    checks.equal(`voucher ${voucher.code}`, voucher.status, available);
    if (index % 3 === 0) continue;
    await act(voucher, "lock", locked);
    if (index % 3 === 2) continue;
    await act(voucher, "use", used);
    const again = await outcomeOf(client.redemptionItems.use(voucher.id));
    checks.equal(`a second Use of ${voucher.code}`, again.said, "409 Error_Status_Illegal");
    refused += 1;
  }
  for (const voucher of vouchers) {
    const parameters = { "Voucher Code": voucher.code.toLowerCase() };
    const [item] = (await client.views.redemptionItemsByVoucherCode(parameters)).data;
    checks.equal(`voucher ${voucher.code} by its code`, item?.Status, voucher.status);
  }
  return refused;
}
