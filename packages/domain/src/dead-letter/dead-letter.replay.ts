import { z } from "zod";
import { stagedClasses } from "../registry.ts";
import { integerSchema } from "../schema.number.ts";
import { oneOfSchema, optional } from "../schema.ts";
import { type DeadLetterReason, deadLetterReasons } from "./dead-letter.reason.ts";

/** The most dead letters that one call replays; the response states how many remain. */
export const replayRowsMax = 10_000;
/** Recovery enqueues at most 500 records of a class per second. */
export const replayPerSecondMax = 500;
export const replayPerSecondDefault = 50;

/** The body of a replay of all dead letters of one reason. */
export const replayContent = z.object({
  reason: oneOfSchema(Object.keys(deadLetterReasons) as DeadLetterReason[]),
  class: optional<string | undefined>(oneOfSchema(stagedClasses), undefined),
  perSecond: optional(integerSchema(1, replayPerSecondMax), replayPerSecondDefault),
});

export type ReplayContent = z.infer<typeof replayContent>;
