import { z } from "zod";
import { moveFrom, type ObjectDefinition } from "../object.ts";
import { requiredPatternSchema } from "../schema.ts";

/** The status that a discard leads to, by the table of the record's class; undefined where it has no such move from here. */
export function discardedStatus(definition: ObjectDefinition, status: string): string | undefined {
  return definition.staged && moveFrom(definition, status, definition.staged.discard);
}

/** The ConfirmationNote of a discarded record: the code, then the operator's own words. */
export function discardNote(reason: string): string {
  return `Error_Record_Discarded: ${reason}`;
}

/** The body of a discard. */
export const discardContent = z.object({
  reason: requiredPatternSchema("A reason in words.", /\S/),
});
