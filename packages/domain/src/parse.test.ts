import { describe, expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "./error.ts";
import { parseContent, parseUrlParameters } from "./parse.ts";
import { sale } from "./sale/sale.class.ts";
import { store } from "./store/store.class.ts";

function refusal<T>(schema: z.ZodType<T>, content: unknown): AppError {
  try {
    parseContent(schema, content);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("not refused");
}

const line = { ProductCode: "P", Quantity: 1, TotalAmount: 1 };
const wholeSale = {
  ExternalID: "S",
  SaleItems: [line],
  SaleDateTime: "2024-01-01T00:00:00Z",
  MemberExternalID: "M",
  StoreCode: "C",
};

describe("parseContent", () => {
  test("all wrong fields are reported at once, each with its page, counted from 1, and its identifier", () => {
    const error = refusal(sale.content, {
      ...wholeSale,
      StoreCode: 5,
      SaleItems: [{ ...line, ProductCode: "" }, line, { ...line, Quantity: 1e11, TotalAmount: "1" }],
    });
    expect(error.status).toBe(422);
    expect(error.code).toBe("Error_Field_Required");
    expect(error.details).toEqual([
      {
        code: "Error_Field_Required",
        text: "ProductCode is required.",
        page: ".SaleItems(1)",
        identifier: ".ProductCode",
      },
      {
        code: "Error_Field_Range",
        text: "Quantity: At most 4 decimals, and below 100000000000 in size.",
        page: ".SaleItems(3)",
        identifier: ".Quantity",
      },
      {
        code: "Error_Field_Type",
        text: "TotalAmount must be a number, not a string.",
        page: ".SaleItems(3)",
        identifier: ".TotalAmount",
      },
      {
        code: "Error_Field_Type",
        text: "StoreCode must be a string, not a number.",
        page: "",
        identifier: ".StoreCode",
      },
    ]);
  });

  test("a field of a page is reported with the page's name", () => {
    const error = refusal(store.content, { StoreCode: "C", Name: "N", Address: { City: 5 } });
    expect(error.details).toEqual([
      { code: "Error_Field_Type", text: "City must be a string, not a number.", page: ".Address", identifier: ".City" },
    ]);
  });

  test("an item that is not an object is reported by its index", () => {
    const places = (item: unknown) =>
      refusal(sale.content, { ...wholeSale, SaleItems: [line, item] }).details.map(({ code, page, identifier }) => ({
        code,
        page,
        identifier,
      }));
    expect(places(5)).toEqual([{ code: "Error_Field_Type", page: "", identifier: ".SaleItems(2)" }]);
    expect(places(null)).toEqual([{ code: "Error_Field_Required", page: "", identifier: ".SaleItems(2)" }]);
  });

  test("a field that is wrong in two ways has one detail, the first", () => {
    const twice = z.object({ Name: z.string().min(3).max(0), Other: z.string().regex(/^a/) });
    const error = refusal(twice, { Name: "b", Other: "b" });
    expect(error.details.map(({ code, identifier }) => [code, identifier])).toEqual([
      ["Error_Field_Required", ".Name"],
      ["Error_Field_Format", ".Other"],
    ]);
  });

  test("null is absent: a required field is missing, an optional one has its default", () => {
    const error = refusal(store.content, { StoreCode: null, Name: "N" });
    expect(error.details).toEqual([
      { code: "Error_Field_Required", text: "StoreCode is required.", page: "", identifier: ".StoreCode" },
    ]);
    const nulls = { Origin: null, Description: null, IsParticipating: null, Address: null };
    const given = { StoreCode: "C", Name: "N" };
    expect(parseContent(store.content, { ...given, ...nulls })).toEqual(parseContent(store.content, given));
  });

  test("names are case-sensitive, and unknown members change no field", () => {
    expect(refusal(store.content, { storeCode: "C", Name: "N" }).details).toHaveLength(1);
    const given = { StoreCode: "C", Name: "N" };
    const unknown = { storeCode: "x", StoreStatus: "Hacked", Status: "Resolved-Deleted" };
    const content = parseContent(store.content, {
      ...given,
      ...unknown,
      Address: { city: "x", "@class": "x", ID: "x" },
    });
    expect(content).toStrictEqual(parseContent(store.content, { ...given, Address: {} }));
    for (const name of Object.keys(unknown)) expect(content).not.toHaveProperty(name);
    expect(content.Address).toHaveProperty("City", "");
    for (const name of ["city", "@class", "ID"]) expect(content.Address).not.toHaveProperty(name);
  });

  test("keys of the prototype are harmless members like any other", () => {
    const polluting = `{"StoreCode":"C","Name":"N","__proto__":{"Description":"p","polluted":1},"constructor":{"prototype":{"polluted":1}},"hasOwnProperty":1,"toString":null,"Address":{"__proto__":{"City":"p"}}}`;
    const content = parseContent(store.content, JSON.parse(polluting));
    expect(content).toEqual(parseContent(store.content, { StoreCode: "C", Name: "N" }));
    expect(Object.getPrototypeOf(content)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(refusal(store.content, JSON.parse('{"__proto__":{"StoreCode":"C","Name":"N"}}')).details).toHaveLength(2);
  });

  test("a field with two faults has one detail, in an address too", () => {
    const twice = z.object({
      page: z
        .string()
        .refine(() => false, "one")
        .refine(() => false, "two"),
    });
    expect(refusal(twice, { page: "x" }).details).toMatchObject([{ identifier: ".page", text: "page: one." }]);
    expect(() => parseUrlParameters(twice, { page: "x" })).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ code: "Error_Parameter_Type" })] }),
    );
  });

  test("content that is wrong as a whole is refused without a stack or an internal text", () => {
    const error = refusal(store.content, []);
    expect([error.status, error.code, error.internal]).toEqual([422, "Error_Field_Type", {}]);
  });
});
