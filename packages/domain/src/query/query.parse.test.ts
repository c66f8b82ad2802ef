import { describe, expect, test } from "vitest";
import { AppError } from "../error.ts";
import { dataViewOf } from "../registry.ts";
import { parseQuery } from "./query.parse.ts";
import type { ViewQuery } from "./query.ts";

function viewOf(name: string) {
  const view = dataViewOf(name);
  if (!view) throw new Error(`no view ${name}`);
  return view;
}
const parse = (query: unknown, more: object = {}): ViewQuery =>
  parseQuery(viewOf("LedgerEntriesBetweenDates"), { query, ...more });

function refusal(query: unknown, more: object = {}): string {
  try {
    parse(query, more);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.status).toBe(400);
    const [detail] = error.details;
    return `${error.code} ${detail?.page ?? ""}${detail?.identifier ?? ""}`;
  }
  throw new Error("not refused");
}

test("values that are compared with keys are read as keys are stored, and parts of keys keep their blanks", () => {
  const valuesOf = (field: string, comparator: string, value: unknown) => {
    const { filter } = parse({ filter: { filterConditions: { F: { lhs: { field }, comparator, rhs: { value } } } } });
    return filter?.kind === "one" ? filter.condition.values : undefined;
  };
  const key = "Member.ExternalID";
  expect(valuesOf(key, "EQ", " Cafe\u0301\r\n")).toEqual(["Caf\u00e9"]);
  expect(valuesOf(key, "IN", ["M-1\u200b", "M-2"])).toEqual(["M-1", "M-2"]);
  expect(valuesOf(key, "CONTAINS", " e\u0301")).toEqual([" \u00e9"]);
  expect(valuesOf("Member.FullName", "EQ", " Ada ")).toEqual([" Ada "]);
});

describe("select", () => {
  test.each([undefined, null, {}, { select: null }, { select: [] }])("%j asks for the whole record", (query) => {
    expect(parse(query)).toEqual({
      select: undefined,
      filter: undefined,
      sortBy: [],
      grouping: undefined,
      paging: undefined,
      isTotalCountWanted: false,
    });
  });

  test("unknown and hidden fields are ignored, and paths are kept apart from the record's own fields", () => {
    const names = [
      "Type",
      "NoSuchField",
      "__proto_",
      "Member",
      "Member.ExternalID",
      "Member.ID",
      "Member.Nothing",
      "@class",
    ];
    const { select } = parse({ select: names.map((field) => ({ field, alias: "x" })) });
    expect(select?.names).toEqual(new Set(["Type", "Member"]));
    expect(select?.paths.map(({ path }) => path)).toEqual(["Member.ExternalID", "Member.ID"]);
  });

  test("50 paths to other records are accepted, and no more", () => {
    const paths = (count: number) => ({
      select: Array.from({ length: count }, () => ({ field: "Member.ExternalID" })),
    });
    expect(parse(paths(50)).select?.paths).toHaveLength(1);
    expect(refusal(paths(51))).toBe("Error_Query_TooLarge .query.select");
  });

  test.each([
    [[]],
    "Type",
    5,
    true,
    { select: "Type" },
    { select: ["Type"] },
    { select: [{}] },
    { select: [{ field: 5 }] },
    { select: [null] },
    { select: { field: "Type" } },
    { select: [{ field: "a\0" }] },
    { select: [{ field: "\ud800" }] },
    { select: [{ field: "__proto__" }] },
    { select: [{ field: "x".repeat(256) }] },
    { select: [{ calculation: "Year" }] },
    { select: [{ aggregation: "NotThere" }] },
    { select: Array.from({ length: 501 }, () => ({ field: "Type" })) },
    { calculations: { Year: {} } },
    { filter: [] },
    { filter: {} },
    { filter: { filterConditions: [] } },
    { filter: { filterConditions: { F1: {} } } },
    { filter: { filterConditions: { F1: { lhs: { field: "Type" }, comparator: 5 } } } },
    { filter: { filterConditions: JSON.parse('{"__proto__":{"lhs":{"field":"Type"},"comparator":"IS_NULL"}}') } },
    { filter: { filterConditions: { F1: { lhs: { field: "Type" }, comparator: "EQ", rhs: { field: "Member" } } } } },
    { filter: { filterConditions: {}, logic: "F1" } },
    { sortBy: {} },
    { sortBy: [{ field: "Type", type: "UP" }] },
    { sortBy: [{}] },
    { aggregations: [] },
    { aggregations: { Type: { field: "Type", summaryFunction: "COUNT" } }, select: [{ field: "Type" }] },
    { aggregations: { A: { field: "Type", summaryFunction: "COUNT" } }, distinctResultsOnly: true },
    { distinctResultsOnly: "true" },
    { includeTotalCount: 1 },
    { paging: { pageNumber: 1 } },
  ])("%j is malformed: 400", (query) => {
    expect(refusal(query)).toMatch(/^Error_Query_Malformed/);
  });
});

describe("filter", () => {
  const condition = (field: string, comparator: string, value?: unknown) => ({
    lhs: { field },
    comparator,
    rhs: { value },
  });
  const one = (...given: Parameters<typeof condition>) => ({
    filter: { filterConditions: { F1: condition(...given) } },
  });
  const valuesOf = (...given: Parameters<typeof condition>) => {
    const { filter } = parse(one(...given));
    return filter?.kind === "one" ? filter.condition.values : filter;
  };

  test.each([
    ["Type", "EQ", "Sale", ["Sale"]],
    ["CurrencyAwarded", "EQ", 12.5, ["12.5000"]],
    ["CurrencyAwarded", "EQ", "-0.0001", ["-0.0001"]],
    ["CurrencyAwarded", "IN", [1, "2"], ["1.0000", "2.0000"]],
    ["Sequence", "GT", "12", [12]],
    ["CreateDateTime", "LT", "2026-01-01T01:00:00+01:00", ["2026-01-01T00:00:00.000Z"]],
    ["Member", "EQ", "MEM-0190000000007000800000000000000a", ["01900000-0000-7000-8000-00000000000a"]],
    ["Member.ID", "EQ", "MEM-0190000000007000800000000000000a", ["01900000-0000-7000-8000-00000000000a"]],
    ["Member.CreateUser", "EQ", "USR-api", ["api"]],
    ["Member.DateOfBirth", "GTE", "2000-02-29", ["2000-02-29"]],
    ["Type", "IS_NULL", "passed over", []],
    ["Type", "ISNOTNULL", undefined, []],
  ])("%s %s %j is parsed by the field's type", (field, comparator, value, values) => {
    expect(valuesOf(field, comparator, value)).toEqual(values);
  });

  test.each([
    ["Type", "EQ", undefined],
    ["Type", "EQ", null],
    ["Type", "EQ", 5],
    ["Type", "EQ", {}],
    ["Type", "EQ", ["Sale"]],
    ["Type", "EQ", "a\0"],
    ["Type", "CONTAINS", "\udc00"],
    ["Type", "EQ", "x".repeat(4_001)],
    ["Type", "IN", "Sale"],
    ["Type", "IN", [null]],
    ["CurrencyAwarded", "EQ", 1e300],
    ["CurrencyAwarded", "EQ", Number.NaN],
    ["CurrencyAwarded", "EQ", "1e3"],
    ["CurrencyAwarded", "EQ", 0.00001],
    ["CurrencyAwarded", "EQ", ""],
    ["Sequence", "EQ", 1.5],
    ["Sequence", "EQ", "99999999999999999999"],
    ["CreateDateTime", "EQ", "2026-02-30T00:00:00Z"],
    ["CreateDateTime", "EQ", "2026-01-01"],
    ["Member.DateOfBirth", "EQ", "2026-02-30"],
    ["Member", "EQ", "STO-0190000000007000800000000000000a"],
    ["Member", "EQ", { ID: "MEM-0190000000007000800000000000000a" }],
    ["Member.CreateUser", "EQ", "api"],
  ])("%s %s %j has a wrong type: 400", (field, comparator, value) => {
    expect(refusal(one(field, comparator, value))).toBe(
      "Error_Query_ValueMistyped .query.filter.filterConditions.F1.rhs",
    );
  });

  test.each([
    ["Type", "GREATER"],
    ["Type", "eq"],
    ["Type", "IS_TRUE"],
    ["Type", "toString"],
    ["Sequence", "CONTAINS"],
    ["CreateDateTime", "STARTS_WITH"],
    ["Member", "GT"],
    ["Member.ID", "CONTAINS"],
  ])("%s has no comparator %s: 400", (field, comparator) => {
    expect(refusal(one(field, comparator, "1"))).toBe(
      "Error_Query_ComparatorUnsuited .query.filter.filterConditions.F1.comparator",
    );
  });

  test.each([
    "NoSuchField",
    "type",
    "",
    "Member.Nothing",
    "Member.ExternalID.ID",
    "constructor",
    "Currencies",
    "Member.ID.ID",
  ])("by %s, which the view does not have, is refused: 400", (field) => {
    expect(refusal(one(field, "EQ", "x"))).toBe("Error_Query_FieldUnknown .query.filter.filterConditions.F1.lhs");
    expect(refusal({ sortBy: [{ field }] })).toBe("Error_Query_FieldUnknown .query.sortBy");
  });

  test("only the views' own conditions can use hidden fields", () => {
    const items = viewOf("RedemptionItemsByMember");
    expect(() => parseQuery(items, { query: one("MemberExternalID", "EQ", "x") })).toThrow("Error_Query_FieldUnknown");
    expect(() => parseQuery(items, { query: one("Redemption.MemberExternalID", "EQ", "x") })).not.toThrow();
  });

  test("conditions with any names are joined by AND if there is no logic", () => {
    const filterConditions = { Type: condition("Type", "EQ", "Sale"), "a b": condition("Sequence", "GT", 1) };
    const expected = { kind: "all", parts: [{ kind: "one" }, { kind: "one" }] };
    for (const logic of [undefined, null, "", " AND "])
      expect(parse({ filter: { filterConditions, logic } }).filter).toMatchObject(expected);
  });

  test("50 conditions and lists of 1,000 are accepted, and no more", () => {
    const many = (count: number) => ({
      filterConditions: Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`F${index}`, condition("Type", "EQ", "x")]),
      ),
    });
    expect(parse({ filter: many(50) }).filter).toMatchObject({ parts: { length: 50 } });
    expect(refusal({ filter: many(51) })).toMatch(/^Error_Query_TooLarge/);
    const list = (count: number) =>
      one(
        "Sequence",
        "IN",
        Array.from({ length: count }, (_, index) => index),
      );
    expect(parse(list(1_000)).filter).toBeDefined();
    expect(refusal(list(1_001))).toMatch(/^Error_Query_TooLarge/);
    expect(valuesOf("Sequence", "IN", [])).toEqual([]);
  });
});

describe("aggregations", () => {
  const aggregations = { Total: { field: "CurrencyAwarded", summaryFunction: "SUM" } };

  test("are grouped by the other selected fields, and may be sorted by", () => {
    const { grouping, sortBy } = parse({
      aggregations,
      select: [{ field: "Type" }, { aggregation: "Total" }, { field: "NoSuchField" }],
      sortBy: [{ aggregation: "Total", type: "DESC" }, { field: "Type" }],
    });
    expect(grouping?.fields.map(({ path }) => path)).toEqual(["Type"]);
    expect(grouping?.aggregations).toMatchObject([{ name: "Total", summaryFunction: "SUM" }]);
    expect(sortBy).toMatchObject([{ isDescending: true }, { isDescending: false }]);
  });

  test.each([
    [{ aggregations, sortBy: [{ field: "Type" }] }, "Error_Query_FieldUnknown .query.sortBy"],
    [{ aggregations, sortBy: [{ aggregation: "Other" }] }, "Error_Query_FieldUnknown .query.sortBy"],
    [{ sortBy: [{ aggregation: "Total" }] }, "Error_Query_FieldUnknown .query.sortBy"],
    [
      { distinctResultsOnly: true, select: [{ field: "Type" }], sortBy: [{ field: "Member" }] },
      "Error_Query_FieldUnknown .query.sortBy",
    ],
    [
      { aggregations: { A: { field: "Nothing", summaryFunction: "COUNT" } } },
      "Error_Query_FieldUnknown .query.aggregations.A.field",
    ],
    [
      { aggregations: { A: { field: "Type", summaryFunction: "SUM" } } },
      "Error_Query_FunctionUnsuited .query.aggregations.A.summaryFunction",
    ],
    [
      { aggregations: { A: { field: "Type", summaryFunction: "MEDIAN" } } },
      "Error_Query_FunctionUnsuited .query.aggregations.A.summaryFunction",
    ],
  ])("%j is refused: 400", (query, code) => {
    expect(refusal(query)).toBe(code);
  });

  test("a field that cannot be grouped by is refused, not left out: 400", () => {
    const query = { distinctResultsOnly: true, select: [{ field: "Address" }] };
    expect(() => parseQuery(viewOf("GetStoreByBusinessKeys"), { query })).toThrow("Error_Query_FieldUnknown");
  });

  test("distinct results without a field of the view are its whole records", () => {
    expect(parse({ distinctResultsOnly: true, select: [{ field: "Nothing" }] }).grouping).toBeUndefined();
    expect(parse({ distinctResultsOnly: true }).grouping).toBeUndefined();
  });
});

describe("paging", () => {
  test.each([
    [{}, { rowsMax: 100, skippedRows: 0, pageNumber: 1 }],
    [
      { pageNumber: null, pageSize: null, maxResultsToFetch: null },
      { rowsMax: 100, skippedRows: 0, pageNumber: 1 },
    ],
    [{ pageNumber: 3 }, { rowsMax: 100, skippedRows: 200, pageNumber: 3 }],
    [
      { pageNumber: 2, pageSize: 5_000 },
      { rowsMax: 5_000, skippedRows: 5_000, pageNumber: 2 },
    ],
    [{ maxResultsToFetch: 7 }, { rowsMax: 7, skippedRows: 0 }],
    [{ nextPageToken: "t" }, { rowsMax: 100, skippedRows: 0, pageNumber: 1, token: "t" }],
    [
      { nextPageToken: "t", maxResultsToFetch: 7 },
      { rowsMax: 7, skippedRows: 0, token: "t" },
    ],
  ])("%j", (paging, expected) => {
    expect(parse({}, { paging }).paging).toEqual(expected);
  });

  test.each([
    [{ pageNumber: 1, maxResultsToFetch: 1 }, "Error_Paging_Conflict .paging.maxResultsToFetch"],
    [{ pageSize: 1, maxResultsToFetch: 1 }, "Error_Paging_Conflict .paging.maxResultsToFetch"],
    [{ pageNumber: 2, nextPageToken: "t" }, "Error_Paging_Conflict .paging.nextPageToken"],
    [{ pageSize: 5_001 }, "Error_Paging_Malformed .paging.pageSize"],
    [{ pageSize: 0 }, "Error_Paging_Malformed .paging.pageSize"],
    [{ pageNumber: 0 }, "Error_Paging_Malformed .paging.pageNumber"],
    [{ pageNumber: 1_000_001 }, "Error_Paging_Malformed .paging.pageNumber"],
    [{ pageNumber: 1.5 }, "Error_Paging_Malformed .paging.pageNumber"],
    [{ pageNumber: 1e300 }, "Error_Paging_Malformed .paging.pageNumber"],
    [{ pageNumber: "1" }, "Error_Paging_Malformed .paging.pageNumber"],
    [{ maxResultsToFetch: 5_001 }, "Error_Paging_Malformed .paging.maxResultsToFetch"],
    [{ nextPageToken: 5 }, "Error_Paging_Malformed .paging.nextPageToken"],
    ["x", "Error_Paging_Malformed .paging"],
    [[], "Error_Paging_Malformed .paging"],
  ])("%j is refused: 400", (paging, code) => {
    expect(refusal({}, { paging })).toBe(code);
  });

  test("the total can be requested in any of its three places", () => {
    expect(parse({ includeTotalCount: true }).isTotalCountWanted).toBe(true);
    expect(parse({}, { includeTotalCount: true }).isTotalCountWanted).toBe(true);
    expect(parse({}, { paging: { includeTotalCount: true } }).isTotalCountWanted).toBe(true);
    expect(parse({}, { includeTotalCount: false, paging: {} }).isTotalCountWanted).toBe(false);
    expect(refusal({}, { includeTotalCount: "yes" })).toBe("Error_Query_Malformed .includeTotalCount");
  });
});

describe("encrypted personal fields", () => {
  const parseSealed = (query: unknown, name = "MemberList") => parseQuery(viewOf(name), { query }, undefined, true);
  const filterBy = (field: string, comparator: string, value: unknown = "x") => ({
    filter: { filterConditions: { F: { lhs: { field }, comparator, rhs: { value } } } },
  });
  const refused = (query: unknown, name?: string) => {
    try {
      parseSealed(query, name);
    } catch (error) {
      const { code, status, details } = error as AppError;
      expect([status, details[0]?.text]).toEqual([400, expect.stringContaining("is encrypted")]);
      return code;
    }
    throw new Error("not refused");
  };

  test.each(["EmailAddress", "MobileNumber"])("%s is compared by whole values, also behind a reference", (field) => {
    for (const [path, view] of [
      [field, "MemberList"],
      [`Member.${field}`, "MemberBalances"],
    ] as const) {
      for (const comparator of ["EQ", "NEQ"])
        expect(parseSealed(filterBy(path, comparator), view).filter).toBeDefined();
      for (const comparator of ["IN", "NOT_IN"]) parseSealed(filterBy(path, comparator, ["x"]), view);
      for (const comparator of ["GT", "LTE", "STARTS_WITH", "NOT_CONTAINS", "ENDS_WITH", "IS_NULL", "ISNOTNULL"])
        expect(refused(filterBy(path, comparator), view)).toBe("Error_Query_ComparatorUnsuited");
    }
  });

  test.each(["FullName", "Name", "DateOfBirth"])("%s cannot be compared at all", (field) => {
    for (const comparator of ["EQ", "IN", "IS_NULL", "GT", "NO_SUCH"])
      expect(refused(filterBy(field, comparator))).toBe("Error_Query_FieldUnknown");
    expect(refused(filterBy(`Member.${field}`, "EQ"), "MemberBalances")).toBe("Error_Query_FieldUnknown");
  });

  test.each(["FullName", "Name", "DateOfBirth", "EmailAddress", "MobileNumber"])(
    "nothing is sorted, grouped or summarised by %s, but it can be selected",
    (field) => {
      const select = [{ field }];
      for (const query of [
        { sortBy: [{ field }] },
        { select, distinctResultsOnly: true },
        { aggregations: { N: { field, summaryFunction: "COUNT" } } },
        { select, aggregations: { N: { field: "ID", summaryFunction: "COUNT" } } },
      ])
        expect(refused(query)).toBe("Error_Query_FieldUnknown");
      expect(refused({ sortBy: [{ field: `Member.${field}` }] }, "MemberBalances")).toBe("Error_Query_FieldUnknown");
      expect(parseSealed({ select }).select?.names).toEqual(new Set([field]));
    },
  );

  test("other fields are as before", () => {
    parseSealed({ ...filterBy("ExternalID", "STARTS_WITH"), sortBy: [{ field: "JoinDateTime" }] });
  });
});
