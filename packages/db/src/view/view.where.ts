import {
  type BaseComparator,
  type Condition,
  comparators,
  type DataViewDefinition,
  definedFieldAt,
  type FieldCondition,
  type Filter,
  isMemberKey,
  type ValueKind,
} from "@rewards/domain";
import { type AnyColumn, and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { folded, foldedPart } from "../object/object.index.ts";
import {
  type LookUpField,
  type LookUpHash,
  lookUpHashes,
  noKeys,
  type PersonalKeys,
} from "../personal/personal.keys.ts";
import type { RecordSource } from "../record-source.ts";
import { arrayLiteral, textLiteral } from "../statement.ts";
import { type ReferenceStep, referenceStep, selectBehind, type ViewField, viewField } from "./view.field.ts";
import { sourceOf } from "./view.source.ts";
import { comparisons, foldedList, ordered } from "./view.value.ts";

/** The rows that a statement reads. */
export interface Rows {
  readonly source: RecordSource;
  readonly where: SQL | undefined;
  /** The condition reads from the source's joined table. */
  readonly isJoined: boolean;
}

/**
 * The rows of a view that match the caller's filter, if any. `parameter` gives the SQL of a view's parameter. With keys,
 * a filter also finds encrypted values.
 */
export function rowsOf(
  view: DataViewDefinition,
  parameter: (name: string) => SQL,
  filter?: Filter<FieldCondition>,
  keys: PersonalKeys = noKeys,
): Rows {
  const plain = sourceOf(view.record.class);
  const holder = (name: string) => (isMemberKey(view, name) ? ownKey(parameter(name)) : parameter(name));
  const conditions = view.where.map((condition) => fixedCondition(plain, condition, holder));
  const source = pin(plain, conditions);
  const fixed = conditions.map((condition) => compileCondition(source, condition));
  return {
    source,
    where: filter ? and(...fixed, compileFilter(source, filter, keys)) : and(...fixed),
    isJoined: [...conditions, ...conditionsOf(filter)].some(
      ({ field }) => source.fields[field.steps[0] ?? ""]?.isJoined,
    ),
  };
}

/** The ExternalID of the member who has a card of this number; else the key as it is. */
const ownKey = (key: SQL) => sql`coalesce((
  select m.external_id from member m where m.id = (select k.member from member_key k where k.key = ${key} and k.until is null)), ${key})`;

/**
 * The cheaper source of the same records if a condition fixes a reference to one record, or two of them bound a field;
 * else the source itself.
 */
function pin(source: RecordSource, conditions: readonly Compared[]): RecordSource {
  for (const [name, between] of Object.entries(source.between ?? {})) {
    const [from, to] = (["GTE", "LTE"] as const).map((comparator) =>
      conditions.find((one) => one.field.path === name && one.comparator === comparator)?.right("timestamp"),
    );
    if (from && to) return between(from, to);
  }
  for (const condition of conditions) {
    const step = referenceStep(source, condition.field.steps);
    const pinned = step && isOfOne(step, condition) ? source.pinned?.[step.name] : undefined;
    if (step && pinned) return pinned(idsBehind(step, condition));
  }
  return source;
}

function conditionsOf(filter: Filter<FieldCondition> | undefined): FieldCondition[] {
  if (!filter) return [];
  if (filter.kind === "one") return [filter.condition];
  return filter.kind === "not" ? conditionsOf(filter.part) : filter.parts.flatMap(conditionsOf);
}

/** A condition of a view or a caller, ready to compile: field, comparator and right operand. */
interface Compared extends Pick<FieldCondition, "field" | "comparator" | "isNegated" | "ignoreCase"> {
  readonly right: (kind: ValueKind) => SQL;
  /** An empty key cannot match this condition. */
  readonly isOfValue: boolean;
  /** If encrypted values may match: the hashes of the values that the field is compared with. */
  readonly hashesOf?: (field: LookUpField) => readonly LookUpHash[];
}

/** A fixed condition of a view. `parameter` gives a placeholder, or the value itself in an unprepared statement. */
function fixedCondition(source: RecordSource, condition: Condition, parameter: (name: string) => SQL): Compared {
  const { base: comparator, isNegated } = comparators[condition.comparator];
  // A fixed value is part of the SQL text: with a parameter, Postgres could not use partial indexes.
  const right = "value" in condition ? sql.raw(textLiteral(condition.value)) : parameter(condition.parameter);
  const field = definedFieldAt(source.record, condition.field);
  return { field, comparator, isNegated, ignoreCase: false, right: () => right, isOfValue: true };
}

function callersCondition(condition: FieldCondition, keys: PersonalKeys): Compared {
  const { comparator, field, values } = condition;
  return {
    ...condition,
    ...(field.isPersonal && keys.all.size > 0 && { hashesOf: (of) => lookUpHashes(keys, of, values) }),
    right: (kind) => comparisons[comparator].operand(kind, values),
    isOfValue: values.length > 0 && !values.includes(""),
  };
}

function compileFilter(source: RecordSource, filter: Filter<FieldCondition>, keys: PersonalKeys): SQL | undefined {
  if (filter.kind === "one") return compileCondition(source, callersCondition(filter.condition, keys));
  if (filter.kind === "not") return isNotTrue(compileFilter(source, filter.part, keys));
  const parts = filter.parts.map((part) => compileFilter(source, part, keys));
  return filter.kind === "all" ? and(...parts) : or(...parts);
}

/**
 * Also true for an unknown condition, such as a comparison with an unset field. So every row matches either a condition
 * or its negation.
 */
const isNotTrue = (condition: SQL | undefined) => sql`(${condition}) is not true`;

function compileCondition(source: RecordSource, compared: Compared): SQL {
  if (!compared.isNegated) return fulfils(source, compared, compared.field.steps);
  const { field, comparator, ignoreCase, right, hashesOf } = compared;
  const own = hashesOf || referenceStep(source, field.steps) ? undefined : viewField(source, field);
  // The form of a partial index's predicate.
  if (own && !own.isNullable && comparator === "EQ" && !ignoreCase) return sql`${own.value} <> ${right(own.kind)}`;
  return isNotTrue(fulfils(source, compared, field.steps));
}

/** A path through a reference (`Member.ExternalID`) becomes a subquery for the IDs of the matching records. */
function fulfils(source: RecordSource, compared: Compared, steps: readonly string[]): SQL {
  const step = referenceStep(source, steps);
  if (!step) return ownFulfils(source, viewField(source, compared.field, steps), compared, steps);
  const matching = idsBehind(step, compared);
  const reference = step.reference as SQL;
  // At most one record has the key: with `=`, an index that starts with the reference gives the rows in order.
  return isOfOne(step, compared) ? eq(reference, matching) : inArray(reference, matching);
}

/** The IDs of the records behind a reference that match the condition. */
function idsBehind(step: ReferenceStep, compared: Compared): SQL {
  return selectBehind(step, sql`${step.target.id}`, fulfils(step.target, compared, step.rest));
}

/** Whether at most one record behind the reference can match the condition. */
function isOfOne(step: ReferenceStep, { comparator, isNegated, ignoreCase }: Compared): boolean {
  return step.isKeyOfOne && comparator === "EQ" && !isNegated && !ignoreCase;
}

function ownFulfils(source: RecordSource, field: ViewField, compared: Compared, steps: readonly string[]): SQL {
  const [name = ""] = steps;
  const hash = source.sealed?.hashes[name];
  const inClear = fulfilsInClear(source, field, compared, name);
  const hashes = compared.hashesOf?.({ class: source.record.class, name });
  return hash && hashes ? sql`((${inClear} and ${hash} is null) or ${isHashed(hash, hashes, compared)})` : inClear;
}

/** Whether one of the hashes is the row's: that of the folded value, by which its index goes, or of the value itself. */
function isHashed(column: AnyColumn, hashes: readonly LookUpHash[], { ignoreCase }: Compared): SQL {
  const among = (texts: readonly string[]) => sql`any(${arrayLiteral(texts)}::text[])`;
  const isFolded = sql`${foldedPart(sql`${column}`)} = ${among(hashes.map(({ folded: one }) => one))}`;
  const isWhole = ignoreCase ? undefined : sql`${column} = ${among(hashes.map(({ whole }) => whole))}`;
  return sql`(${and(sql`${column} is not null`, isFolded, isWhole)})`;
}

function fulfilsInClear(source: RecordSource, field: ViewField, compared: Compared, name: string): SQL {
  const { comparator, ignoreCase, isOfValue, right } = compared;
  const { compare, isOrdering, isOfPart } = comparisons[comparator];
  const [left, kind] = field.key ? [field.key, "uuid" as const] : [field.value, field.kind];
  const operand = right(kind);
  const isFolded = ignoreCase && comparator !== "IS_NOT_NULL";
  const condition = isFolded
    ? compareFolded(comparator, left, operand)
    : compare(isOrdering ? ordered({ kind, value: left }) : left, operand);
  // What follows from the comparison, in the form of the field's index.
  const found = () => (isFolded ? condition : sql`${condition} and ${compareFolded(comparator, left, operand)}`);
  if (source.searchedBy?.includes(name) && isOfPart) return sql`(${found()})`;
  if (!isOfValue || !["EQ", "IN"].includes(comparator)) return condition;
  if (source.lookedUpBy?.includes(name)) return sql`(${found()} and ${left} <> '')`;
  return name === source.optionalKey && !isFolded ? sql`(${condition} and ${left} <> '')` : condition;
}

function compareFolded(comparator: BaseComparator, left: SQL, operand: SQL): SQL {
  return comparisons[comparator].compare(folded(left), comparator === "IN" ? foldedList(operand) : folded(operand));
}
