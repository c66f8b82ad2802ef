/** All refusals of the service, by code: status, classification, whether a repeat can help, and a sentence. */
export const errorTable = {
  Error_Body_Malformed: [400, "Invalid inputs", false, "The request body is not well-formed JSON in UTF-8."],
  Error_Body_NotObject: [400, "Invalid inputs", false, "The request body is not a JSON object."],
  Error_Content_NotObject: [400, "Invalid inputs", false, "content is not a JSON object."],
  Error_ObjectType_Required: [400, "Invalid inputs", false, "objectTypeID is missing."],
  Error_ObjectType_Unknown: [
    400,
    "Invalid inputs",
    false,
    "objectTypeID names no object type that can be created here.",
  ],
  Error_ObjectType_Mismatch: [400, "Invalid inputs", false, "objectTypeID is not the object type of this path."],
  Error_PageInstructions_Unsupported: [400, "Invalid inputs", false, "pageInstructions must be an empty array."],
  Error_Query_Malformed: [400, "Invalid inputs", false, "query is not well-formed."],
  Error_Query_FieldUnknown: [400, "Invalid inputs", false, "The view has no such field to filter, sort or group by."],
  Error_Query_ComparatorUnsuited: [400, "Invalid inputs", false, "The field does not have this comparator."],
  Error_Query_FunctionUnsuited: [400, "Invalid inputs", false, "The field does not have this summary function."],
  Error_Query_ValueMistyped: [400, "Invalid inputs", false, "A value is missing, or not of the field's type."],
  Error_Query_TooLarge: [400, "Invalid inputs", false, "The query is over a limit."],
  Error_Paging_Malformed: [400, "Invalid inputs", false, "paging is not well-formed, or over a limit."],
  Error_Paging_Conflict: [400, "Invalid inputs", false, "paging names two places or sizes at once."],
  Error_PageToken_Invalid: [400, "Invalid inputs", false, "nextPageToken is not one of this view, filter and order."],
  Error_Parameter_Required: [400, "Invalid inputs", false, "A data view parameter is missing."],
  Error_Parameter_Type: [400, "Invalid inputs", false, "A parameter does not have the type or form it needs."],
  Error_Parameter_Range: [400, "Invalid inputs", false, "FromDateTime is after ToDateTime."],
  Error_Header_Malformed: [400, "Invalid inputs", false, "A request header is not well-formed."],
  Error_TokenRequest_Malformed: [400, "Invalid inputs", false, "The request for a token is not well-formed."],
  Error_Grant_Unsupported: [400, "Invalid inputs", false, "grant_type must be client_credentials."],
  Error_Scope_Invalid: [400, "Invalid inputs", false, "scope names a right that the client does not have."],
  Error_Token_Foreign: [400, "Invalid inputs", false, "The token is another client's."],
  Error_Client_Invalid: [401, "Unauthorized", false, "The client's ID or secret is missing or wrong."],
  Error_Credential_Invalid: [401, "Unauthorized", false, "The credential is missing or wrong."],
  Error_Right_Missing: [403, "Forbidden", false, "The credential lacks the right for this call."],
  Error_Adjustment_TooLarge: [403, "Forbidden", false, "The amount exceeds the largest adjustment of the credential."],
  Error_Origin_Refused: [403, "Forbidden", false, "Pages of other sites may not call this service."],
  Error_Path_Unknown: [404, "Resource not found", false, "There is nothing at this path."],
  Error_Object_Unknown: [404, "Resource not found", false, "There is no object of this ID."],
  Error_Action_Unknown: [404, "Resource not found", false, "An object of this class has no such action."],
  Error_DataView_Unknown: [404, "Resource not found", false, "There is no data view of this name."],
  Error_DeadLetter_Unknown: [404, "Resource not found", false, "The object is no dead letter, and never was one."],
  Error_Method_NotAllowed: [405, "Method not allowed", false, "This path does not take this method."],
  Error_Request_Timeout: [408, "Request timeout", true, "The request took too long to arrive."],
  Error_Key_Taken: [409, "Conflict", false, "A record of this business key exists already."],
  Error_Key_Reused: [409, "Conflict", false, "This idempotency key was used before with other content."],
  Error_Status_Illegal: [409, "Conflict", false, "The object's status does not allow this action."],
  Error_Version_Stale: [409, "Conflict", false, "The object has changed since the version in If-Match."],
  Error_DeadLetter_Gone: [409, "Conflict", false, "The object is no dead letter."],
  Error_Voucher_Expired: [409, "Conflict", false, "The voucher has expired."],
  Error_Version_Malformed: [412, "Precondition failed", false, "If-Match is not of the form it needs."],
  Error_Body_TooLarge: [413, "Payload too large", false, "The request body is over the limit."],
  Error_ContentType_Unsupported: [415, "Unsupported media type", false, "The content type must be application/json."],
  Error_ContentEncoding_Unsupported: [
    415,
    "Unsupported media type",
    false,
    "The content encoding must be gzip, or left out.",
  ],
  Error_Host_Unknown: [421, "Misdirected request", false, "This service has no such name as the Host header says."],
  Error_Field_Required: [422, "Validation fail", false, "A required field is missing."],
  Error_Field_Type: [422, "Validation fail", false, "A field has the wrong type."],
  Error_Field_Length: [422, "Validation fail", false, "A field is too long."],
  Error_Field_Format: [422, "Validation fail", false, "A field does not have the form it needs."],
  Error_Field_Range: [422, "Validation fail", false, "A field is out of its range."],
  Error_Field_Text: [422, "Validation fail", false, "A field holds characters that are not text."],
  Error_Record_Refused: [422, "Validation fail", false, "The record holds a value that cannot be stored."],
  Error_Programme_Unknown: [422, "Validation fail", false, "There is no programme of this BusinessID."],
  Error_Store_Unknown: [422, "Validation fail", false, "There is no store of this StoreCode for the credential."],
  Error_Member_Unknown: [422, "Validation fail", false, "There is no member of this ExternalID for the credential."],
  Error_Currency_Unknown: [422, "Validation fail", false, "The member's programme has no currency of this name."],
  Error_Balance_Insufficient: [422, "Validation fail", false, "The balance would go below zero."],
  Error_Balance_OutOfRange: [422, "Validation fail", false, "The balance would go over its limit."],
  Error_Stock_NotCounted: [422, "Validation fail", false, "Stock is counted for rewards of type stock_control only."],
  Error_Stock_OutOfRange: [422, "Validation fail", false, "The stock would go over its limit."],
  Error_Credential_Throttled: [
    429,
    "Too many requests",
    true,
    "Too many wrong credentials came from this address; try again later.",
  ],
  Error_Requests_TooMany: [
    429,
    "Too many requests",
    true,
    "Too many requests of this client or address are open; try again later.",
  ],
  Error_Calls_TooMany: [
    429,
    "Too many requests",
    true,
    "The client or address has sent too many calls; try again later.",
  ],
  Error_BodyBytes_TooMany: [
    429,
    "Too many requests",
    true,
    "The client or address has sent too many bytes of bodies; try again later.",
  ],
  Error_ReadTime_Spent: [
    429,
    "Too many requests",
    true,
    "The client or address has used its time for reads; try again later.",
  ],
  Error_VoucherLookups_TooMany: [
    429,
    "Too many requests",
    true,
    "The client or address has asked for too many unknown voucher codes; try again later.",
  ],
  Error_Header_TooLarge: [431, "Request headers too large", false, "The request's headers are over the limit."],
  Error_Service_Failed: [500, "Internal error", true, "Something went wrong on our side."],
  Error_DataView_Timeout: [
    503,
    "Service unavailable",
    true,
    "The data view took too long; ask for less, or try again.",
  ],
  Error_Database_Unsuited: [
    503,
    "Service unavailable",
    true,
    "The database lacks what this release needs; migrate it.",
  ],
  Error_Service_Overloaded: [503, "Service unavailable", true, "The service is overloaded; try again later."],
  Error_Service_Unavailable: [503, "Service unavailable", true, "The service is not available; try again later."],
} as const satisfies Record<`Error_${string}_${string}`, readonly [number, string, boolean, string]>;

export type ErrorCode = keyof typeof errorTable;

/** What the standard of tokens (RFC 6749, section 5.2) calls a refusal. */
export const oauthErrors = {
  Error_TokenRequest_Malformed: "invalid_request",
  Error_Client_Invalid: "invalid_client",
  Error_Grant_Unsupported: "unsupported_grant_type",
  Error_Scope_Invalid: "invalid_scope",
  Error_Token_Foreign: "invalid_grant",
} as const satisfies { readonly [Code in ErrorCode]?: string };

export interface ErrorDetail {
  readonly code: ErrorCode;
  /** For a person; by default the table's sentence. */
  readonly text?: string;
  /** The page that holds the field, `.SaleItems(1)`; empty for a field of `content` itself. */
  readonly page?: string;
  /** The field, `.ProductCode`. */
  readonly identifier?: string;
}

const failureStatusMin = 500;

/** A refusal. The caller reads its code and details; `internal` is only for the log. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[];
  readonly internal: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, details: readonly ErrorDetail[] = [{ code }], internal: Record<string, unknown> = {}) {
    // Callers can cause any number of refusals, and nobody reads their stacks.
    const { stackTraceLimit } = Error;
    if (errorTable[code][0] < failureStatusMin) Error.stackTraceLimit = 0;
    super(code, internal["cause"] === undefined ? undefined : { cause: internal["cause"] });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = "AppError";
    this.code = code;
    this.details = details;
    this.internal = internal;
  }

  get status(): number {
    return errorTable[this.code][0];
  }
}

export interface ErrorBody {
  readonly errorClassification: string;
  readonly localizedValue: string;
  readonly errorDetails: readonly {
    readonly message: ErrorCode;
    readonly localizedValue: string;
    readonly erroneousInputOutputFieldInPage: string;
    readonly erroneousInputOutputIdentifier: string;
  }[];
  readonly requestId: string;
  /** Only on a 401: clients look for it there. */
  readonly errors?: readonly { readonly ID: ErrorCode; readonly message: string }[];
  /** Only where tokens are requested and revoked: clients of OAuth look for it there. */
  readonly error?: string;
  readonly error_description?: string;
}

/** The one body of every error. If several fields are wrong, each has its own detail. */
export function errorBody(error: AppError, requestId: string): ErrorBody {
  const [, classification, , sentence] = errorTable[error.code];
  const oauth = (oauthErrors as Partial<Record<ErrorCode, string>>)[error.code];
  const ofFields = error.details.some((detail) => detail.identifier !== undefined);
  return {
    errorClassification: classification,
    localizedValue: ofFields && error.status === 422 ? "One or more fields are not valid." : sentence,
    errorDetails: error.details.map((detail) => ({
      message: detail.code,
      localizedValue: detail.text ?? errorTable[detail.code][3],
      erroneousInputOutputFieldInPage: detail.page ?? "",
      erroneousInputOutputIdentifier: detail.identifier ?? "",
    })),
    requestId,
    ...(error.status === 401 && { errors: [{ ID: error.code, message: sentence }] }),
    ...(oauth !== undefined && { error: oauth, error_description: error.details[0]?.text ?? sentence }),
  };
}
