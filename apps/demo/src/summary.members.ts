import { showUnits, type Units } from "./expect.ts";
import type { Played } from "./play.ts";
import { type Column, count, formatHeading, formatTable } from "./table.ts";

export const topMembers = 10;
const ledgerLines = 12;
const clubLines = 3;

export function describeMembers({ day, books, ledgers }: Played, width: number): string[] {
  const columns: Column[] = [
    ["Member"],
    ["Name"],
    ["Sales", "right"],
    ["Earned", "right"],
    ["Returned", "right"],
    ["Redeemed", "right"],
    ["Balance", "right"],
  ];
  const richest = [...day.members].sort((a, b) =>
    Number(books.balanceOf(b.externalId) - books.balanceOf(a.externalId)),
  );
  const rows = richest.slice(0, topMembers).map(({ externalId, fullName }) => {
    const entries = ledgers.get(externalId) ?? [];
    const sumOf = (type: string): Units =>
      entries.filter((entry) => entry.type === type).reduce((sum, entry) => sum + entry.amount, 0n);
    const sales = day.sales.filter((sale) => sale.MemberExternalID === externalId).length;
    const sums = ["Sale", "Return", "Redemption"].map((type) => showUnits(sumOf(type)));
    return [externalId, fullName, count(sales), ...sums, showUnits(entries.at(-1)?.balance ?? 0n)];
  });
  return formatTable(columns, rows, width);
}

/** Prefers a member whose ledger has a return and ends with a redemption. */
export function describeLedger({ day, streamed, redeemed, ledgers }: Played, width: number): string[] {
  const redeemers = redeemed.completed.map(({ member }) => member);
  const hasReturn = (member: string) => (ledgers.get(member) ?? []).some(({ type }) => type === "Return");
  const member = redeemers.find(hasReturn) ?? redeemers[0] ?? day.members.at(-1)?.externalId ?? "";
  const keys = new Map([...streamed.ids, ...redeemed.ids].map(([key, id]) => [id, key]));
  const entries = ledgers.get(member) ?? [];
  const shown = entries.slice(-ledgerLines);
  const columns: Column[] = [
    ["Posted at"],
    ["Type"],
    ["Points", "right"],
    ["Left to spend", "right"],
    ["Balance", "right"],
    ["Source"],
  ];
  const rows = shown.map((entry) => [
    entry.postedAt.slice(11, 23),
    entry.type,
    showUnits(entry.amount),
    showUnits(entry.available),
    showUnits(entry.balance),
    keys.get(entry.source) ?? entry.source,
  ]);
  const name = day.members.find(({ externalId }) => externalId === member)?.fullName ?? "";
  const heading = `Ledger of ${member}, ${name}: the last ${shown.length} of ${entries.length} entries`;
  return [formatHeading(heading, width), ...formatTable(columns, rows, width)];
}

export function describeClub({ standings }: Played, width: number): string[] {
  const columns: Column[] = [
    ["Member"],
    ["Balance", "right"],
    ["Available", "right"],
    ["Pending", "right"],
    ["Expires next"],
  ];
  const rows = standings
    .slice(0, clubLines)
    .map(({ member, balance, available, pending, expires }) => [
      member,
      ...[balance, available, pending].map(showUnits),
      expires?.slice(0, 10) ?? "",
    ]);
  return formatTable(columns, rows, width);
}
