import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { AppError } from "./error.ts";
import { editSchema } from "./field.ts";
import { member } from "./member/member.class.ts";
import { parseContent } from "./parse.ts";
import { product } from "./product/product.class.ts";
import { actionOf } from "./registry.ts";
import { store } from "./store/store.class.ts";

const storeEdit = editSchema(store.fields, ["Name", "Description", "StoreCode", "Address", "IsParticipating"]);
const productEdit = editSchema(product.fields, [
  "Name",
  "Description",
  "ProductCode",
  "Brand",
  "Category",
  "Incentivizable",
]);

/** The members of an edit that would be written: those that are not undefined. */
const changes = (edit: object) => JSON.parse(JSON.stringify(edit)) as unknown;

function refusals(content: unknown): string[] {
  try {
    parseContent(storeEdit, content);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details.map(({ code, page, identifier }) => `${code} ${page}${identifier}`);
  }
}

describe("an edit", () => {
  test("changes the given fields; absent and null ones stay unchanged", () => {
    expect(changes(parseContent(storeEdit, {}))).toEqual({});
    const nulls = { Name: null, Description: null, StoreCode: null, Address: null, IsParticipating: null };
    expect(changes(parseContent(storeEdit, nulls))).toEqual({});
    expect(changes(parseContent(storeEdit, { Name: "New" }))).toEqual({ Name: "New" });
    expect(changes(parseContent(storeEdit, { IsParticipating: false, Description: "" }))).toEqual({
      IsParticipating: false,
      Description: "",
    });
    expect(changes(parseContent(productEdit, { Incentivizable: false, Brand: "B" }))).toEqual({
      Incentivizable: false,
      Brand: "B",
    });
  });

  test("clears dates and timestamps with an empty text, and otherwise takes what a create takes", () => {
    const parse = (content: object) => parseContent(member.content, { ...required, ...content });
    const edit = (content: object) => parseContent(actionOf(member, "Edit")?.content as z.ZodType, content);
    const required = { ExternalID: "M", FullName: "Ada", ProgramBusinessID: "P" };
    expect(edit({ DateOfBirth: "", JoinDateTime: "" })).toEqual({ DateOfBirth: null, JoinDateTime: null });
    expect(changes(edit({ DateOfBirth: null, JoinDateTime: null }) as object)).toEqual({});
    for (const [name, values] of [
      ["DateOfBirth", ["1980-02-29", "1981-02-29", "1899-12-31", "1980-2-1", 5, " "]],
      ["JoinDateTime", ["2026-01-15T10:30+0100", "2026-01-15T10:30", "1899-12-31T00:00:00Z", "2026-01-15", {}]],
    ] as const)
      for (const value of values) {
        const [created, edited] = [parse, edit].map((one) => {
          try {
            return (one({ [name]: value }) as Record<string, unknown>)[name];
          } catch (error) {
            return (error as AppError).details;
          }
        });
        expect(edited).toEqual(created);
      }
  });

  test("of an address changes only the given fields", () => {
    expect(changes(parseContent(storeEdit, { Address: { City: "Köln" } }))).toEqual({ Address: { City: "Köln" } });
    expect(changes(parseContent(storeEdit, { Address: { City: "", Street: null } }))).toEqual({
      Address: { City: "" },
    });
    expect(changes(parseContent(storeEdit, { Address: {} }))).toEqual({ Address: {} });
  });

  test("refuses what a create refuses", () => {
    expect(refusals({ Name: "", StoreCode: "", IsParticipating: "no", Description: "x".repeat(4_001) })).toEqual([
      "Error_Field_Required .Name",
      "Error_Field_Length .Description",
      "Error_Field_Required .StoreCode",
      "Error_Field_Type .IsParticipating",
    ]);
    expect(refusals({ Address: { City: 5, Country: "x".repeat(256) } })).toEqual([
      "Error_Field_Type .Address.City",
      "Error_Field_Length .Address.Country",
    ]);
    expect(refusals({ Address: "Köln" })).toEqual(["Error_Field_Type .Address"]);
  });

  test("changes no field outside its list", () => {
    const given = { Origin: "x", StoreStatus: "x", Status: "x", ID: "x", storeCode: "x", Address: { ID: "x" } };
    expect(changes(parseContent(storeEdit, given))).toEqual({ Address: {} });
    expect(changes(parseContent(storeEdit, JSON.parse('{"__proto__":{"Name":"x"},"constructor":{}}')))).toEqual({});
  });

  test.each([
    ["a store", store, ["Name", "Description", "StoreCode", "Address", "IsParticipating"]],
    ["a member", member, ["FullName", "EmailAddress", "MobileNumber", "DateOfBirth", "JoinDateTime"]],
    ["a product", product, ["Name", "Description", "ProductCode", "Brand", "Category", "Incentivizable"]],
  ] as const)("of %s takes the fields of the interface", (_, target, names) => {
    const action = actionOf(target, "Edit");
    const given = Object.fromEntries(
      Object.entries(target.fields).map(([name, { doc }]) => [name, doc?.example ?? "x"]),
    );
    const content = action?.content?.parse({ ...given, Address: {} }) as never;
    expect(Object.keys(content).sort()).toEqual([...names].sort());
    expect(action?.set?.(content)).toEqual(content);
  });
});
