import { z } from "zod";
import { parseId } from "./answer.ts";
import { moveFrom, type ObjectDefinition } from "./object.ts";
import { parseUrlParameters } from "./parse.ts";
import { objectOfPrefix, stagedClasses } from "./registry.ts";
import { timestampSchema } from "./schema.time.ts";
import { integerSchema, oneOfSchema, optional, patternSchema, requiredPatternSchema } from "./schema.ts";

/** Why a record became a dead letter: stable codes that operators list and replay by. Listed in docs/errors.md. */
export const deadLetterReasons = {
  Error_Record_Refused: "Postgres refuses a value that is to be written for it: SQLSTATE class 22 or 23.",
  Error_Record_Contended: "It lost the race with another transaction at every try.",
  Error_Statement_Refused:
    "Postgres refuses a statement: the schema is not of this release, or a fault of the program.",
  Error_Processing_Failed: "Any other error: data that a rule cannot read, or a fault of the program.",
} as const satisfies Record<`Error_${string}_${string}`, string>;

export type DeadLetterReason = keyof typeof deadLetterReasons;

/** The most dead letters in one response. */
export const listRowsMax = 500;
const listRowsDefault = 100;

export interface ListCall {
  readonly class: string | undefined;
  readonly reason: DeadLetterReason | undefined;
  /** The record after which the page begins. */
  readonly after: { readonly class: string; readonly uuid: string } | undefined;
  readonly limit: number;
}

const isLimit = (text: string) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= listRowsMax;

const parameters = z.object({
  class: oneOfSchema(stagedClasses).optional(),
  reason: oneOfSchema(Object.keys(deadLetterReasons) as DeadLetterReason[]).optional(),
  cursor: patternSchema("A cursor of the page before.", (text) => recordOfId(text) !== undefined).optional(),
  limit: patternSchema(`A whole number from 1 to ${listRowsMax}.`, isLimit).optional(),
});

/**
 * Parses the parameters of a listing. An empty one counts as left out.
 * @throws AppError 400 with one detail for each parameter that is malformed.
 */
export function parseListCall(given: Readonly<Record<string, string | undefined>>): ListCall {
  const { class: className, reason, cursor = "", limit } = parseUrlParameters(parameters, given);
  return { class: className, reason, after: recordOfId(cursor), limit: limit ? Number(limit) : listRowsDefault };
}

function recordOfId(id: string): ListCall["after"] {
  const parsed = parseId(id);
  const definition = parsed && objectOfPrefix(parsed.prefix);
  return parsed && definition?.staged && { class: definition.class, uuid: parsed.uuid };
}

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
