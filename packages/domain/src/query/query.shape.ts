import { z } from "zod";
import { recordsMax } from "../data-view.ts";
import type { ErrorCode } from "../error.table.ts";
import { parseWanted, refusalOf, valueAt } from "../parse.ts";
import { fitsLength, integerSchema, isText } from "../schema.ts";
import { queryError } from "./query.refuse.ts";
import {
  aggregationsMax,
  conditionsMax,
  pageNumberMax,
  queryNameLengthMax,
  selectedFieldsMax,
  sortFieldsMax,
} from "./query.ts";

/** The form of a query, as clients of the DX API send it. Unknown members are dropped, unsupported ones refused. */
const nameForm = `a name of at most ${queryNameLengthMax} characters`;
const name = z
  .string({ error: nameForm })
  .refine((text) => fitsLength(text, queryNameLengthMax) && isText(text) && text !== "__proto__", nameForm);

const unsupported = (wanted: string) => z.union([z.null(), z.literal(false)], { error: wanted }).optional();

/** Members whose names the caller chooses. */
function members<T>(schema: z.ZodType<T>, countMax: number) {
  const pairs = z.array(z.tuple([name, schema]), { error: "an object" });
  return z.unknown().transform((given, context): ReadonlyMap<string, T> => {
    const entries = typeof given === "object" && given !== null && !Array.isArray(given) ? Object.entries(given) : null;
    if (entries && entries.length > countMax)
      throw queryError("Error_Query_TooLarge", ["query"], `At most ${countMax}.`);
    const parsed = parseWanted(pairs, entries);
    if (parsed.success) return new Map(parsed.data);
    // The first step is the member's position; the second is 0 if its name is wrong and 1 if its value is.
    const [{ path, message }] = parsed.error.issues as [z.core.$ZodIssue];
    const wanted = path[1] === 0 ? `an object whose members each have ${nameForm}` : message;
    context.issues.push({ code: "custom", input: given, message: wanted, path: path.slice(2) });
    return z.NEVER;
  });
}

function listOf<T extends z.ZodType>(item: T, countMax: number) {
  return z.array(item).max(countMax, `an array of at most ${countMax} items`);
}

const condition = z.object({
  lhs: z.object({ field: name }),
  comparator: z.string(),
  rhs: z
    .object({
      value: z.unknown().optional(),
      values: z.unknown().optional(),
      field: z.null({ error: "left out: a field is compared with a value" }).optional(),
    })
    .nullish(),
  ignoreCase: z.boolean().nullish(),
});
const filter = z.object({ filterConditions: members(condition, conditionsMax), logic: z.string().nullish() });
const chosen = z.union([z.object({ field: name }), z.object({ aggregation: name, field: z.null().optional() })], {
  error: `an object with a "field" or an "aggregation", ${nameForm}`,
});
const direction = z.enum(["ASC", "DESC"], { error: "ASC or DESC" });
const sortTerm = chosen.and(z.object({ type: direction.nullish() }));
const aggregation = z.object({ field: name, summaryFunction: z.string() });

const query = z.object({
  select: listOf(chosen, selectedFieldsMax).nullish(),
  filter: filter.nullish(),
  sortBy: listOf(sortTerm, sortFieldsMax).nullish(),
  aggregations: members(aggregation, aggregationsMax).nullish(),
  calculations: z.strictObject({}, { error: "left out: there are no calculations" }).nullish(),
  distinctResultsOnly: z.boolean().nullish(),
  includeTotalCount: z.boolean().nullish(),
  // If it were ignored, the response would not be what was asked for.
  paging: unsupported("a member of the body, next to query"),
});

const size = integerSchema(1, recordsMax).nullish();
const paging = z.object({
  pageNumber: integerSchema(1, pageNumberMax).nullish(),
  pageSize: size,
  maxResultsToFetch: size,
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

/** @throws AppError 400 if the query, the paging or `includeTotalCount` does not have its form. */
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
  const parsed = parseWanted(schema, given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues as [z.core.$ZodIssue];
  // Only names of our own: names that callers choose may contain anything.
  const [member] = issue.path;
  const steps = issue.path.map((step) => (typeof step === "number" ? `(${step + 1})` : `.${String(step)}`));
  const { text } = refusalOf(issue, `"${place.join(".")}${steps.join("")}"`, valueAt(given, issue.path));
  throw queryError(code, typeof member === "string" ? [...place, member] : place, text);
}
