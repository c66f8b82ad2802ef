import type { Checks } from "../checks.ts";
import { type Client, errorCodeOf, type ViewRecord } from "../client.ts";
import type { Wish } from "./redeem.ts";

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

/** The vouchers of what was redeemed, as the members' own view shows them. */
export async function readVouchers(client: Client, wishes: readonly Wish[], checks: Checks): Promise<Voucher[]> {
  const members = [...new Set(wishes.map((wish) => wish.member))];
  const found = await Promise.all(
    members.map(async (member) => {
      const items = await client.view("RedemptionItemsByMember", { MemberExternalID: member });
      const lines = wishes.filter((wish) => wish.member === member).flatMap((wish) => wish.lines);
      checks.equal(`vouchers of ${member}`, items.length, lines.length);
      return items.map((item) => describeItem(item, member));
    }),
  );
  return found.flat();
}

function describeItem(item: ViewRecord, member: string): Voucher {
  return {
    code: String(item["VoucherCode"]),
    id: item.ID,
    member,
    rewardName: String(item["Name"]),
    quantity: Number(item["Quantity"]),
    expires: String(item["ExpirationDateTime"]).slice(0, 10),
    status: String(item["Status"]),
  };
}

/** One in three stays as it is, one is locked and used at once, one is locked alone; what was used cannot be used again. */
export async function useVouchers(client: Client, vouchers: readonly Voucher[], checks: Checks): Promise<number> {
  let refused = 0;
  for (const [index, voucher] of vouchers.entries()) {
    checks.equal(`voucher ${voucher.code}`, voucher.status, available);
    if (index % 3 === 0) continue;
    await act(client, voucher, "Lock", locked, checks);
    if (index % 3 === 2) continue;
    await act(client, voucher, "Use", used, checks);
    const again = await client.act(voucher.id, "Use", null);
    checks.equal(
      `a second Use of ${voucher.code}`,
      `${again.status} ${errorCodeOf(again)}`,
      "409 Error_Status_Illegal",
    );
    refused += 1;
  }
  for (const voucher of vouchers) {
    const [item] = await client.view("RedemptionItemsByVoucherCode", { "Voucher Code": voucher.code.toLowerCase() });
    checks.equal(`voucher ${voucher.code} by its code`, item?.["Status"], voucher.status);
  }
  return refused;
}

async function act(
  client: Client,
  voucher: Voucher,
  action: "Lock" | "Use",
  status: string,
  checks: Checks,
): Promise<void> {
  const { status: code, body } = await client.act(voucher.id, action, null);
  const { objectInfo } = (body["data"] ?? {}) as { objectInfo?: { status?: string } };
  checks.equal(`${action} of ${voucher.code}`, `${code} ${objectInfo?.status}`, `200 ${status}`);
  voucher.status = status;
}
