import { ledgerEntry as entryRecord, memberBalance } from "@rewards/domain";
import { and, eq, sql } from "drizzle-orm";
import { currency } from "../programme/programme.table.ts";
import { type RecordSource, showReference } from "../view/record-source.ts";
import { balance, ledgerEntry } from "./ledger.table.ts";

/** What is left of an award: the rule of `availableOf` in the domain, in SQL. */
const available = sql<string>`case when ${ledgerEntry.CurrencyAwarded} <= 0 then 0
  else least(${ledgerEntry.CurrencyAwarded}, greatest(0, ${ledgerEntry.awardedAfter} - (${balance.awarded} - ${balance.Balance}))) end`;

/** A reference needs class and ID together; the class of a source differs from entry to entry. */
const source = sql<string>`${ledgerEntry.sourceClass} || ' ' || ${ledgerEntry.sourceId}`;

function showSource(value: unknown) {
  const [className = "", uuid = ""] = String(value).split(" ");
  return showReference(className, uuid);
}

const entries: RecordSource = {
  record: entryRecord,
  table: ledgerEntry,
  join: {
    table: balance,
    on: and(eq(balance.Member, ledgerEntry.Member), eq(balance.Currency, ledgerEntry.Currency)) as ReturnType<
      typeof eq
    >,
  },
  id: ledgerEntry.id,
  version: sql`1`,
  fields: {
    CurrencyAvailable: { expression: available },
    CurrencyAwarded: { expression: ledgerEntry.CurrencyAwarded },
    Type: { expression: ledgerEntry.Type },
    Member: { expression: ledgerEntry.Member },
    MemberBalance: { expression: ledgerEntry.MemberBalance },
    Currency: { expression: ledgerEntry.Currency },
    CreateDateTime: { expression: ledgerEntry.CreateDateTime },
    Sequence: { expression: ledgerEntry.Sequence },
    Source: { expression: source, show: showSource },
  },
};

const balances: RecordSource = {
  record: memberBalance,
  table: balance,
  join: { table: currency, on: eq(currency.id, balance.Currency) },
  id: balance.id,
  version: sql`${balance.sequence} + 1`,
  fields: {
    Name: { expression: currency.Name },
    Member: { expression: balance.Member },
    Currency: { expression: balance.Currency },
    Balance: { expression: balance.Balance },
    UpdateDateTime: { expression: balance.lastAt },
  },
};

export const ledgerSources: readonly RecordSource[] = [entries, balances];
