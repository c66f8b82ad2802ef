/**
 * A second implementation of the query language: plain loops over records as JSON. It is written from the language's
 * description, not from the SQL, so that tests can compare the two.
 */
export type Json = Readonly<Record<string, unknown>>;
type Scalar = string | number | boolean | null;

export interface AskedCondition {
  readonly lhs: { readonly field: string };
  readonly comparator: string;
  readonly rhs?: { readonly value?: unknown; readonly values?: readonly unknown[] };
  readonly ignoreCase?: boolean;
}

export type Tree =
  | { readonly is: string }
  | { readonly not: Tree }
  | { readonly and: readonly Tree[] }
  | { readonly or: readonly Tree[] };

export interface AskedSort {
  readonly by: string;
  readonly type: "ASC" | "DESC";
}

export interface AskedQuery {
  readonly conditions: Readonly<Record<string, AskedCondition>>;
  readonly logic: Tree | undefined;
  readonly sortBy: readonly AskedSort[];
}

export interface AskedGroups {
  readonly fields: readonly string[];
  readonly aggregations: Readonly<Record<string, { readonly field: string; readonly summaryFunction: string }>>;
}

/** Records that references point to, by ID. */
export type World = ReadonlyMap<string, Json>;

const isPage = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** The value at a path, which may go through embedded pages and through references. */
export function valueAt(world: World, record: Json, path: string): unknown {
  let value: unknown = record;
  for (const step of path.split(".")) {
    if (!isPage(value)) return null;
    const own = value[step];
    value = own === undefined ? world.get(String(value["ID"]))?.[step] : own;
  }
  return value ?? null;
}

/** The value at a path; for a reference, its ID. */
function scalarAt(world: World, record: Json, path: string): Scalar {
  const value = valueAt(world, record, path);
  return (isPage(value) ? value["ID"] : value) as Scalar;
}

/** An item as callers see it at an instant: an open one has expired if its time is over. `status` is that of its row. */
export function itemAt(item: Json, status: string, now: Date): Json {
  const { ExpirationDateTime: end } = item;
  const isOver = typeof end === "string" && new Date(end) <= now;
  const Status = status.startsWith("Open-") && isOver ? "Resolved-Expired" : status;
  const [, ...stage] = Status.split("-");
  const words = stage.join("-").split(" ");
  const CurrentStageID = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
  return { ...item, Status, CurrentStageName: words.join(" "), CurrentStageID };
}

function order(left: Scalar, right: Scalar): number {
  if (typeof left === "string" && typeof right === "string")
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  return Number(left) - Number(right);
}

function orderWithUnset(left: Scalar, right: Scalar): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return order(left, right);
}

/** Converts a caller's value to the form of the field's value. */
function like(sample: Scalar, given: unknown): Scalar {
  if (typeof sample === "number") return Number(given);
  if (typeof sample === "boolean") return given === true || given === "true";
  const text = String(given);
  const isInstant =
    typeof sample === "string" && /^\d{4}-\d\d-\d\dT.*Z$/.test(sample) && /^\d{4}-\d\d-\d\dT/.test(text);
  return isInstant ? new Date(text).toISOString() : text;
}

const positive: Readonly<Record<string, (left: Scalar, right: readonly Scalar[]) => boolean>> = {
  EQ: (left, [right = null]) => order(left, right) === 0,
  IN: (left, right) => right.some((one) => order(left, one) === 0),
  GT: (left, [right = null]) => order(left, right) > 0,
  GTE: (left, [right = null]) => order(left, right) >= 0,
  LT: (left, [right = null]) => order(left, right) < 0,
  LTE: (left, [right = null]) => order(left, right) <= 0,
  STARTS_WITH: (left, [right]) => String(left).startsWith(String(right)),
  ENDS_WITH: (left, [right]) => String(left).endsWith(String(right)),
  CONTAINS: (left, [right]) => String(left).includes(String(right)),
};

function fulfils(world: World, record: Json, condition: AskedCondition): boolean {
  const { comparator, rhs, ignoreCase } = condition;
  const value = scalarAt(world, record, condition.lhs.field);
  if (/^IS_?NULL$/.test(comparator)) return value === null;
  if (/^IS_?NOT_?NULL$/.test(comparator)) return value !== null;
  if (comparator === "IS_TRUE" || comparator === "IS_FALSE") return value === (comparator === "IS_TRUE");
  const name = comparator === "NEQ" ? "EQ" : comparator.replace(/^NOT_/, "");
  if (value === null) return name !== comparator;
  const fold = (one: Scalar) => (ignoreCase && typeof one === "string" ? one.toLowerCase() : one);
  const given = rhs?.values ?? (Array.isArray(rhs?.value) ? rhs.value : [rhs?.value]);
  const holds = positive[name]?.(
    fold(value),
    given.map((one) => fold(like(value, one))),
  );
  return holds === (name === comparator);
}

function holds(tree: Tree, isTrue: (name: string) => boolean): boolean {
  if ("is" in tree) return isTrue(tree.is);
  if ("not" in tree) return !holds(tree.not, isTrue);
  if ("and" in tree) return tree.and.every((part) => holds(part, isTrue));
  return tree.or.some((part) => holds(part, isTrue));
}

export function filterRecords(world: World, records: readonly Json[], { conditions, logic }: AskedQuery): Json[] {
  const isTrue = (record: Json) => (name: string) => {
    const condition = conditions[name];
    if (!condition) throw new Error(`no condition ${name}`);
    return fulfils(world, record, condition);
  };
  return records.filter((record) =>
    logic ? holds(logic, isTrue(record)) : Object.keys(conditions).every(isTrue(record)),
  );
}

/** Sorts by the terms. Unset values come last, or first in descending order. */
export function sortRecords(world: World, records: readonly Json[], terms: readonly AskedSort[]): Json[] {
  return records.toSorted((left, right) => {
    for (const { by, type } of terms) {
      const result = orderWithUnset(scalarAt(world, left, by), scalarAt(world, right, by));
      if (result !== 0) return type === "DESC" ? -result : result;
    }
    return 0;
  });
}

const units = (value: Scalar) => BigInt(Math.round(Number(value) * 10_000));
const decimal = (value: bigint) => Number(value) / 10_000;

function average(values: readonly Scalar[]): number {
  const sum = values.reduce((total, one) => total + units(one), 0n);
  const count = BigInt(values.length);
  const size = sum < 0n ? -sum : sum;
  const rounded = (size * 2n + count) / (count * 2n);
  return decimal(sum < 0n ? -rounded : rounded);
}

const summaries: Readonly<Record<string, (values: readonly Scalar[]) => Scalar>> = {
  COUNT: (values) => values.length,
  DISTINCT_COUNT: (values) => new Set(values).size,
  MIN: (values) => values.toSorted(order)[0] ?? null,
  MAX: (values) => values.toSorted(order).at(-1) ?? null,
  SUM: (values) => (values.length > 0 ? decimal(values.reduce((total, one) => total + units(one), 0n)) : null),
  AVG: (values) => (values.length > 0 ? average(values) : null),
};

/** One row for each combination of the fields' values; one row for all records if there are no fields. */
export function groupRecords(world: World, records: readonly Json[], { fields, aggregations }: AskedGroups): Json[] {
  const groups = new Map<string, Json[]>(fields.length === 0 ? [["[]", []]] : []);
  for (const record of records) {
    const key = JSON.stringify(fields.map((field) => scalarAt(world, record, field)));
    groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  return [...groups.values()].map((members) => {
    const [first = {}] = members;
    const shown = fields.map((field) => [field, valueAt(world, first, field)]);
    const summed = Object.entries(aggregations).map(([name, { field, summaryFunction }]) => {
      const values = members.map((record) => scalarAt(world, record, field)).filter((value) => value !== null);
      return [name, summaries[summaryFunction]?.(values)];
    });
    return Object.fromEntries([...shown, ...summed]);
  });
}
