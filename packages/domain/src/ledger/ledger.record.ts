import { composed, derived, exampleReference, stored } from "../field.ts";
import { metadata } from "../metadata.ts";
import { defineRecord } from "../record.ts";
import { whySchema } from "./ledger.why.ts";

const ofMember = stored("reference", { text: "The member.", example: exampleReference("Member", "MEM") }, "Member");
const ofCurrency = stored(
  "reference",
  {
    text: "The currency.",
    example: exampleReference("Currency", "CUR", "01900000000070008000000000000002"),
  },
  "Currency",
);

/** An entry as the ledger views show it. Entries never change, so `@version` stays 1. */
export const ledgerEntry = defineRecord({
  class: "LedgerEntryCase",
  idPrefix: "LED",
  fields: {
    CurrencyAvailable: derived("amount", { text: "What of this award is left to spend.", example: 120 }),
    CurrencyAwarded: stored("amount", { text: "The amount; negative where points were taken.", example: 120 }),
    Type: stored("text", { text: "What changed the balance.", example: "Sale" }),
    Member: ofMember,
    MemberBalance: stored("amount", { text: "The balance right after the entry.", example: 120 }),
    Currency: ofCurrency,
    CreateDateTime: metadata.CreateDateTime,
    Sequence: stored("integer", {
      text: "Counts the entries of a member and currency, without a gap.",
      example: 1,
    }),
    Source: derived("reference", {
      text: "The record that caused the entry.",
      example: exampleReference("SaleCase", "SALE"),
    }),
    Why: composed(whySchema, {
      text: "Why the entry has its amount; null in entries of earlier releases.",
      example: { base: 120, lines: [0, 1], rules: [] },
      isNullable: true,
    }),
  },
});

/** What a member holds of one currency. */
export const memberBalance = defineRecord({
  class: "MemberBalance",
  idPrefix: "BAL",
  fields: {
    Name: derived("text", { text: "The record's name.", example: "Example" }),
    Member: ofMember,
    Currency: ofCurrency,
    Balance: stored("amount", { text: "What the member holds; negative only after a return.", example: 120 }),
    UpdateDateTime: derived("timestamp", {
      text: "When the balance last changed; null if it never did.",
      example: "2026-11-21T13:31:49.313Z",
      isNullable: true,
    }),
  },
});

/** The record that AddBalance creates, which its ledger entry names as its source. */
export const adjustment = defineRecord({
  class: "Adjustment",
  idPrefix: "ADJ",
  fields: {
    Member: ofMember,
    Currency: ofCurrency,
    Amount: stored("amount", { text: "The amount; negative for a deduction.", example: 25 }),
    CreateDateTime: metadata.CreateDateTime,
    CreateUserID: metadata.CreateUserID,
  },
});
