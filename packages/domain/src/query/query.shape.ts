import { z } from "zod";
import type { ErrorCode } from "../error.ts";
import { isText } from "../schema.ts";
import { queryError } from "./query.refuse.ts";
import { aggregationsMax, conditionsMax, queryNameLengthMax, selectedFieldsMax, sortFieldsMax } from "./query.ts";

/** The form of a query, as clients of the DX API send it. What is unknown is dropped, what is not done here is refused. */
const name = z
  .string()
  .max(queryNameLengthMax)
  .refine((text) => isText(text) && text !== "__proto__");
const off = z.union([z.null(), z.literal(false)]).optional();

/** Members under names that callers choose. */
function members<T>(schema: z.ZodType<T>, countMax: number) {
  return z.unknown().transform((given, context): ReadonlyMap<string, T> => {
    const entries = typeof given === "object" && given !== null && !Array.isArray(given) ? Object.entries(given) : null;
    if (entries && entries.length > countMax)
      throw queryError("Error_Query_TooLarge", ["query"], `At most ${countMax}.`);
    const parsed = z.array(z.tuple([name, schema])).safeParse(entries);
    if (parsed.success) return new Map(parsed.data);
    context.issues.push({ code: "custom", input: given });
    return z.NEVER;
  });
}

const condition = z.object({
  lhs: z.object({ field: name }),
  comparator: z.string(),
  rhs: z
    .object({ value: z.unknown().optional(), values: z.unknown().optional(), field: z.null().optional() })
    .nullish(),
  ignoreCase: z.boolean().nullish(),
});
const filter = z.object({ filterConditions: members(condition, conditionsMax), logic: z.string().nullish() });
const chosen = z.union([z.object({ field: name }), z.object({ aggregation: name, field: z.null().optional() })]);
const sortTerm = chosen.and(z.object({ type: z.enum(["ASC", "DESC"]).nullish() }));
const aggregation = z.object({ field: name, summaryFunction: z.string() });

const query = z.object({
  select: z.array(chosen).max(selectedFieldsMax).nullish(),
  filter: filter.nullish(),
  sortBy: z.array(sortTerm).max(sortFieldsMax).nullish(),
  aggregations: members(aggregation, aggregationsMax).nullish(),
  calculations: z.strictObject({}).nullish(),
  distinctResultsOnly: z.boolean().nullish(),
  includeTotalCount: z.boolean().nullish(),
  // It belongs beside the query: passed over here, the answer would be another one than was asked for.
  paging: off,
});

const count = z.int().min(1).nullish();
const paging = z.object({
  pageNumber: count,
  pageSize: count,
  maxResultsToFetch: count,
  nextPageToken: z.string().nullish(),
  includeTotalCount: z.boolean().nullish(),
});
const flag = z.boolean();

export type QueryShape = z.output<typeof query>;
export type ConditionShape = z.output<typeof condition>;
export type PagingShape = z.output<typeof paging>;

export interface CallShape {
  readonly query: QueryShape | undefined;
  readonly paging: PagingShape | undefined;
  readonly isTotalCountWanted: boolean;
}

/** @throws AppError 400 where the query, the paging or the flag beside them does not have its form. */
export function parseShape(body: Readonly<Record<string, unknown>>): CallShape {
  const asked = partOf(body["query"], query, ["query"], "Error_Query_Malformed");
  const page = partOf(body["paging"], paging, ["paging"], "Error_Paging_Malformed");
  const isWanted = partOf(body["includeTotalCount"], flag, ["includeTotalCount"], "Error_Query_Malformed");
  return {
    query: asked,
    paging: page,
    isTotalCountWanted: isWanted ?? asked?.includeTotalCount ?? page?.includeTotalCount ?? false,
  };
}

function partOf<T>(given: unknown, schema: z.ZodType<T>, place: string[], code: ErrorCode): T | undefined {
  if (given === undefined || given === null) return undefined;
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  // Only names of our own: what callers name may hold anything.
  const [member] = parsed.error.issues[0]?.path ?? [];
  throw queryError(code, typeof member === "string" ? [...place, member] : place);
}
