import { comparatorsOf, type DataViewDefinition, functionsOf, type QueryField, queryFieldsOf } from "@rewards/domain";
import fc from "fast-check";

/** Values that sometimes fit a field's type, and hostile ones. */
const value = fc.oneof(
  fc.constantFrom<unknown>(
    "",
    "a%_\\'",
    true,
    "false",
    0,
    -1.5,
    "12.5",
    1e300,
    null,
    {},
    "\0",
    "\ud800",
    "x".repeat(5_000),
  ),
  fc.constantFrom(
    "2026-01-01T00:00:00+14:00",
    "2026-02-29",
    "USR-api",
    `MEM-${"0".repeat(32)}`,
    `STO-${"f".repeat(32)}`,
  ),
  fc.constantFrom<unknown>(["a"], [1, 2], []),
);
const names = ["F1", "T1", "Name", "__proto__", "constructor"];

function condition(field: QueryField): fc.Arbitrary<unknown> {
  return fc.record({
    lhs: fc.constant({ field: field.path }),
    comparator: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...comparatorsOf(field.type)) },
      { weight: 1, arbitrary: fc.constant("LIKE") },
    ),
    rhs: fc.record({ value }),
    ignoreCase: fc.boolean(),
  });
}

/** A view's `query` and `paging`, on its fields: valid and invalid. */
export function queryOf({ record }: DataViewDefinition): fc.Arbitrary<unknown> {
  const field = fc.constantFrom(...queryFieldsOf(record));
  const path = field.map((one) => ({ field: one.path }));
  const filterConditions = fc.dictionary(fc.constantFrom(...names), field.chain(condition), { maxKeys: 3 });
  const logic = fc.constantFrom(undefined, "", "F1", "F1 AND T1", "NOT (F1 OR Name)", "(".repeat(5_000), "F1 OR");
  const aggregation = field.chain((one) =>
    fc.record({ field: fc.constant(one.path), summaryFunction: fc.constantFrom(...functionsOf(one.type)) }),
  );
  const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
  const count = fc.constantFrom<unknown>(undefined, 1, 2, 5_000, 5_001, -1, 1e300, "1");
  return fc.record({
    query: fc.record({
      select: optional(fc.array(path, { maxLength: 3 })),
      filter: optional(fc.record({ filterConditions, logic })),
      sortBy: optional(
        fc.array(
          fc.tuple(path, fc.constantFrom("ASC", "DESC")).map(([by, type]) => ({ ...by, type })),
          { maxLength: 3 },
        ),
      ),
      aggregations: optional(fc.dictionary(fc.constantFrom("A", "__proto__"), aggregation, { maxKeys: 2 })),
      distinctResultsOnly: fc.constantFrom(undefined, false, true),
    }),
    paging: optional(
      fc.record({
        pageNumber: count,
        pageSize: count,
        maxResultsToFetch: fc.constantFrom(undefined, undefined, 7),
        nextPageToken: fc.constantFrom(undefined, undefined, "x", "W10"),
      }),
    ),
    includeTotalCount: fc.constantFrom(undefined, true),
  });
}
