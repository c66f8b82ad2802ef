import { normaliseKey } from "../key.ts";
import {
  type Comparator,
  type ComparatorDefinition,
  comparators,
  comparatorsOf,
  comparatorsOfSealed,
} from "./query.comparator.ts";
import { type QuerySource, queryFieldAt } from "./query.field.ts";
import { parseLogic } from "./query.logic.ts";
import { fieldSealed, fieldUnknown, queryError } from "./query.refuse.ts";
import type { ConditionShape, QueryShape } from "./query.shape.ts";
import {
  type BaseComparator,
  type FieldCondition,
  type Filter,
  inListValuesMax,
  type QueryField,
  type QueryValue,
} from "./query.ts";
import { parseValue, wantedValue } from "./query.value.ts";

/**
 * The conditions of a filter, typed and joined by its logic; undefined if there are none.
 * @throws AppError 400
 */
export function parseFilter(source: QuerySource, given: QueryShape["filter"]): Filter<FieldCondition> | undefined {
  if (!given) return undefined;
  const names = [...given.filterConditions.keys()];
  const logic = given.logic ?? "";
  if (names.length === 0 && logic.trim() === "") return undefined;
  const conditions = new Map(
    [...given.filterConditions].map(([name, one]) => [name, parseCondition(source, name, one)] as const),
  );
  return fill(parseLogic(logic, names), conditions);
}

function fill(tree: Filter<string>, conditions: ReadonlyMap<string, FieldCondition>): Filter<FieldCondition> {
  if (tree.kind === "one") return { kind: "one", condition: conditions.get(tree.condition) as FieldCondition };
  if (tree.kind === "not") return { kind: "not", part: fill(tree.part, conditions) };
  return { kind: tree.kind, parts: tree.parts.map((part) => fill(part, conditions)) };
}

function parseCondition(source: QuerySource, name: string, given: ConditionShape): FieldCondition {
  const place = (part: string) => ["query", "filter", "filterConditions", name, part];
  const field = queryFieldAt(source.record, given.lhs.field, source.reaches);
  if (!field) throw fieldUnknown(source.record, given.lhs.field, place("lhs"));
  const comparator = parseComparator(source, field, given, place);
  const { base, isNegated } = comparators[comparator];
  const values = valuesOf(comparator, given.rhs).map((value) => {
    const parsed = parseValue(field, value);
    if (parsed === undefined)
      throw queryError("Error_Query_ValueMistyped", place("rhs"), wantedText(field, comparator));
    return parsed;
  });
  if (values.length > inListValuesMax)
    throw queryError("Error_Query_TooLarge", place("rhs"), `At most ${inListValuesMax} values.`);
  const ignoreCase = given.ignoreCase === true && field.type === "text";
  const compared = field.isKey ? values.map((value) => keyFor(base, String(value))) : values;
  return { field, comparator: base, isNegated, values: compared, ignoreCase };
}

const comparatorsOfParts: readonly BaseComparator[] = ["STARTS_WITH", "ENDS_WITH", "CONTAINS"];

/** A whole key as it is stored. A part of one may begin or end with a blank. */
const keyFor = (comparator: BaseComparator, value: string) =>
  comparatorsOfParts.includes(comparator) ? value.normalize("NFC") : normaliseKey(value);

function parseComparator(
  { isSealed }: QuerySource,
  field: QueryField,
  given: ConditionShape,
  place: (part: string) => string[],
): Comparator {
  const isEncrypted = isSealed && field.isPersonal;
  if (isEncrypted && !field.isLookedUp) throw fieldSealed(field, place("lhs"));
  const possible = isEncrypted ? comparatorsOfSealed(field) : comparatorsOf(field.type);
  const comparator = possible.find((one) => one === given.comparator);
  if (comparator) return comparator;
  const text = `One of ${possible.join(", ")}${isEncrypted ? `, since ${field.path} is encrypted` : ""}.`;
  throw queryError("Error_Query_ComparatorUnsuited", place("comparator"), text);
}

function wantedText(field: QueryField, comparator: Comparator): string {
  const list = comparators[comparator].operand === "many" ? "An array; of each value: " : "";
  return `${field.path}: ${list}${wantedValue(field)}`;
}

function valuesOf(comparator: Comparator, rhs: ConditionShape["rhs"]): readonly unknown[] {
  const definition: ComparatorDefinition = comparators[comparator];
  const { operand, value } = definition;
  if (operand === "none") return [];
  if (operand === "fixed") return [value as QueryValue];
  if (operand === "one") return [rhs?.value];
  const list = rhs?.values ?? rhs?.value;
  // Undefined is not a value of any type.
  return Array.isArray(list) ? list : [undefined];
}

/** Whether a filter compares a personal field. */
export function comparesPersonal(filter: Filter<FieldCondition> | undefined): boolean {
  if (!filter) return false;
  if (filter.kind === "one") return filter.condition.field.isPersonal;
  return filter.kind === "not" ? comparesPersonal(filter.part) : filter.parts.some(comparesPersonal);
}
