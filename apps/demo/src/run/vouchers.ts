import type { ViewRecord } from "@rewards/client";
import { type Client, outcomeOf } from "../client.ts";
import type { Checks } from "../expect.ts";
import type { Wish } from "./redeem.ts";

type Item = ViewRecord<"redemptionItemsByMember">;

export interface Voucher {
  readonly code: string;
  readonly id: string;
  readonly member: string;
  readonly rewardName: string;
  readonly quantity: number;
  readonly expires: string;
  status: string;
}

const available = "Open-Available With Expiry";
const locked = "Open-Active";
const used = "Resolved-Completed";

/** The vouchers of the redemptions, as the view RedemptionItemsByMember shows them. */
export async function readVouchers(client: Client, wishes: readonly Wish[], checks: Checks): Promise<Voucher[]> {
  const members = [...new Set(wishes.map((wish) => wish.member))];
  const found = await Promise.all(
    members.map(async (member) => {
      const { data: items } = await client.views.redemptionItemsByMember({ MemberExternalID: member });
      const lines = wishes.filter((wish) => wish.member === member).flatMap((wish) => wish.lines);
      checks.equal(`vouchers of ${member}`, items.length, lines.length);
      return items.map((item) => describeItem(item, member));
    }),
  );
  return found.flat();
}

function describeItem(item: Item, member: string): Voucher {
  return {
    code: item.VoucherCode,
    id: item.ID,
    member,
    rewardName: item.Name,
    quantity: item.Quantity,
    expires: String(item.ExpirationDateTime).slice(0, 10),
    status: item.Status,
  };
}

/**
 * Of each three vouchers, leaves the first, locks and uses the second, and only locks the third. Checks that a used
 * voucher cannot be used again.
 */
export async function useVouchers(client: Client, vouchers: readonly Voucher[], checks: Checks): Promise<number> {
  let refused = 0;
  for (const [index, voucher] of vouchers.entries()) {
    checks.equal(`voucher ${voucher.code}`, voucher.status, available);
    if (index % 3 === 0) continue;
    await act(client, voucher, "lock", locked, checks);
    if (index % 3 === 2) continue;
    await act(client, voucher, "use", used, checks);
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

async function act(
  client: Client,
  voucher: Voucher,
  action: "lock" | "use",
  status: string,
  checks: Checks,
): Promise<void> {
  const { said } = await outcomeOf(client.redemptionItems[action](voucher.id));
  checks.equal(`${action} of ${voucher.code}`, said, status);
  voucher.status = status;
}
