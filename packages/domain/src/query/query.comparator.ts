import type { BaseComparator, QueryField, QueryType, SummaryFunction } from "./query.ts";

const equal: readonly QueryType[] = ["text", "integer", "amount", "timestamp", "date", "reference", "id"];
const ordered: readonly QueryType[] = ["text", "integer", "amount", "timestamp", "date"];
const every: readonly QueryType[] = [...equal, "boolean"];
const numbers: readonly QueryType[] = ["integer", "amount"];

export interface ComparatorDefinition {
  readonly base: BaseComparator;
  readonly isNegated: boolean;
  /** How many values it takes; `fixed` has one built in. */
  readonly operand: "one" | "many" | "none" | "fixed";
  readonly value?: boolean;
  readonly types: readonly QueryType[];
}

const define = (
  base: BaseComparator,
  operand: ComparatorDefinition["operand"],
  types: readonly QueryType[],
  isNegated = false,
): ComparatorDefinition => ({ base, operand, types, isNegated });

/** Every comparator by its name: the base comparator that it reduces to, and the field types that have it. */
export const comparators = {
  EQ: define("EQ", "one", every),
  NEQ: define("EQ", "one", every, true),
  IN: define("IN", "many", equal),
  NOT_IN: define("IN", "many", equal, true),
  GT: define("GT", "one", ordered),
  GTE: define("GTE", "one", ordered),
  LT: define("LT", "one", ordered),
  LTE: define("LTE", "one", ordered),
  IS_NULL: define("IS_NOT_NULL", "none", every, true),
  IS_NOT_NULL: define("IS_NOT_NULL", "none", every),
  ISNULL: define("IS_NOT_NULL", "none", every, true),
  ISNOTNULL: define("IS_NOT_NULL", "none", every),
  STARTS_WITH: define("STARTS_WITH", "one", ["text"]),
  NOT_STARTS_WITH: define("STARTS_WITH", "one", ["text"], true),
  ENDS_WITH: define("ENDS_WITH", "one", ["text"]),
  NOT_ENDS_WITH: define("ENDS_WITH", "one", ["text"], true),
  CONTAINS: define("CONTAINS", "one", ["text"]),
  NOT_CONTAINS: define("CONTAINS", "one", ["text"], true),
  IS_TRUE: { ...define("EQ", "fixed", ["boolean"]), value: true },
  IS_FALSE: { ...define("EQ", "fixed", ["boolean"]), value: false },
} as const satisfies Record<string, ComparatorDefinition>;

export type Comparator = keyof typeof comparators;

export const comparatorNames = Object.keys(comparators) as Comparator[];

export function comparatorsOf(type: QueryType): Comparator[] {
  return comparatorNames.filter((name) => (comparators[name].types as readonly QueryType[]).includes(type));
}

/** Comparators of whole values: encrypted values can be compared only by these. */
const comparatorsOfWhole: readonly Comparator[] = ["EQ", "NEQ", "IN", "NOT_IN"];

/** The comparators of a field whose values are encrypted. */
export function comparatorsOfSealed({ isLookedUp }: Pick<QueryField, "isLookedUp">): readonly Comparator[] {
  return isLookedUp ? comparatorsOfWhole : [];
}

/** Every summary function, and the field types that it applies to. */
export const summaryFunctions: Readonly<Record<SummaryFunction, readonly QueryType[]>> = {
  COUNT: every,
  DISTINCT_COUNT: every,
  MIN: ordered,
  MAX: ordered,
  SUM: numbers,
  AVG: numbers,
};

export const summaryFunctionNames = Object.keys(summaryFunctions) as SummaryFunction[];

export function functionsOf(type: QueryType): SummaryFunction[] {
  return summaryFunctionNames.filter((name) => summaryFunctions[name].includes(type));
}
