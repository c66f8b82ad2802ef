import { describe, expect, test } from "vitest";
import { AppError } from "./error.ts";
import { parseQuery } from "./query.ts";

describe("parseQuery", () => {
  test.each([undefined, null, {}, { select: null }, { select: [] }])("%j asks for the whole record", (query) => {
    expect(parseQuery(query)).toEqual({ select: undefined });
  });

  test("the selected fields come in their order, unknown ones included", () => {
    const query = { select: [{ field: "Type" }, { field: "NoSuchField", alias: "x" }, { field: "Member" }] };
    expect(parseQuery(query)).toEqual({ select: ["Type", "NoSuchField", "Member"] });
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
  ])("%j is malformed: 400", (query) => {
    const refused = expect.objectContaining({ code: "Error_Query_Malformed", status: 400 });
    expect(() => parseQuery(query)).toThrow(AppError);
    expect(() => parseQuery(query)).toThrow(refused);
  });
});
