import { z } from "zod";
import { moveFrom, type ObjectDefinition } from "../object.ts";
import { stagedClasses } from "../registry.ts";
import { timestampSchema } from "../schema.time.ts";
import { oneOfSchema, requiredPatternSchema } from "../schema.ts";
import { type DeadLetterReason, deadLetterReasons } from "./dead-letter.reason.ts";

/**
 * The status after a discard, by the table of the record's class; undefined if it has no such move from this status.
 */
export function discardedStatus(definition: ObjectDefinition, status: string): string | undefined {
  return definition.staged && moveFrom(definition, status, definition.staged.discard);
}

/** The ConfirmationNote of a discarded record: the code, then the operator's reason. */
export function discardNote(reason: string): string {
  return `Error_Record_Discarded: ${reason}`;
}

/** The body of a discard. */
export const discardContent = z.object({
  reason: requiredPatternSchema("A reason in words.", /\S/),
});

/** The most dead letters of a filter that one call discards. */
export const discardRowsMax = 2_000;

/** What an operator confirms before the dead letters of a filter are discarded. */
export const discardAllContent = z.object({
  class: oneOfSchema(stagedClasses).optional(),
  code: oneOfSchema(Object.keys(deadLetterReasons) as DeadLetterReason[]).optional(),
  until: timestampSchema,
  reason: discardContent.shape.reason,
});
