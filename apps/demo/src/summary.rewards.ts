import type { Played } from "./play.ts";
import { count, indented } from "./summary.text.ts";
import { type Column, formatTable } from "./table.ts";

const voucherLines = 9;

export function describeRewards({ stock, redeemed }: Played, width: number): string[] {
  const columns: Column[] = [
    ["Reward"],
    ["Name"],
    ["Cost", "right"],
    ["Added", "right"],
    ["Issued", "right"],
    ["Left", "right"],
  ];
  const rows = stock.map(({ reward, issued, left }) => [
    reward.externalId,
    reward.name,
    ...[reward.cost, reward.stock, issued, left].map(count),
  ]);
  const reasons = redeemed.rejected.map(({ reason }) => reason);
  const rejected = [...new Set(reasons)].map((reason) => `${reasons.filter((one) => one === reason).length} ${reason}`);
  const sentence = `${redeemed.completed.length} redemptions completed, ${reasons.length} rejected: ${rejected.join(", ")}`;
  return [...formatTable(columns, rows, width), ...indented(sentence, width)];
}

export function describeVouchers({ vouchers, usesRefused }: Played, width: number): string[] {
  const columns: Column[] = [["Code"], ["Reward"], ["Expires"], ["Status"]];
  const rows = vouchers
    .slice(0, voucherLines)
    .map(({ code, rewardName, quantity, expires, status }) => [
      code,
      quantity === 1 ? rewardName : `${quantity} x ${rewardName}`,
      expires,
      status,
    ]);
  const sentence = `${vouchers.length} vouchers issued; a second Use of the ${usesRefused} used ones was refused with 409`;
  return [...formatTable(columns, rows, width), ...indented(sentence, width)];
}
