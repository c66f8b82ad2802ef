import { z } from "zod";
import { composed, derived, exampleReference, stored } from "../field.ts";
import { defineRecord, metadata } from "../record.ts";
import { rareMark } from "../schema.ts";

const position = z.int().min(0).meta({ description: "A line's position in SaleItems, from 0." });
const points = z.number().meta({ description: "Points; negative if they were taken." });

/** Why an entry has its amount, as the ledger view shows it: its base and the points of rules and returns sum to it. */
export const whySchema = z.object({
  base: points.meta({
    description: "What the programme's rate gives or takes; for an entry without lines, its amount.",
  }),
  lines: z.array(position).meta({ description: "The lines of the sale that the base counted." }),
  rules: z
    .array(
      z.object({
        id: z.string().meta({ description: "The rule's ID." }),
        lines: z
          .array(position)
          .optional()
          .meta({ [rareMark]: true, description: "The lines that it counted; absent if they are those of the base." }),
        points,
      }),
    )
    .meta({ description: "What each rule gave; 0 if its cap was full, or another rule of its group gave more." }),
  returns: z
    .array(
      z.object({
        sale: z.string().meta({ description: "The ID of the sale." }),
        lines: z.array(position),
        points,
        beyond: points.optional().meta({
          [rareMark]: true,
          description:
            "The part of the points that the sale's own entry did not have: a repricing of the sale gave it, or other sales had filled its cap.",
        }),
        base: points.optional().meta({
          [rareMark]: true,
          description: "What of the points the programme's rate had given; only if rules counted for the sale.",
        }),
        rules: z
          .array(z.object({ id: z.string(), points }))
          .optional()
          .meta({ [rareMark]: true, description: "What of the points each rule had given." }),
        spend: points.optional().meta({
          [rareMark]: true,
          description: "The amount that counted for a tier, if tiers count what is spent; negative.",
        }),
      }),
    )
    .optional()
    .meta({
      [rareMark]: true,
      description: "Only if lines named their original: what they took back of the points of that sale.",
    }),
  tier: z
    .string()
    .optional()
    .meta({ [rareMark]: true, description: "Only if rules name tiers: the member's tier, if it had one." }),
  spend: z
    .number()
    .optional()
    .meta({ [rareMark]: true, description: "Only if tiers count what is spent: what counted, without `returns`." }),
  sums: z
    .array(
      z.object({
        key: z.string().meta({
          description:
            "The sum's name: `returns` is that of all return lines without a sale; others are those of rules, as `<rule or group>/<what it is worth>/<period>`.",
        }),
        before: z.number().meta({ description: "The sum before the entry: of `returns`, points before rounding." }),
        value: z.number().meta({ description: "What the entry added." }),
      }),
    )
    .optional()
    .meta({
      [rareMark]: true,
      description: "Only if it moved running sums: the difference of what a sum is worth is given or taken.",
    }),
});

export type Why = z.output<typeof whySchema>;

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
    CreateDateTime: metadata.CreateDateTime,
    CreateUserID: metadata.CreateUserID,
  },
});
