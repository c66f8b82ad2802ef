import { z } from "zod";
import { parseId } from "../id.ts";
import { parseUrlParameters } from "../parse.ts";
import { objectOfPrefix, stagedClasses } from "../registry.ts";
import { oneOfSchema, patternSchema } from "../schema.ts";
import { type DeadLetterReason, deadLetterReasons } from "./dead-letter.reason.ts";

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
