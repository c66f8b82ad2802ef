import { describe, expect, test } from "vitest";
import { type ErrorCode, errorTable, oauthErrors } from "./error.table.ts";
import { AppError, errorBody } from "./error.ts";

const codes = Object.keys(errorTable) as ErrorCode[];

/** The classifications of the interface, and those of 421 and 431, which concern only HTTP. */
const classifications: Record<number, string> = {
  400: "Invalid inputs",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Resource not found",
  405: "Method not allowed",
  408: "Request timeout",
  409: "Conflict",
  410: "Gone",
  412: "Precondition failed",
  413: "Payload too large",
  415: "Unsupported media type",
  421: "Misdirected request",
  422: "Validation fail",
  429: "Too many requests",
  431: "Request headers too large",
  500: "Internal error",
  503: "Service unavailable",
};

describe("errorTable", () => {
  test.each(codes)("%s has a status of the interface, the classification of that status, and a sentence", (code) => {
    const [status, classification, , sentence] = errorTable[code];
    expect(code).toMatch(/^Error_[A-Z][A-Za-z]+_[A-Z][A-Za-z]+$/);
    expect(classifications[status]).toBe(classification);
    expect(sentence).toMatch(/^[A-Za-z].*\.$/);
    expect(new AppError(code).status).toBe(status);
  });

  test("a repeat can help only after 408, 429, 500 and 503", () => {
    for (const code of codes) expect(errorTable[code][2]).toBe([408, 429, 500, 503].includes(errorTable[code][0]));
  });

  test("everything wrong with a field of content is 422", () => {
    for (const code of codes.filter((one) => one.startsWith("Error_Field_"))) expect(errorTable[code][0]).toBe(422);
  });
});

describe("errorBody", () => {
  test("is exactly the one body, with a detail for each field", () => {
    const details = [
      {
        code: "Error_Field_Required",
        text: "ProductCode is required.",
        page: ".SaleItems(1)",
        identifier: ".ProductCode",
      },
      { code: "Error_Field_Type", identifier: ".StoreCode" },
    ] as const;
    expect(errorBody(new AppError("Error_Field_Required", details), "r-1")).toStrictEqual({
      errorClassification: "Validation fail",
      localizedValue: "One or more fields are not valid.",
      errorDetails: [
        {
          message: "Error_Field_Required",
          localizedValue: "ProductCode is required.",
          erroneousInputOutputFieldInPage: ".SaleItems(1)",
          erroneousInputOutputIdentifier: ".ProductCode",
        },
        {
          message: "Error_Field_Type",
          localizedValue: errorTable.Error_Field_Type[3],
          erroneousInputOutputFieldInPage: "",
          erroneousInputOutputIdentifier: ".StoreCode",
        },
      ],
      requestId: "r-1",
    });
  });

  test.each(codes)("of %s without details has its sentence and one detail, and nothing internal", (code) => {
    const error = new AppError(code, undefined, { cause: new Error("secret"), sql: "select secret" });
    const [, classification, , sentence] = errorTable[code];
    expect(errorBody(error, "r-2")).toStrictEqual({
      errorClassification: classification,
      localizedValue: sentence,
      errorDetails: [
        {
          message: code,
          localizedValue: sentence,
          erroneousInputOutputFieldInPage: "",
          erroneousInputOutputIdentifier: "",
        },
      ],
      requestId: "r-2",
      // Clients read this member of a 401.
      ...(error.status === 401 && { errors: [{ ID: code, message: sentence }] }),
      // Clients of OAuth read these members.
      ...(code in oauthErrors && { error: expect.stringMatching(/^[a-z_]+$/), error_description: sentence }),
    });
  });

  test("a taken key names its field, with the sentence of the conflict", () => {
    const body = errorBody(
      new AppError("Error_Key_Taken", [{ code: "Error_Key_Taken", identifier: ".StoreCode" }]),
      "r",
    );
    expect(body.localizedValue).toBe(errorTable.Error_Key_Taken[3]);
    expect(body.errorDetails.map((detail) => detail.erroneousInputOutputIdentifier)).toEqual([".StoreCode"]);
  });

  test("the cause stays with the error, for the log", () => {
    const cause = new Error("connection lost");
    const error = new AppError("Error_Service_Failed", undefined, { cause, table: "sale" });
    expect(error.cause).toBe(cause);
    expect(error.internal).toEqual({ cause, table: "sale" });
    expect(error.message).toBe("Error_Service_Failed");
  });
});
