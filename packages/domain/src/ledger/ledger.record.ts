import { derived, stored } from "../field.ts";
import { defineRecord } from "../record.ts";

/** An entry as the ledger views show it. Entries never change, so `@version` stays 1. */
export const ledgerEntry = defineRecord({
  class: "LedgerEntryCase",
  idPrefix: "LED",
  fields: {
    CurrencyAvailable: derived("amount"),
    CurrencyAwarded: stored("amount"),
    Type: stored("text"),
    Member: stored("reference", "Member"),
    MemberBalance: stored("amount"),
    Currency: stored("reference", "Currency"),
    CreateDateTime: stored("timestamp"),
    Sequence: stored("integer"),
    Source: derived("reference"),
  },
});

/** What a member holds of one currency. */
export const memberBalance = defineRecord({
  class: "MemberBalance",
  idPrefix: "BAL",
  fields: {
    Name: derived("text"),
    Member: stored("reference", "Member"),
    Currency: stored("reference", "Currency"),
    Balance: stored("amount"),
    UpdateDateTime: derived("timestamp"),
  },
});

/** The record that an AddBalance mints, and that its entry names as its source. */
export const adjustment = defineRecord({
  class: "Adjustment",
  idPrefix: "ADJ",
  fields: {
    Member: stored("reference", "Member"),
    Currency: stored("reference", "Currency"),
    Amount: stored("amount"),
    CreateDateTime: stored("timestamp"),
    CreateUserID: stored("text"),
  },
});
