import type { Played } from "./play.ts";
import { describeBooks } from "./summary.books.ts";
import { describeClub, describeLedger, describeMembers, topMembers } from "./summary.members.ts";
import { describeRewards, describeVouchers } from "./summary.rewards.ts";
import { describeSales } from "./summary.sales.ts";
import { indented } from "./summary.text.ts";
import { formatHeading } from "./table.ts";

/** The results of the day, in lines of at most `width` columns. */
export function summarise(played: Played, width: number): string[] {
  const heading = (text: string) => formatHeading(text, width);
  return [
    heading("Sales"),
    ...describeSales(played, width),
    heading(`Points: the ${topMembers} members with most`),
    ...describeMembers(played, width),
    ...describeLedger(played, width),
    heading("Club: points wait 14 days for returns, and expire a year later, at the end of the quarter"),
    ...describeClub(played, width),
    heading("Rewards"),
    ...describeRewards(played, width),
    heading("Vouchers (some of them)"),
    ...describeVouchers(played, width),
    heading("Segments"),
    ...indented(`${played.segments[0]}: Open-Active; ${played.segments[1]}: Resolved-Inactive`, width),
    "",
    ...describeBooks(played),
  ];
}
