import { ledgerEntry as entryRecord, memberBalance } from "@rewards/domain";
import { type AnyColumn, and, eq, type SQL, sql } from "drizzle-orm";
import { currency } from "../programme/programme.table.ts";
import { anyReference, columnFields, type Join, type RecordSource, unchangedVersion } from "../record-source.ts";
import { balance, ledgerEntry } from "./ledger.table.ts";

/** The part of an award that is left, given the total ever spent: the domain's `availableOf` in SQL. */
export const availableOf = (spent: SQL) => sql<string>`case when ${ledgerEntry.CurrencyAwarded} <= 0 then 0
  else least(${ledgerEntry.CurrencyAwarded}, greatest(0, ${ledgerEntry.awardedAfter} - ${spent})) end`;

const spent = sql`(${balance.awarded} - ${balance.Balance})`;

/** The total that one member spent of the entry's currency. Reads the member's balances once, not for each entry. */
function spentOf(member: SQL): SQL {
  const inOrder = (value: SQL | AnyColumn) =>
    sql`(select array_agg(${value} order by ${balance.Currency}) from ${balance} where ${eq(balance.Member, member)})`;
  return sql`(${inOrder(spent)})[array_position(${inOrder(sql`${balance.Currency}`)}, ${ledgerEntry.Currency})]`;
}

const withBalance: Join = {
  table: balance,
  on: and(eq(balance.Member, ledgerEntry.Member), eq(balance.Currency, ledgerEntry.Currency)) as SQL,
};

const entriesWith = (spentOfEntry: SQL): RecordSource => ({
  record: entryRecord,
  table: ledgerEntry,
  id: ledgerEntry.id,
  version: unchangedVersion,
  fields: {
    CurrencyAvailable: { expression: availableOf(spentOfEntry), isJoined: true },
    ...columnFields(
      ledgerEntry,
      "CurrencyAwarded",
      "Type",
      "Member",
      "MemberBalance",
      "Currency",
      "CreateDateTime",
      "Sequence",
    ),
    Source: anyReference(ledgerEntry.sourceClass, ledgerEntry.sourceId),
    Why: { expression: ledgerEntry.Why },
  },
});

const entries: RecordSource = {
  ...entriesWith(spent),
  join: withBalance,
  pinned: { Member: (member) => entriesWith(spentOf(member)) },
};

const balances: RecordSource = {
  record: memberBalance,
  table: balance,
  join: { table: currency, on: eq(currency.id, balance.Currency) },
  id: balance.id,
  version: sql`${balance.sequence} + 1`,
  fields: {
    Name: { expression: currency.Name, isJoined: true },
    ...columnFields(balance, "Member", "Currency", "Balance"),
    UpdateDateTime: { expression: balance.lastAt },
  },
};

export const ledgerSources: readonly RecordSource[] = [entries, balances];
