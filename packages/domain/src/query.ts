import { z } from "zod";
import { AppError } from "./error.ts";

const selectedFieldsMax = 500;

/** What this release does not do it refuses: an answer without the filter that was asked for would be a wrong one. */
const off = z.literal(false).nullish();
const query = z.object({
  select: z
    .array(z.object({ field: z.string() }))
    .max(selectedFieldsMax)
    .nullish(),
  filter: z.null().optional(),
  sortBy: z.null().optional(),
  aggregations: z.null().optional(),
  distinctResultsOnly: off,
  includeTotalCount: off,
  paging: z.null().optional(),
});
const call = z.object({ query: query.nullish(), paging: z.null().optional(), includeTotalCount: off });

/** What a data view is asked for beside its parameters. `select` undefined means the whole record. */
export interface Query {
  readonly select: ReadonlySet<string> | undefined;
}

/**
 * What the body of a data view call asks for in `query` and beside it.
 * @throws AppError 400 where it is not well-formed, or asks for more than fields.
 */
export function parseQuery(body: unknown): Query {
  const parsed = call.safeParse(body);
  if (!parsed.success) throw new AppError("Error_Query_Malformed");
  const select = parsed.data.query?.select?.map(({ field }) => field);
  return { select: select?.length ? new Set(select) : undefined };
}
