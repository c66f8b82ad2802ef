import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "../error.ts";
import { dataViewOf } from "../registry.ts";
import { parseQuery } from "./query.parse.ts";
import { decodePlace, encodePlace, queryPrint } from "./query.token.ts";

const place = { pageNumber: 2, values: ["2026-01-01T00:00:00.000Z", null, "ä😀", 5] };
const order = (["timestamp", "amount", "text", "integer"] as const).map((kind) => ({
  kind,
  isNullable: kind === "amount" || kind === "timestamp",
}));
const encode = (value: unknown) => JSON.stringify(value);
const invalid = expect.objectContaining({ code: "Error_PageToken_Invalid", status: 400 });

test("the content of a token returns the place that it was made from", () => {
  expect(decodePlace(encodePlace("print", place), "print", order)).toEqual(place);
});

test("a token is bound to view, parameters, filter, order and grouping, not to selected fields or page size", () => {
  const print = (name: string, body: Readonly<Record<string, unknown>>, parameters = {}) => {
    const view = dataViewOf(name);
    if (!view) throw new Error("no such view");
    return queryPrint(view, parameters, parseQuery(view, body));
  };
  const condition = (value: string) => ({
    filter: { filterConditions: { F1: { lhs: { field: "Name" }, comparator: "EQ", rhs: { value } } } },
  });
  const prints = [
    print("ProgramList", {}),
    print("CurrencyList", {}),
    print("ProgramList", {}, { A: "x" }),
    print("ProgramList", { query: condition("a") }),
    print("ProgramList", { query: condition("b") }),
    print("ProgramList", { query: { sortBy: [{ field: "Name" }] } }),
    print("ProgramList", { query: { sortBy: [{ field: "Name", type: "DESC" }] } }),
    print("ProgramList", { query: { select: [{ field: "Name" }], distinctResultsOnly: true } }),
  ];
  expect(new Set(prints).size).toBe(prints.length);
  expect(print("ProgramList", { query: { select: [{ field: "Name" }] }, paging: { pageSize: 7 } })).toBe(prints[0]);
});

test.each([
  encodePlace("other", place),
  encode([1, "print", 2]),
  encode([1, "print", 2, ...place.values, 1]),
  encode([2, "print", 2, ...place.values]),
  encode([1, "print", 0, ...place.values]),
  encode([1, "print", 1e300, ...place.values]),
  encode([1, "print", 2, "2026-02-30T00:00:00.000Z", null, "a", 5]),
  encode([1, "print", 2, "2026-01-01", null, "a", 5]),
  encode([1, "print", 2, null, "1e9", "a", 5]),
  encode([1, "print", 2, null, "NaN", "a", 5]),
  encode([1, "print", 2, null, null, "a\0", 5]),
  encode([1, "print", 2, null, null, null, 5]),
  encode([1, "print", 2, null, null, {}, 5]),
  encode([1, "print", 2, null, null, "\ud800", 5]),
  encode([1, "print", 2, null, null, "a", 5.5]),
  encode({ length: 7 }),
  encode(null),
  "",
  "%%%",
  undefined,
])("%j is not the content of a token of this query: 400", (token) => {
  expect(() => decodePlace(token, "print", order)).toThrow(invalid);
});

test("any text is refused with an AppError, and nothing else is thrown", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (token) => {
      expect(() => decodePlace(token, "print", order)).toThrow(AppError);
    }),
  );
});
