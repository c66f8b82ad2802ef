import { dataViewNamed, formatId, member, objectHistory, parseParameters, parseQuery, store } from "@rewards/domain";
import { beforeAll, describe, expect, test } from "vitest";
import { newMember, newStore } from "../../../../test/src/records.ts";
import { insertAll, openTestDatabase } from "../testing/database.ts";
import { collectAnswer, createViewRunner } from "./view.compile.ts";

/** What docs/data-views.md says of texts and of unset fields. */

const { sql, readDb } = await openTestDatabase();
const runner = createViewRunner(readDb);

const names = ["école", "Straße", "STRASSE", "οδος", "οδοσ", "Zebra", "Ärger", "apfel", "ｚ", "😀"];
const [storeId = ""] = await insertAll(
  sql,
  store,
  [...names, ""].map((Description) => newStore(undefined, { Description })),
);
await insertAll(sql, member, [
  newMember("dated", { DateOfBirth: "1980-02-29", EmailAddress: "ada@example.com" }),
  newMember("undated"),
]);

async function ask(name: string, query: object, field: string, parameters = {}): Promise<unknown[]> {
  const view = dataViewNamed(name);
  const call = { view, parameters: parseParameters(view, parameters), user: "api", query: parseQuery(view, { query }) };
  return (await collectAnswer(runner, call)).data.map((record) => record[field]);
}
const conditions = (field: string, comparator: string, value: unknown, ignoreCase = false) => ({
  filterConditions: { F1: { lhs: { field }, comparator, rhs: { value }, ignoreCase } },
});
const stores = (comparator: string, value?: unknown, ignoreCase = false) =>
  ask("StoreList", { filter: conditions("Description", comparator, value, ignoreCase) }, "Description");
const members = (field: string, comparator: string, value?: unknown) =>
  ask("MemberList", { filter: conditions(field, comparator, value) }, "ExternalID");

test.each([
  ["ÉCOLE", ["école"]],
  ["École", ["école"]],
  ["zEBRA", ["Zebra"]],
  ["STRASSE", ["STRASSE"]],
  ["straße", ["Straße"]],
  // The capital ẞ is one letter, so it folds.
  ["STRAẞE", ["Straße"]],
  ["ΟΔΟΣ", ["οδοσ"]],
  ["ΟΔΟς", ["οδος"]],
  ["ecole", []],
])("ignoreCase compares the lower case of each letter: %s finds %j", async (asked, found) => {
  for (const comparator of ["EQ", "STARTS_WITH", "ENDS_WITH", "CONTAINS"])
    expect([comparator, await stores(comparator, asked, true)]).toEqual([comparator, found]);
  expect(await stores("IN", [asked, "none"], true)).toEqual(found);
  expect(await stores("NEQ", asked, true)).toHaveLength(names.length + 1 - found.length);
});

test("texts are sorted by code points: capitals before small letters, and Z before Ä", async () => {
  const sorted = ["", "STRASSE", "Straße", "Zebra", "apfel", "Ärger", "école", "οδος", "οδοσ", "ｚ", "😀"];
  const by = (type: string) => ask("StoreList", { sortBy: [{ field: "Description", type }] }, "Description");
  expect(await by("ASC")).toEqual(sorted);
  expect(await by("DESC")).toEqual(sorted.toReversed());
});

describe("an unset field", () => {
  test("matches IS_NULL and the negated comparators alone", async () => {
    expect(await members("DateOfBirth", "IS_NULL")).toEqual(["undated"]);
    expect(await members("DateOfBirth", "NEQ", "1980-02-29")).toEqual(["undated"]);
    expect(await members("DateOfBirth", "NOT_IN", ["1980-02-29"])).toEqual(["undated"]);
    expect(await members("DateOfBirth", "NOT_IN", [])).toEqual(["dated", "undated"]);
    for (const [comparator, value] of [
      ["EQ", "1980-02-29"],
      ["IN", ["1980-02-29"]],
      ["GTE", "1900-01-01"],
      ["LTE", "9999-12-31"],
      ["IS_NOT_NULL"],
    ] as const)
      expect([comparator, await members("DateOfBirth", comparator, value)]).toEqual([comparator, ["dated"]]);
  });

  test("comes last in an order, and first in the descending one", async () => {
    const by = (type: string) => ask("MemberList", { sortBy: [{ field: "DateOfBirth", type }] }, "ExternalID");
    expect([await by("ASC"), await by("DESC")]).toEqual([
      ["dated", "undated"],
      ["undated", "dated"],
    ]);
  });
});

describe("a text that nobody gave", () => {
  test("is empty: EQ with an empty text finds it, and IS_NULL does not", async () => {
    expect(await stores("EQ", "")).toEqual([""]);
    expect(await stores("EQ", "", true)).toEqual([""]);
    expect(await stores("IS_NULL")).toEqual([]);
    expect(await stores("IS_NOT_NULL")).toHaveLength(names.length + 1);
    expect(await members("EmailAddress", "EQ", "")).toEqual(["undated"]);
    expect(await members("EmailAddress", "IS_NULL")).toEqual([]);
  });

  test("is unset in ObjectHistory: there IS_NULL finds it", async () => {
    const ObjectID = formatId(store.idPrefix, storeId);
    const found = (comparator: string, value?: string) =>
      ask(objectHistory.name, { filter: conditions("From", comparator, value) }, "From", { ObjectID });
    expect(await found("IS_NULL")).toEqual([null]);
    expect(await found("EQ", "")).toEqual([]);
  });
});

describe("a part of a member's name, which has an index", () => {
  beforeAll(async () => {
    const members = names.map((FullName) => newMember(undefined, { FullName }));
    await insertAll(sql, member, members);
  });

  test.each(["Stra", "ÉCO", "%", "_", "ｚ", "😀", "σ", "οσ"])("%s is found as in other texts", async (asked) => {
    for (const comparator of ["STARTS_WITH", "ENDS_WITH", "CONTAINS", "NOT_CONTAINS"])
      for (const ignoreCase of [false, true]) {
        const filter = conditions("FullName", comparator, asked, ignoreCase);
        const found = (await ask("MemberList", { filter }, "FullName")).filter((text) => names.includes(String(text)));
        const expected = (await stores(comparator, asked, ignoreCase)).filter((text) => text !== "");
        expect([comparator, ignoreCase, found.sort()]).toEqual([comparator, ignoreCase, expected.sort()]);
      }
  });
});
