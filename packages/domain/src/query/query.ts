/** What a data view can be asked for in addition to its parameters, parsed: every field known, every value typed. */
export const selectedFieldsMax = 500;
/** Paths to other records: each is looked up for every record that is shown. */
export const selectedPathsMax = 50;
export const conditionsMax = 50;
export const logicDepthMax = 10;
export const inListValuesMax = 1_000;
export const sortFieldsMax = 10;
export const aggregationsMax = 20;
export const pageNumberMax = 1_000_000;
export const pageSizeDefault = 100;
/** For names that callers choose: of conditions and aggregations. */
export const queryNameLengthMax = 255;

/** Comparators, functions and values are derived from it. `reference` is shown as a page, `id` as the ID only. */
export type QueryType = "text" | "boolean" | "integer" | "amount" | "timestamp" | "date" | "reference" | "id";

/** A field that a query can use: of the record itself, of an embedded page, or of a record that it refers to. */
export interface QueryField {
  /** `Status`, `Address.City`, `Member.ExternalID`, `Member.ID`. */
  readonly path: string;
  readonly steps: readonly string[];
  readonly type: QueryType;
  /** The class of a `reference` or `id`; absent if it differs from record to record. */
  readonly class?: string;
  /** The classes of the other records whose fields it reads. The ID of a reference is a field of the record itself. */
  readonly through: readonly string[];
  /** Usable only by the fixed conditions of views. */
  readonly isHidden: boolean;
  /** It describes a person, so its values may be encrypted: then only whole values can be compared, if any. */
  readonly isPersonal: boolean;
  /** Its values are business keys. */
  readonly isKey: boolean;
  /** Records are found by its whole values. */
  readonly isLookedUp: boolean;
}

/** Conditions joined by the query's logic. */
export type Filter<Condition> =
  | { readonly kind: "all" | "any"; readonly parts: readonly Filter<Condition>[] }
  | { readonly kind: "not"; readonly part: Filter<Condition> }
  | { readonly kind: "one"; readonly condition: Condition };

/** Amounts, instants and IDs are text in one fixed form. */
export type QueryValue = string | number | boolean;

export type BaseComparator =
  | "EQ"
  | "IN"
  | "GT"
  | "GTE"
  | "LT"
  | "LTE"
  | "IS_NOT_NULL"
  | "STARTS_WITH"
  | "ENDS_WITH"
  | "CONTAINS";

/**
 * Compares a field with a value (`IN`: several; `IS_NOT_NULL`: none). The result is never unknown: an unset field
 * matches no comparator, and so it matches every negated one.
 */
export interface FieldCondition {
  readonly field: QueryField;
  readonly comparator: BaseComparator;
  readonly isNegated: boolean;
  readonly values: readonly QueryValue[];
  readonly ignoreCase: boolean;
}

export type SummaryFunction = "COUNT" | "DISTINCT_COUNT" | "MIN" | "MAX" | "SUM" | "AVG";

export interface Aggregation {
  readonly name: string;
  readonly field: QueryField;
  readonly summaryFunction: SummaryFunction;
}

export type SortTerm = { readonly isDescending: boolean } & (
  | { readonly field: QueryField }
  | { readonly aggregation: Aggregation }
);

/** One row for each distinct combination of the fields' values; without fields, one row over all records. */
export interface Grouping {
  readonly fields: readonly QueryField[];
  readonly aggregations: readonly Aggregation[];
}

/** The part of the rows asked for: at most `rowsMax`, after `skippedRows`, or after the place that a token names. */
export interface Paging {
  readonly rowsMax: number;
  readonly skippedRows: number;
  /** Absent if `maxResultsToFetch` was given. */
  readonly pageNumber?: number;
  readonly token?: string;
}

export interface Selection {
  /** Fields of the record itself; names that it does not have are ignored. */
  readonly names: ReadonlySet<string>;
  /** Fields of other records and of embedded pages, shown under their paths. */
  readonly paths: readonly QueryField[];
}

export interface ViewQuery {
  /** Undefined for the whole record. */
  readonly select: Selection | undefined;
  readonly filter: Filter<FieldCondition> | undefined;
  readonly sortBy: readonly SortTerm[];
  readonly grouping: Grouping | undefined;
  readonly paging: Paging | undefined;
  readonly isTotalCountWanted: boolean;
}
