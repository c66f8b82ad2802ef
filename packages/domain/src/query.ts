import { z } from "zod";
import { AppError } from "./error.ts";

/** What this release does not do it refuses: an answer without the filter that was asked for would be a wrong one. */
const query = z.object({
  select: z.array(z.object({ field: z.string() })).nullish(),
  filter: z.null().optional(),
  sortBy: z.null().optional(),
  aggregations: z.null().optional(),
  distinctResultsOnly: z.literal(false).nullish(),
});

/** What a data view is asked for beside its parameters. `select` undefined means the whole record. */
export interface Query {
  readonly select: readonly string[] | undefined;
}

/**
 * Parses the `query` of a data view call.
 * @throws AppError 400 where it is not well-formed, or asks for more than fields.
 */
export function parseQuery(given: unknown): Query {
  const parsed = query.safeParse(given ?? {});
  if (!parsed.success) throw new AppError("Error_Query_Malformed");
  const select = parsed.data.select?.map(({ field }) => field);
  return { select: select?.length ? select : undefined };
}
