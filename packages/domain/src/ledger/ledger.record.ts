import { composed, derived, exampleReference, stored } from "../field.ts";
import { defineRecord, metadata } from "../record.ts";
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
    ExpirationDateTime: derived("timestamp", {
      text: "When the award expires; null if it never does, or if points were taken.",
      example: "2027-12-01T00:00:00.000Z",
      isNullable: true,
    }),
    Sequence: stored("integer", {
      text: "Counts the entries of a member and currency, without a gap.",
      example: 1,
    }),
    Source: derived("reference", {
      text: "The record that caused the entry.",
      example: exampleReference("SaleCase", "SALE"),
    }),
    Reason: derived("text", {
      text: "The `Reason` of an AddBalance; empty for other entries.",
      example: "",
    }),
    Why: composed(whySchema, {
      text: "Why the entry has its amount.",
      example: { base: 120, lines: [0, 1], rules: [] },
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
    BalanceAvailable: derived("amount", {
      text: "What the member can spend now: without points that are pending or held, or that have expired and are still in the balance.",
      example: 90,
    }),
    BalancePending: derived("amount", {
      text: "Points of sales that can be spent only when their return window ends.",
      example: 30,
    }),
    BalanceHeld: derived("amount", {
      text: "Points that cannot be spent while returns wait for the sales that they name.",
      example: 0,
    }),
    ExpiringNextAmount: derived("amount", {
      text: "The points that expire next, if they are not spent; null if none will expire.",
      example: 20,
      isNullable: true,
    }),
    ExpiringNextDateTime: derived("timestamp", {
      text: "When they expire.",
      example: "2027-12-01T00:00:00.000Z",
      isNullable: true,
    }),
    UpdateDateTime: derived("timestamp", {
      text: "When the balance last changed; null if it never did.",
      example: "2026-11-21T13:31:49.313Z",
      isNullable: true,
    }),
  },
});

/** Points of a member that expire at one instant, if they are not spent. */
export const expiringPoints = defineRecord({
  class: "ExpiringPoints",
  idPrefix: "EXP",
  fields: {
    Member: ofMember,
    Currency: ofCurrency,
    ExpirationDateTime: stored("timestamp", { text: "When the points expire.", example: "2027-12-01T00:00:00.000Z" }),
    Amount: stored("amount", { text: "How many points expire.", example: 20 }),
  },
});

/** The record that AddBalance or the repricing of a sale creates, which its ledger entry names as its source. */
export const adjustment = defineRecord({
  class: "Adjustment",
  idPrefix: "ADJ",
  fields: {
    Member: ofMember,
    Currency: ofCurrency,
    Amount: stored("amount", { text: "The amount; negative for a deduction.", example: 25 }),
    Sale: stored(
      "reference",
      {
        text: "The sale that was repriced; null for AddBalance.",
        example: exampleReference("SaleCase", "SALE"),
        isNullable: true,
      },
      "SaleCase",
    ),
    Reason: stored("text", { text: "Why, as the caller of AddBalance said.", example: "" }),
    CreateDateTime: metadata.CreateDateTime,
    CreateUserID: metadata.CreateUserID,
  },
});
