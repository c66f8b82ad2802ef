import { AppError, dataViews, type ErrorCode, errorBody, errorTable } from "@rewards/domain";
import { headerRef, json, type Schema, schemaRef } from "./json-schema.ts";

const statusOf = (code: ErrorCode): number => errorTable[code][0];

/** All codes with one of these nouns. Every code is `Error_Noun_Problem`. */
function codesOf(...nouns: string[]): ErrorCode[] {
  return (Object.keys(errorTable) as ErrorCode[]).filter((code) => nouns.includes(code.split("_")[1] ?? ""));
}

/** Codes that any request can be refused with. */
const always: readonly ErrorCode[] = [
  "Error_Header_Malformed",
  "Error_Origin_Refused",
  "Error_Request_Timeout",
  "Error_Host_Unknown",
  "Error_Requests_TooMany",
  "Error_Header_TooLarge",
  "Error_Service_Failed",
];
const stored: readonly ErrorCode[] = [
  "Error_Service_Unavailable",
  "Error_Service_Overloaded",
  "Error_Database_Unsuited",
];
const body: readonly ErrorCode[] = [
  "Error_BodyBytes_TooMany",
  "Error_Body_Malformed",
  "Error_Body_NotObject",
  "Error_Body_TooLarge",
  "Error_ContentType_Unsupported",
  "Error_ContentEncoding_Unsupported",
];
const fields: readonly ErrorCode[] = [
  "Error_Field_Required",
  "Error_Field_Type",
  "Error_Field_Length",
  "Error_Field_Format",
  "Error_Field_Range",
  "Error_Field_Text",
];
const content: readonly ErrorCode[] = [
  ...body,
  "Error_Content_NotObject",
  "Error_PageInstructions_Unsupported",
  "Error_Record_Refused",
  "Error_Key_Reused",
];
const view: readonly ErrorCode[] = [
  "Error_ReadTime_Spent",
  ...codesOf("Query", "Paging", "PageToken"),
  ...codesOf("DataView").filter((code) => statusOf(code) === 503),
  "Error_Record_Refused",
];
/** Refusals of calls whose caller must be known. 503: the clients, or the keys of tokens, are not read yet. */
const authentication: readonly ErrorCode[] = [
  "Error_Credential_Invalid",
  "Error_Credential_Throttled",
  "Error_Calls_TooMany",
  "Error_Service_Unavailable",
];
const tokenRequest: readonly ErrorCode[] = [
  "Error_TokenRequest_Malformed",
  "Error_Client_Invalid",
  "Error_Credential_Throttled",
  "Error_Calls_TooMany",
  "Error_BodyBytes_TooMany",
  "Error_Body_Malformed",
  "Error_Body_TooLarge",
  "Error_ContentEncoding_Unsupported",
  "Error_Service_Unavailable",
  "Error_Service_Overloaded",
];
const authorization: readonly ErrorCode[] = [...authentication, "Error_Right_Missing"];
const operator: readonly ErrorCode[] = [...authorization, "Error_Path_Unknown"];

/** The codes of each kind of call; a definition adds its own. */
const kinds = {
  Health: [],
  Document: [],
  Token: [...tokenRequest, "Error_Grant_Unsupported", "Error_Scope_Invalid"],
  Revocation: [...tokenRequest, "Error_Token_Foreign", "Error_Database_Unsuited"],
  Create: [
    ...authorization,
    ...stored,
    ...content,
    ...fields,
    "Error_ObjectType_Required",
    "Error_ObjectType_Unknown",
    "Error_ObjectType_Mismatch",
  ],
  Import: [
    ...authorization,
    ...stored,
    "Error_BodyBytes_TooMany",
    "Error_Body_Malformed",
    "Error_Body_TooLarge",
    "Error_ContentType_Unsupported",
    "Error_ContentEncoding_Unsupported",
    "Error_ObjectType_Required",
  ],
  Action: [
    ...authorization,
    ...stored,
    ...content,
    ...codesOf("Version"),
    "Error_Object_Unknown",
    "Error_Action_Unknown",
    "Error_Status_Illegal",
  ],
  Read: [...authorization, ...stored, "Error_ReadTime_Spent", "Error_Object_Unknown", "Error_Object_Archived"],
  View: [...authorization, ...stored, ...body, ...view],
  ViewRead: [...authorization, ...stored, ...view],
  ViewList: authentication,
  ViewMetadata: [...authorization, "Error_DataView_Unknown"],
  Operator: [...stored, ...operator],
  OperatorBody: [...stored, ...operator, ...body, ...fields],
} as const satisfies Record<string, readonly ErrorCode[]>;
export type Kind = keyof typeof kinds;
export const fieldCodes = fields;
/** What the computations of views refuse. */
export const computationCodes = [...new Set(dataViews.flatMap(({ refusals = [] }) => refusals))];
export const parameterCodes: readonly ErrorCode[] = ["Error_Parameter_Required", "Error_Parameter_Type"];

/** A response with an error status. Its name states the kind of call, and the codes beyond those of the kind. */
export interface ErrorResponse {
  readonly name: string;
  readonly status: number;
  readonly response: Schema;
}

/** The error responses of a call of this kind that may also be refused with `more`. */
export function errorResponses(kind: Kind, more: readonly ErrorCode[] = []): ErrorResponse[] {
  const known: readonly ErrorCode[] = [...always, ...kinds[kind]];
  const extra = [...new Set(more)].filter((code) => !known.includes(code)).sort();
  const codes = [...new Set([...known, ...extra])].sort((a, b) => statusOf(a) - statusOf(b));
  return [...new Set(codes.map(statusOf))].map((status) => {
    const ofStatus = codes.filter((code) => statusOf(code) === status);
    const beyond = extra.filter((code) => statusOf(code) === status).map((code) => code.replace(/^Error_/, ""));
    const isOfKind = kinds[kind].some((code) => statusOf(code) === status);
    const base = isOfKind || beyond.length > 0 ? `${kind}${status}` : `Any${status}`;
    return { name: [base, ...beyond].join("-"), status, response: errorResponse(status, ofStatus) };
  });
}

const headersOfStatus: Readonly<Record<number, Schema>> = {
  401: { "WWW-Authenticate": headerRef("WWW-Authenticate") },
  415: { "Accept-Encoding": headerRef("Accept-Encoding") },
  429: {
    "Retry-After": headerRef("Retry-After"),
    RateLimit: headerRef("RateLimit"),
    "RateLimit-Policy": headerRef("RateLimit-Policy"),
  },
  503: { "Retry-After": headerRef("Retry-After") },
};

const exampleRequestId = "0c8f1f3e-5f5d-4c8e-9d57-2f7f5f3b6a11";

function errorResponse(status: number, codes: readonly ErrorCode[]): Schema {
  const [first] = codes as [ErrorCode];
  const lines = codes.map((code) => `- \`${code}\`: ${errorTable[code][3]}`);
  const message = { type: "string", enum: codes };
  // The Error schema describes a detail's other members.
  const detail = { type: "object", properties: { message }, unevaluatedProperties: true };
  const details = { type: "array", items: detail };
  return {
    description: [`${errorTable[first][1]}.`, "", ...lines].join("\n"),
    headers: { "X-Request-Id": headerRef("X-Request-Id"), ...headersOfStatus[status] },
    content: json(
      { allOf: [schemaRef("Error"), { type: "object", properties: { errorDetails: details } }] },
      { example: errorBody(new AppError(first), exampleRequestId) },
    ),
  };
}
