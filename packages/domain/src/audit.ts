import { z } from "zod";
import { parseUrlParameters } from "./parse.ts";
import { patternSchema } from "./schema.ts";

/** An operator's name in the audit: printable ASCII of at most 64 characters. */
export const actorPattern = /^[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?$/;

export function isActor(name: string): boolean {
  return actorPattern.test(name);
}

/** The actor if no name was given. */
export const unnamedActor = "operator";

const rowsOfPage = 50;

/** What a page of the audit shows. */
export interface AuditCall {
  readonly actor: string | undefined;
  readonly operation: string | undefined;
  /** Entries with a smaller ID; undefined for the newest. */
  readonly before: number | undefined;
  readonly limit: number;
}

const parameters = z.object({
  actor: patternSchema("An actor: at most 64 printable ASCII characters.", actorPattern).optional(),
  operation: patternSchema("An operation, such as dead-letter.replay.", /^[\w.:-]{1,64}$/).optional(),
  before: patternSchema("A cursor of the page before.", /^[1-9]\d{0,14}$/).optional(),
});

/**
 * Parses the parameters of a page of the audit. An empty one counts as left out.
 * @throws AppError 400 with one detail for each parameter that is malformed.
 */
export function parseAuditCall(given: Readonly<Record<string, string | undefined>>): AuditCall {
  const { actor, operation, before } = parseUrlParameters(parameters, given);
  return { actor, operation, before: before === undefined ? undefined : Number(before), limit: rowsOfPage };
}
