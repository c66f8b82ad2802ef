import { describe, expect, test } from "vitest";
import { recordOf } from "./record.ts";
import { dataViewOf, dataViews, objectOfClass, records } from "./registry.ts";

/** The views of docs/data-views.md: class of the records, and the parameters. */
const views = [
  [
    "LedgerEntriesBetweenDates",
    "LedgerEntryCase",
    { MemberExternalID: "M", FromDateTime: "2024-01-01T00:00:00.000Z", ToDateTime: "2024-01-02T00:00:00.000Z" },
  ],
  ["GetStoreByBusinessKeys", "Store", { StoreCode: "S" }],
  ["GetProductByBusinessKeys", "Product", { ProductCode: "P" }],
  ["GetRewardByBusinessKeys", "Reward", { ExternalID: "R" }],
  ["RedemptionItemsByVoucherCode", "RedemptionItemCase", { "Voucher Code": "AB1" }],
  ["ProgramList", "Program", {}],
  ["GetMemberByBusinessKeys", "Member", { ExternalID: "M" }],
  ["GetSaleByBusinessKeys", "SaleCase", { ExternalID: "X" }],
  ["GetRedemptionByBusinessKeys", "RedemptionCase", { ExternalID: "X" }],
  ["SegmentsByName", "SegmentCase", { Name: "N" }],
  ["CurrencyList", "Currency", {}],
  ["LedgerTotalsByDay", "LedgerDay", {}],
  ["SaleList", "SaleCase", {}],
  ["RedemptionList", "RedemptionCase", {}],
  ["RedemptionItemList", "RedemptionItemCase", {}],
  ["StoreList", "Store", {}],
  ["MemberList", "Member", {}],
  ["RewardList", "Reward", {}],
  ["ProductList", "Product", {}],
  ["SegmentList", "SegmentCase", {}],
  ["MemberBalances", "MemberBalance", { MemberExternalID: "M" }],
  ["RedemptionItemsByMember", "RedemptionItemCase", { MemberExternalID: "M" }],
  ["ObjectHistory", "HistoryEntry", { ObjectID: `STO-${"0".repeat(32)}` }],
] as const;

const fieldsOf = (className: string) => {
  const definition = objectOfClass(className);
  return (definition ? recordOf(definition) : records.find((record) => record.class === className))?.fields;
};

/** The field at the end of a path, through references. */
function fieldAt(className: string, [name = "", ...rest]: readonly string[]): unknown {
  const field = fieldsOf(className)?.[name];
  if (rest.length === 0) return field;
  return field?.type === "reference" && field.class ? fieldAt(field.class, rest) : undefined;
}

test.each(views)("%s returns records of %s, for the parameters %j and no others", (name, className, parameters) => {
  const view = dataViewOf(name);
  expect(view?.record.class).toBe(className);
  expect(Object.keys(view?.parameters ?? {}).sort()).toEqual(Object.keys(parameters).sort());
  for (const [parameter, value] of Object.entries(parameters))
    expect(view?.parameters[parameter]?.parse(value)).toBe(value);
});

describe.each(dataViews.map((view) => [view.name, view] as const))("%s", (_, view) => {
  test("has the fields of its class", () => {
    expect(view.record.fields).toEqual(fieldsOf(view.record.class));
  });

  test("filters and orders by fields that exist", () => {
    for (const { field } of view.where)
      expect([field, fieldAt(view.record.class, field.split("."))]).toEqual([field, expect.anything()]);
    for (const field of view.orderBy ?? ["CreateDateTime"]) expect(Object.keys(view.record.fields)).toContain(field);
  });

  test("uses every parameter, and no other", () => {
    const used = view.where.flatMap((condition) => ("parameter" in condition ? [condition.parameter] : []));
    const given = view.implied ? Object.keys(view.implied({})) : Object.keys(view.parameters);
    expect(used.sort()).toEqual(given.sort());
  });
});

test("look-ups by business key skip deleted records, and no other view does", () => {
  const passing = dataViews.filter((view) =>
    view.where.some((one) => one.comparator === "NEQ" && "value" in one && one.value === "Resolved-Deleted"),
  );
  expect(passing.map((view) => view.name).sort()).toEqual(
    dataViews
      .map((view) => view.name)
      .filter((name) => /^Get\w+ByBusinessKeys$|^SegmentsByName$/.test(name))
      .sort(),
  );
});

test("the ledger's bounds are inclusive, over the time of posting, in order of time and then sequence", () => {
  const view = dataViewOf("LedgerEntriesBetweenDates");
  expect(view?.where).toEqual([
    { field: "Member.ExternalID", comparator: "EQ", parameter: "MemberExternalID" },
    { field: "CreateDateTime", comparator: "GTE", parameter: "FromDateTime" },
    { field: "CreateDateTime", comparator: "LTE", parameter: "ToDateTime" },
  ]);
  expect(view?.orderBy).toEqual(["CreateDateTime", "Sequence"]);
});
