import { comparatorsOf, type DataViewDefinition, functionsOf, type QueryField, queryFieldsOf } from "@rewards/domain";
import fc from "fast-check";
import { mixed, words } from "../hostile/values.ts";

/** Values that sometimes fit a field's type, and hostile ones. */
const value = fc.oneof(
  fc.constantFrom<unknown>("", "a%_\\'", "false", "12.5", "\0", "\ud800", "x".repeat(5_000), 0, -1.5, 1e300),
  fc.constantFrom<unknown>(true, null, {}, ["a"], [1, 2], []),
  fc.constantFrom(
    ...words("2026-01-01T00:00:00+14:00 2026-02-29 USR-api"),
    `MEM-${"0".repeat(32)}`,
    `STO-${"f".repeat(32)}`,
  ),
);

function condition(field: QueryField): fc.Arbitrary<unknown> {
  return fc.record({
    lhs: fc.constant({ field: field.path }),
    comparator: mixed<string>([9, fc.constantFrom(...comparatorsOf(field.type))], [1, fc.constant("LIKE")]),
    rhs: fc.record({ value }),
    ignoreCase: fc.boolean(),
  });
}

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const few = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { maxLength: 3 });
const conditionNames = fc.constantFrom(...words("F1 T1 Name __proto__ constructor"));
const logic = fc.constantFrom(undefined, "", "F1", "F1 AND T1", "NOT (F1 OR Name)", "(".repeat(5_000), "F1 OR");
const count = fc.constantFrom<unknown>(undefined, 1, 2, 5_000, 5_001, -1, 1e300, "1");

const paging = fc.record({
  pageNumber: count,
  pageSize: count,
  maxResultsToFetch: fc.constantFrom(undefined, undefined, 7),
  nextPageToken: fc.constantFrom(undefined, undefined, "x", "W10"),
});

/** A view's `query` and `paging`, on its fields: valid and invalid. */
export function queryOf({ record }: DataViewDefinition): fc.Arbitrary<unknown> {
  const field = fc.constantFrom(...queryFieldsOf(record));
  const path = field.map((one) => ({ field: one.path }));
  const order = fc.tuple(path, fc.constantFrom("ASC", "DESC")).map(([by, type]) => ({ ...by, type }));
  const filterConditions = fc.dictionary(conditionNames, field.chain(condition), { maxKeys: 3 });
  const aggregation = field.chain((one) =>
    fc.record({ field: fc.constant(one.path), summaryFunction: fc.constantFrom(...functionsOf(one.type)) }),
  );
  const query = fc.record({
    select: optional(few(path)),
    filter: optional(fc.record({ filterConditions, logic })),
    sortBy: optional(few(order)),
    aggregations: optional(fc.dictionary(fc.constantFrom("A", "__proto__"), aggregation, { maxKeys: 2 })),
    distinctResultsOnly: fc.constantFrom(undefined, false, true),
  });
  return fc.record({ query, paging: optional(paging), includeTotalCount: fc.constantFrom(undefined, true) });
}
