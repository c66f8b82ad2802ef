import { z } from "zod";
import { type Amount, parseAmount, type Rounding, roundings } from "../amount.ts";
import { constant, derived, descriptionDoc, exampleReference, stored } from "../field.ts";
import { metadata } from "../metadata.ts";
import { defineRecord } from "../record.ts";
import { descriptionLengthMax, isText, stringLengthMax } from "../schema.ts";

export interface Currency {
  readonly id: string;
  readonly name: string;
}

/** A programme with its rules, as decisions read it. Sales earn, and rewards cost, its first currency. */
export interface Programme {
  readonly id: string;
  readonly businessId: string;
  /** An IANA name. Rules of earning use its local time. */
  readonly timeZone: string;
  readonly currencies: readonly [Currency, ...Currency[]];
  readonly earning: {
    /** Points for 1.00 of sales. */
    readonly rate: Amount;
    readonly rounding: Rounding;
    /** Decimals that points are rounded to, 0 to 4. */
    readonly fractionDigits: number;
  };
  /** How many days a return waits for its original sale. */
  readonly returnWaitDays: number;
  /** Counts the changes of `earning`, from 1. Entries name the version that gave their amount. */
  readonly earningVersion: number;
}

const { ConfirmationNote: _note, ...programmeMetadata } = metadata;
void _note;

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
    ...programmeMetadata,
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

const notText = "text without NUL and lone surrogates";
const name = z.string().trim().min(1).max(stringLengthMax).refine(isText, notText);
const description = z.string().max(descriptionLengthMax).refine(isText, notText).default("");
const isTimeZone = (zone: string) => Intl.supportedValuesOf("timeZone").includes(zone) || zone === "UTC";

/** A file of programmes. Members that are left out have the default programme's values. */
export const programmeFile = z.strictObject({
  programmes: z
    .array(
      z.strictObject({
        businessId: name,
        name,
        description,
        timeZone: z.string().refine(isTimeZone, "a time zone name such as Europe/Berlin").default("UTC"),
        currencies: z
          .array(z.strictObject({ name, description }))
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
          })
          .prefault({}),
        returns: z
          .strictObject({
            /** How many days a return waits for the sale that it names. Then it goes on as if it named none. */
            waitDays: z.int().min(0).max(365).default(30),
          })
          .prefault({}),
      }),
    )
    .min(1)
    .refine((all) => new Set(all.map((one) => one.businessId)).size === all.length, "business IDs must differ"),
});

export type ProgrammeFile = z.output<typeof programmeFile>;
