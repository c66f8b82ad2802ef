import { z } from "zod";
import { type Amount, parseAmount, roundings } from "./amount.ts";
import type { EarningVersions } from "./earning/earning.version.ts";
import { type ExpiryUntil, expiryUntils, shortestDays } from "./expiry/expiry.calendar.ts";
import { constant, derived, descriptionDoc, exampleReference, stored } from "./field.ts";
import { type PaymentTerms, paymentTerms } from "./payment/payment.terms.ts";
import { adjustmentReasons, consentAbove } from "./programme.adjustment.ts";
import { type PointValue, pointValue } from "./programme.value.ts";
import { defineRecord, metadata } from "./record.ts";
import { rulesSchema, unknownTiers } from "./rule/rule.list.ts";
import type { Rule } from "./rule/rule.schema.ts";
import { isTimeZone } from "./schema.time.ts";
import { descriptionLengthMax, isText, stringLengthMax } from "./schema.ts";
import { tiersSchema } from "./tier/tier.schema.ts";

/** One version of a currency's expiry. Months are whole, 1 to 120; all three are null while points do not expire. */
export interface ExpiryVersion {
  /** An award expires that many months after it was posted, at the end of `until`. */
  readonly months: number | null;
  readonly until: ExpiryUntil | null;
  /** A balance expires that many months after its last entry, at the end of the day. */
  readonly inactiveMonths: number | null;
  readonly appliedAtMs: number;
}

/** When the points of a currency expire. */
export interface ExpiryRules {
  /** An IANA name: days end by its clocks. */
  readonly timeZone: string;
  /** At least one, the oldest first. */
  readonly versions: readonly ExpiryVersion[];
}

export interface Currency {
  readonly id: string;
  readonly name: string;
  /** Absent if its points do not expire now. */
  readonly expiry?: ExpiryRules;
}

/** A programme with its rules, as decisions read it. Sales earn, and rewards cost, its first currency. */
export interface Programme {
  readonly id: string;
  readonly businessId: string;
  /** An IANA name. Its local days are those of expiry and of reports. */
  readonly timeZone: string;
  readonly currencies: readonly [Currency, ...Currency[]];
  readonly earning: EarningVersions;
  /** How many days a return waits for its original sale. */
  readonly returnWaitDays: number;
  /** For how many days of 24 hours the points of sales are pending. 0: they are spendable at once. */
  readonly returnWindowDays: number;
  /** Absent if nobody said. */
  readonly pointValue?: PointValue;
  /** Absent if points are no means of payment. */
  readonly payment?: PaymentTerms;
  /** Adjustments of more, up or down, need a second user's consent. Absent: none does. */
  readonly consentAbove?: Amount;
}

export const programme = defineRecord({
  class: "Program",
  idPrefix: "PRG",
  fields: {
    Name: stored("text", { text: "The record's name.", example: "Example" }),
    Description: stored("text", descriptionDoc),
    Currencies: derived(
      "references",
      {
        text: "The programme's currencies, the first of which sales earn in.",
        example: [exampleReference("Currency", "CUR", "01900000000070008000000000000002")],
      },
      "Currency",
    ),
    TimeZoneText: stored("text", { text: "The programme's time zone.", example: "Europe/Berlin" }),
    ...metadata,
    Status: stored("text", { text: metadata.Status.doc?.text ?? "", example: "Open-Active" }),
    BusinessID: derived("text", { text: "The programme's business key.", example: "REWARDS" }),
    ConfirmationNote: constant("text", "", { text: metadata.ConfirmationNote.doc?.text ?? "" }),
  },
});

export const currency = defineRecord({
  class: "Currency",
  idPrefix: "CUR",
  fields: {
    Name: stored("text", { text: "The record's name.", example: "Example" }),
    Description: stored("text", descriptionDoc),
    Program: stored(
      "reference",
      {
        text: "The programme.",
        example: exampleReference("Program", "PRG", "01900000000070008000000000000001"),
      },
      "Program",
    ),
    CreateDateTime: metadata.CreateDateTime,
    UpdateDateTime: metadata.UpdateDateTime,
  },
});

const months = z.int().min(1).max(120);

/** Without this member, the points of a currency never expire. */
const expiry = z.union(
  [
    z.strictObject({
      /** An award expires so many months after it was posted, at the end of that day, or of its month, quarter or year. */
      months,
      until: z.enum(expiryUntils).default("day"),
    }),
    z.strictObject({
      /** All points of a balance expire so many months after its last entry. */
      inactiveMonths: months,
    }),
  ],
  "months with or without until, or inactiveMonths: whole numbers of 1 to 120",
);

const notText = "text without NUL and lone surrogates";
const name = z.string().trim().min(1).max(stringLengthMax).refine(isText, notText);
const description = z.string().max(descriptionLengthMax).refine(isText, notText).default("");

/** Points that expired before they could be spent would be worth nothing. */
function refuseWindow(
  {
    currencies,
    returns: { windowDays },
  }: { currencies: readonly { expiry?: z.output<typeof expiry> | undefined }[]; returns: { windowDays: number } },
  context: z.RefinementCtx,
): void {
  for (const { expiry: rule } of currencies) {
    if (!rule || windowDays === 0) continue;
    const days = shortestDays("months" in rule ? rule.months : rule.inactiveMonths);
    if (windowDays < days) continue;
    context.addIssue({
      code: "custom",
      path: ["returns", "windowDays"],
      message: `must be less than ${days}: points of this programme may expire after ${days} days`,
    });
    return;
  }
}

/** Rules may name only levels of their programme. */
function refuseLevels(
  {
    earning: { rules },
    tiers,
  }: { earning: { rules: readonly Rule[] }; tiers?: z.output<typeof tiersSchema> | undefined },
  context: z.RefinementCtx,
): void {
  for (const { path, message } of unknownTiers(rules, tiers?.levels.map(({ name: level }) => level) ?? []))
    context.addIssue({ code: "custom", path: ["earning", "rules", ...path], message });
}

/** A file of programmes. Members that are left out have the default programme's values. */
export const programmeFile = z.strictObject({
  programmes: z
    .array(
      z
        .strictObject({
          businessId: name,
          name,
          description,
          timeZone: z.string().refine(isTimeZone, "a time zone name such as Europe/Berlin").default("UTC"),
          currencies: z
            .array(z.strictObject({ name, description, expiry: expiry.optional() }))
            .min(1)
            .refine((all) => new Set(all.map((one) => one.name)).size === all.length, "currency names must differ"),
          earning: z
            .strictObject({
              rate: z
                .union([z.string(), z.number()])
                .transform(String)
                .refine((rate) => (parseAmount(rate) ?? -1n) >= 0n, "a decimal of 0 or more, with at most 4 decimals")
                .default("1"),
              rounding: z.enum(roundings).default("toward-zero"),
              fractionDigits: z.int().min(0).max(4).default(0),
              /** Rules do not count for sales that are accepted so many days after they were made. */
              lateDays: z.int().min(1).max(3650).optional(),
              rules: rulesSchema.default([]),
            })
            .prefault({}),
          returns: z
            .strictObject({
              /** How many days a return waits for the sale that it names. Then it goes on as if it named none. */
              waitDays: z.int().min(0).max(365).default(30),
              /** How many days of 24 hours the points of a sale are pending: on the balance, but not spendable. */
              windowDays: z.int().min(0).max(365).default(0),
            })
            .prefault({}),
          tiers: tiersSchema.optional(),
          pointValue: pointValue.optional(),
          payment: paymentTerms.optional(),
          consentAbove: consentAbove.optional(),
          adjustmentReasons: adjustmentReasons.optional(),
        })
        .superRefine(refuseWindow)
        .superRefine(refuseLevels),
    )
    .min(1)
    .refine((all) => new Set(all.map((one) => one.businessId)).size === all.length, "business IDs must differ"),
});

export type ProgrammeFile = z.output<typeof programmeFile>;
