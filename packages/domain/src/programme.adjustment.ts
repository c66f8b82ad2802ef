import { z } from "zod";
import { parseAmount } from "./amount.ts";
import { isText } from "./schema.ts";

/** A user of the console who adjusts more points, up or down, needs the consent of another one. */
export const consentAbove = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((text) => (parseAmount(text) ?? 0n) > 0n, "a decimal above 0, with at most 4 decimals");

const reasonsMax = 20;
/** Leaves most of a Reason to the words that follow. */
const reasonLengthMax = 60;

/** The reasons of which the console's form for adjustments wants one. */
export const adjustmentReasons = z
  .array(
    z
      .string()
      .trim()
      .min(1)
      .max(reasonLengthMax)
      .refine((text) => isText(text) && !/[:\n]/.test(text), "one line of text without a colon"),
  )
  .max(reasonsMax)
  .refine((all) => new Set(all).size === all.length, "reasons must differ");

/** For how long somebody can agree to an adjustment or refuse it. */
export const consentDays = 7;

/** The Idempotency-Key of the AddBalance that a request for consent asked for. It names the request. */
export const consentKey = (requestId: string): string => `consent-${requestId}`;

/** The request that an Idempotency-Key names; undefined if it names none. */
export const requestOfKey = (key: string): string | undefined =>
  /^consent-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(key)?.[1];

/** The Reason of the adjustment, which names who asked for it. */
export const consentedReason = (reason: string, askedBy: string): string => `${reason} (asked by ${askedBy})`.trim();
