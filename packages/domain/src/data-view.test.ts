import { describe, expect, test } from "vitest";
import { defineKeyView, parseParameters } from "./data-view.ts";
import { AppError } from "./error.ts";
import { ledgerEntriesBetweenDates } from "./ledger/ledger.views.ts";
import { recordOf } from "./record.ts";
import { redemptionItemsByVoucherCode } from "./redemption-item/redemption-item.class.ts";
import { dataViewOf } from "./registry.ts";
import { store } from "./store/store.class.ts";

const storeByKey = defineKeyView("StoreByKey", recordOf(store), "StoreCode");

function refusal(view: Parameters<typeof parseParameters>[0], given: unknown): [number, string, string[]] {
  try {
    parseParameters(view, given);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const details = error.details.map(({ code, page, identifier }) => `${code} ${page ?? ""}${identifier ?? ""}`);
    return [error.status, error.code, details];
  }
  throw new Error("not refused");
}

describe("parseParameters", () => {
  test("a view without parameters takes null, nothing, or an object", () => {
    const programmes = dataViewOf("ProgramList");
    if (!programmes) throw new Error("ProgramList is missing");
    for (const given of [null, undefined, {}, { Any: 1 }]) expect(parseParameters(programmes, given)).toEqual({});
  });

  test("a key is read as it is stored, and unknown parameters are dropped", () => {
    expect(parseParameters(storeByKey, { StoreCode: " s\r\n", Status: "x" })).toEqual({ StoreCode: "s" });
  });

  test.each([null, undefined, {}, { StoreCode: null }, { StoreCode: "" }, { storeCode: "S" }])(
    "%j lacks the parameter: 400",
    (given) => {
      const required = "Error_Parameter_Required";
      expect(refusal(storeByKey, given)).toEqual([400, required, [`${required} .dataViewParameters.StoreCode`]]);
    },
  );

  test.each([5, true, {}, ["S"], "S\0", "\ud800", "x".repeat(256)])("%j is not a valid text: 400", (StoreCode) => {
    const mistyped = "Error_Parameter_Type";
    expect(refusal(storeByKey, { StoreCode })).toEqual([400, mistyped, [`${mistyped} .dataViewParameters.StoreCode`]]);
  });

  test.each(["S", 5, true, ["S"]])("%j instead of parameters is 400", (given) => {
    expect(refusal(storeByKey, given).slice(0, 2)).toEqual([400, "Error_Parameter_Type"]);
  });

  test("all wrong parameters are reported at once", () => {
    expect(refusal(ledgerEntriesBetweenDates, { FromDateTime: "x", ToDateTime: "2024-01-01" })).toEqual([
      400,
      "Error_Parameter_Required",
      [
        "Error_Parameter_Required .dataViewParameters.MemberExternalID",
        "Error_Parameter_Type .dataViewParameters.FromDateTime",
        "Error_Parameter_Type .dataViewParameters.ToDateTime",
      ],
    ]);
  });

  test("bounds at any offset are compared as instants, and may be equal", () => {
    const between = (FromDateTime: string, ToDateTime: string) => ({
      MemberExternalID: "M",
      FromDateTime,
      ToDateTime,
    });
    expect(
      parseParameters(ledgerEntriesBetweenDates, between("2024-01-01T12:00:00+14:00", "2023-12-31T22:00:00Z")),
    ).toEqual(between("2023-12-31T22:00:00.000Z", "2023-12-31T22:00:00.000Z"));
    expect(
      refusal(ledgerEntriesBetweenDates, between("2024-01-01T00:00:00.001Z", "2024-01-01T00:00:00Z")).slice(0, 2),
    ).toEqual([400, "Error_Parameter_Range"]);
  });

  test("a voucher code is looked up by its normalised form", () => {
    for (const code of ["AB-1o", "ab10", " A B l O "])
      expect(parseParameters(redemptionItemsByVoucherCode, { "Voucher Code": code })).toEqual({
        "Voucher Code": "AB10",
      });
    expect(refusal(redemptionItemsByVoucherCode, { VoucherCode: "AB1" })[2]).toEqual([
      "Error_Parameter_Required .dataViewParameters.Voucher Code",
    ]);
  });
});

test("a key view looks up by its field and skips deleted records", () => {
  expect(storeByKey.where).toEqual([
    { field: "StoreCode", comparator: "EQ", parameter: "StoreCode" },
    { field: "Status", comparator: "NEQ", value: "Resolved-Deleted" },
  ]);
});
