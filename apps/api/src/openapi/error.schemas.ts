import { errorTable, oauthErrors } from "@rewards/domain";
import { closed, type Schema, schemaRef } from "./json-schema.ts";

const text = { type: "string" };

/** The body of every error, and the error codes, each with its status, meaning and whether a repeat can succeed. */
export const errorSchemas: Readonly<Record<string, Schema>> = {
  ErrorCode: {
    type: "string",
    description:
      "A stable code for programs. `x-codes` has the HTTP status of each code, and whether a repeat can succeed.",
    enum: Object.keys(errorTable),
    "x-codes": Object.fromEntries(
      Object.entries(errorTable).map(([code, [status, , retryable, meaning]]) => [
        code,
        { status, retryable, meaning },
      ]),
    ),
  },
  Error: {
    description: "The body of every error.",
    ...closed(
      {
        errorClassification: { ...text, description: "The kind of error; follows from the HTTP status." },
        localizedValue: { ...text, description: "A sentence for people; may change." },
        errorDetails: {
          type: "array",
          minItems: 1,
          description: "What is wrong. Invalid fields are all reported at once, one detail each.",
          items: schemaRef("ErrorDetail"),
        },
        requestId: { ...text, description: "The same as the header `X-Request-Id`; the service's log has it too." },
        errors: {
          type: "array",
          description: "Only in a 401.",
          items: closed({ ID: schemaRef("ErrorCode"), message: text }),
        },
        error: {
          type: "string",
          description: "Only where tokens are requested and revoked: the code of RFC 6749.",
          enum: Object.values(oauthErrors),
        },
        error_description: { ...text, description: "Only next to `error`." },
      },
      ["errors", "error", "error_description"],
    ),
  },
  ErrorDetail: closed({
    message: schemaRef("ErrorCode"),
    localizedValue: { ...text, description: "A sentence for people; may change." },
    erroneousInputOutputFieldInPage: { ...text, description: "The page that holds the field: `.SaleItems(1)`." },
    erroneousInputOutputIdentifier: { ...text, description: "The field: `.ProductCode`." },
  }),
};
