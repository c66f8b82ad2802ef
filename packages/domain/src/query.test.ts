import { describe, expect, test } from "vitest";
import { AppError } from "./error.ts";
import { parseQuery } from "./query.ts";

describe("parseQuery", () => {
  test.each([undefined, null, {}, { select: null }, { select: [] }])("%j asks for the whole record", (query) => {
    expect(parseQuery({ query })).toEqual({ select: undefined });
  });

  test("the selected fields come in their order, unknown ones included", () => {
    const query = { select: [{ field: "Type" }, { field: "NoSuchField", alias: "x" }, { field: "Member" }] };
    expect(parseQuery({ query })).toEqual({ select: new Set(["Type", "NoSuchField", "Member"]) });
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
    { select: Array.from({ length: 501 }, () => ({ field: "Type" })) },
    { filter: { filterConditions: {} } },
    { sortBy: [{ field: "Type", type: "ASC" }] },
    { aggregations: {} },
    { distinctResultsOnly: true },
    { paging: { pageNumber: 1 } },
  ])("%j is malformed: 400", (query) => {
    const refused = expect.objectContaining({ code: "Error_Query_Malformed", status: 400 });
    expect(() => parseQuery({ query })).toThrow(AppError);
    expect(() => parseQuery({ query })).toThrow(refused);
  });

  test.each([{ paging: { pageSize: 10 } }, { paging: { maxResultsToFetch: 10 } }, { includeTotalCount: true }])(
    "%j beside the query is refused, not passed over: 400",
    (body) => {
      const refused = expect.objectContaining({ code: "Error_Query_Malformed", status: 400 });
      expect(() => parseQuery(body)).toThrow(refused);
    },
  );
});
