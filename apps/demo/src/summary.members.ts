import type { Units } from "./expect.ts";
import type { Played } from "./play.ts";
import { formatHeading, formatTable } from "./table.ts";

export const topMembers = 10;
const ledgerLines = 12;
const clubLines = 3;

export function describeMembers({ day, books, ledgers }: Played, width: number): string[] {
  const richest = day.members.toSorted((a, b) => Number(books.balanceOf(b.key) - books.balanceOf(a.key)));
  const rows = richest.slice(0, topMembers).map(({ key, content }) => {
    const entries = ledgers.get(key) ?? [];
    const sumOf = (type: string): Units =>
      entries.filter((entry) => entry.type === type).reduce((sum, entry) => sum + entry.amount, 0n);
    const sales = day.sales.filter((sale) => sale.MemberExternalID === key).length;
    const sums = ["Sale", "Return", "Redemption"].map(sumOf);
    return [key, content.FullName, sales, ...sums, entries.at(-1)?.balance ?? 0n];
  });
  return formatTable(["Member", "Name", "Sales", "Earned", "Returned", "Redeemed", "Balance"], rows, width);
}

/** Prefers a member whose ledger has a return and ends with a redemption. */
export function describeLedger({ day, streamed, redeemed, ledgers }: Played, width: number): string[] {
  const redeemers = redeemed.completed.map(({ member }) => member);
  const hasReturn = (member: string) => (ledgers.get(member) ?? []).some(({ type }) => type === "Return");
  const member = redeemers.find(hasReturn) ?? redeemers[0] ?? day.members.at(-1)?.key ?? "";
  const keys = new Map([...streamed.ids, ...redeemed.ids].map(([key, id]) => [id, key]));
  const entries = ledgers.get(member) ?? [];
  const shown = entries.slice(-ledgerLines);
  const rows = shown.map(({ postedAt, type, amount, available, balance, source }) => [
    ...[postedAt.slice(11, 23), type, amount, available, balance],
    keys.get(source) ?? source,
  ]);
  const name = day.members.find(({ key }) => key === member)?.content.FullName ?? "";
  const heading = `Ledger of ${member}, ${name}: the last ${shown.length} of ${entries.length} entries`;
  const titles = ["Posted at", "Type", "Points", "Left to spend", "Balance", "Source"];
  return [formatHeading(heading, width), ...formatTable(titles, rows, width)];
}

export function describeClub({ standings }: Played, width: number): string[] {
  const rows = standings
    .slice(0, clubLines)
    .map(({ member, balance, available, pending, expires }) => [
      ...[member, balance, available, pending],
      expires?.slice(0, 10) ?? "",
    ]);
  return formatTable(["Member", "Balance", "Available", "Pending", "Expires next"], rows, width);
}
