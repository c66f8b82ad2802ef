import { describe, expect, test } from "vitest";
import { metadataOf, parametersOf } from "./data-view.metadata.ts";
import type { DataViewDefinition } from "./data-view.ts";
import { dataViewOf, dataViews, objects } from "./registry.ts";

function viewOf(name: string): DataViewDefinition {
  const view = dataViewOf(name);
  if (!view) throw new Error(`no view ${name}`);
  return view;
}

const fieldOf = (view: string, name: string) => metadataOf(viewOf(view)).fields.find(({ fieldID }) => fieldID === name);

test("every class of objects has a list", () => {
  const listed = dataViews.filter(({ name, where }) => /List$/.test(name) && where.length === 0);
  expect(objects.filter((one) => !listed.some(({ record }) => record.class === one.class))).toEqual([]);
});

describe("the metadata of a view", () => {
  test("states its class, that it is a queryable list, and what identifies its records", () => {
    expect(metadataOf(viewOf("SaleList"))).toMatchObject({
      name: "SaleList",
      classID: "SaleCase",
      className: "Sale",
      structure: "List",
      isQueryable: true,
      isSearchable: false,
      parameters: [],
      primaryFields: ["ID", "ExternalID"],
    });
    expect(metadataOf(viewOf("SegmentList")).primaryFields).toEqual(["ID"]);
  });

  test("lists its parameters, each with a type and required", () => {
    expect(parametersOf(viewOf("LedgerEntriesBetweenDates"))).toEqual([
      { name: "MemberExternalID", type: "Text", required: true },
      { name: "FromDateTime", type: "DateTime", required: true },
      { name: "ToDateTime", type: "DateTime", required: true },
    ]);
    expect(parametersOf(viewOf("RedemptionItemsByVoucherCode"))).toEqual([
      { name: "Voucher Code", type: "Text", required: true },
    ]);
  });

  test.each(dataViews.map((view) => [view.name, view] as const))(
    "%s lists every field once, and no hidden one",
    (_, view) => {
      const names = metadataOf(view).fields.map(({ fieldID }) => fieldID);
      const shown = Object.entries(view.record.fields).flatMap(([name, { store, fields = {} }]) =>
        store === "hidden" ? [] : [name, ...Object.keys(fields).map((part) => `${name}.${part}`)],
      );
      expect(names).toEqual(["ID", "@version", "@class", ...shown]);
    },
  );

  test("states a field's type, who writes it, and what a query may do with it", () => {
    const both = { isFilterable: true, isSortable: true };
    const neither = { isFilterable: false, isSortable: false };
    expect(fieldOf("SaleList", "SaleDateTime")).toEqual({
      fieldID: "SaleDateTime",
      name: "SaleDateTime",
      category: "SaleCase",
      fieldType: "Date & time",
      dataType: "DateTime",
      isReadOnly: false,
      ...both,
    });
    expect(fieldOf("SaleList", "SaleItems")).toMatchObject({ dataType: "PageList", ...neither });
    expect(fieldOf("StoreList", "Address")).toMatchObject({ dataType: "Page", classID: "LocationAddress", ...neither });
    expect(fieldOf("StoreList", "IsParticipating")).toMatchObject({ fieldType: "Boolean", isReadOnly: false, ...both });
    expect(fieldOf("MemberList", "DateOfBirth")).toMatchObject({ fieldType: "Date only", dataType: "Date", ...both });
    expect(fieldOf("MemberBalances", "Balance")).toMatchObject({ dataType: "Decimal", isReadOnly: true, ...both });
    expect(fieldOf("LedgerEntriesBetweenDates", "Member")).toMatchObject({
      fieldType: "Data reference",
      classID: "Member",
      ...both,
    });
  });

  test("states what a query can still do with personal fields that are encrypted", () => {
    const open = metadataOf(viewOf("MemberList")).fields;
    const changed = metadataOf(viewOf("MemberList"), true).fields.filter((field, index) => {
      return JSON.stringify(field) !== JSON.stringify(open[index]);
    });
    expect(changed.map(({ name, isFilterable, isSortable }) => [name, isFilterable, isSortable])).toEqual([
      ["DateOfBirth", false, false],
      ["EmailAddress", true, false],
      ["FullName", false, false],
      ["MobileNumber", true, false],
      ["Name", false, false],
    ]);
  });
});
