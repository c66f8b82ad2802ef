import { z } from "zod";
import { moveFrom, type ObjectDefinition } from "../object.ts";
import { requiredPatternSchema } from "../schema.ts";

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
