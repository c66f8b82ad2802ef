import {
  collectAnswer,
  createViewRunner,
  type Database,
  type PersonalKeys,
  readStoredKeys,
  type ShownRecord,
  type ViewAnswer,
  type ViewRunner,
} from "@rewards/db";
import {
  type DataViewDefinition,
  parseParameters,
  parseQuery,
  type RecordDefinition,
  reachesClass,
  unlimited,
} from "@rewards/domain";
import type { Viewer } from "./context.ts";
import type { Replica } from "./replica.ts";

/** What a field of a record is compared with. */
export interface Condition {
  readonly field: string;
  readonly comparator: "EQ" | "CONTAINS" | "IN" | "GTE" | "LTE";
  readonly value: string | readonly string[];
  readonly ignoreCase?: boolean;
}

/** A call of a data view, for a few of its records. */
export interface Question {
  readonly view: DataViewDefinition;
  readonly parameters?: Readonly<Record<string, string>>;
  /** Fields, and the values that they must have. */
  readonly where?: Readonly<Record<string, string>>;
  readonly ignoreCase?: boolean;
  /** Further conditions. */
  readonly conditions?: readonly Condition[];
  /**
   * Sorts by Status before anything else, so that settled records come last. No index has this order, so Postgres reads
   * the records that match. In the order of time, it may read those of everybody until some match.
   */
  readonly isOpenFirst?: boolean;
  /** Fields to sort by, descending; by default the view's order. */
  readonly latestBy?: readonly string[];
  /** As `latestBy`, ascending. */
  readonly oldestBy?: readonly string[];
  /** A field whose sum over the records is asked for, instead of the records: the one record has it as `Sum`. */
  readonly sumOf?: string;
  /** The fields to show; all by default. */
  readonly select?: readonly string[];
  readonly rowsMax: number;
  /** Where the page before ended. */
  readonly token?: string | undefined;
}

/** Reads with the statements of the API's data views. */
export interface Views {
  /** @throws AppError 400 for a token of another list or viewer, 503 if Postgres takes too long or a key is missing. */
  ask(viewer: Viewer, question: Question): Promise<ViewAnswer>;
  /**
   * The record with this UUID; undefined if it does not exist.
   * @throws AppError 503 if Postgres takes too long or a key is missing.
   */
  find(record: RecordDefinition, uuid: string): Promise<ShownRecord | undefined>;
  /** Whether personal data is encrypted: then only whole values of it can be compared. */
  readonly isSealed: boolean;
  /** For functions of packages/db that read records themselves. */
  readonly runner: ViewRunner;
  /** Whether some personal data is encrypted with a key that this process lacks. */
  isKeyMissing(): Promise<boolean>;
}

/** One connection to the primary serves all views that no replica answers. Postgres plans each statement for its values. */
export function createViews(
  { sql, queries }: Pick<Database, "sql" | "queries">,
  keys: PersonalKeys,
  replica?: Pick<Replica, "read">,
): Views {
  const runner = createViewRunner(queries, queries, keys, sql);
  const isSealed = keys.all.size > 0;
  return {
    runner,
    isSealed,
    async ask(viewer, { view, parameters, ...question }) {
      const call = {
        view,
        parameters: parseParameters(view, parameters),
        query: parseQuery(view, bodyOf(question), (className) => reachesClass(viewer.rights, className), isSealed),
        user: viewer.name,
      };
      const ofReplica = await replica?.read((session) => collectAnswer(runner.within(unlimited, session), call));
      return ofReplica ?? collectAnswer(runner, call);
    },
    async find(record, uuid) {
      const ofReplica = await replica?.read((session) => runner.within(unlimited, session).find(record.class, uuid));
      return ofReplica ?? runner.find(record.class, uuid);
    },
    isKeyMissing: async () => (await readStoredKeys(sql)).some(({ id }) => !keys.all.has(id)),
  };
}

/** The question as the body of a call. */
function bodyOf({
  where = {},
  ignoreCase = false,
  conditions: more = [],
  isOpenFirst = false,
  latestBy = [],
  oldestBy = [],
  sumOf,
  select,
  rowsMax,
  token,
}: Omit<Question, "view">) {
  const conditions = Object.entries(where).map(([field, value]) => {
    return { field, comparator: "EQ", value, ignoreCase } as const;
  });
  // By their number: several may be of one field.
  const filter = [...conditions, ...more].map(
    ({ field, comparator, value, ignoreCase: isFolded = false }, index) =>
      [`F${index + 1}`, { lhs: { field }, comparator, rhs: { value }, ignoreCase: isFolded }] as const,
  );
  return {
    query: {
      ...(select && { select: select.map((field) => ({ field })) }),
      ...(sumOf !== undefined && {
        select: [{ aggregation: "Sum" }],
        aggregations: { Sum: { field: sumOf, summaryFunction: "SUM" } },
      }),
      ...(filter.length > 0 && { filter: { filterConditions: Object.fromEntries(filter) } }),
      sortBy: [
        ...(isOpenFirst ? [{ field: "Status", type: "ASC" }] : []),
        ...latestBy.map((field) => ({ field, type: "DESC" })),
        ...oldestBy.map((field) => ({ field, type: "ASC" })),
      ],
    },
    paging: { maxResultsToFetch: rowsMax, ...(token !== undefined && { nextPageToken: token }) },
  };
}
