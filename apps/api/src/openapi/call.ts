import type { ErrorCode } from "@rewards/domain";
import { errorResponses, type Kind } from "./error.responses.ts";
import { headerRef, json, type Method, type Operation, parameterRef, type Schema } from "./json-schema.ts";
import type { headers, parameters } from "./parameters.ts";

/** An operation as written in its table; the rest is derived from its kind. */
export interface Call {
  readonly id: string;
  readonly tag: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly kind: Kind;
  readonly refusals?: readonly ErrorCode[];
  /** Shared parameters by name, and parameters of this call only. */
  readonly parameters?: readonly (keyof typeof parameters | Schema)[];
  readonly body?: {
    readonly schema: Schema;
    readonly example: unknown;
    readonly isOptional?: true;
    /** Its content type; JSON by default. */
    readonly type?: string;
  };
  readonly answer: Answer;
  readonly further?: Readonly<Record<string, Schema>>;
  readonly isForOperators?: true;
  /** The rights of this operation; a call needs the one of its class, action, view or function. */
  readonly rights?: readonly string[];
  /** Accepted behind each `{ObjectPath}` too. */
  readonly isPrefixed?: true;
  readonly extensions?: Readonly<Record<`x-${string}`, unknown>>;
}

interface Answer {
  readonly status: number;
  readonly description: string;
  readonly schema?: Schema;
  readonly content?: Schema;
  readonly headers?: readonly (keyof typeof headers)[];
}

const forOperators = { security: [{ operatorToken: [] }, { clientKey: [] }, { accessToken: [] }] };
const forAll = { security: [] };

/** The call as an OpenAPI operation. The document lists each error response once, by name. */
export function operationOf(call: Call): Operation {
  const errors = errorResponses(call.kind, call.refusals);
  const parameters = [
    ...(call.parameters ?? []),
    ...(recordKinds.includes(call.kind) ? (["Rewards-Position"] as const) : []),
    ...(call.isForOperators ? (["X-Operator"] as const) : []),
  ];
  return {
    operationId: call.id,
    summary: call.summary,
    description: call.description,
    tags: [call.tag],
    ...(call.isForOperators && forOperators),
    ...(isFree(call) && forAll),
    ...(parameters.length > 0 && {
      parameters: parameters.map((one) => (typeof one === "string" ? parameterRef(one) : one)),
    }),
    ...(call.body && { requestBody: requestBodyOf(call.body) }),
    responses: {
      [call.answer.status]: answerOf(call.answer),
      ...call.further,
      ...Object.fromEntries(
        errors.flatMap(({ status, name }) =>
          call.further?.[status] ? [] : [[status, { $ref: `#/components/responses/${name}` }]],
        ),
      ),
    },
    ...(call.rights && { "x-rights": call.rights }),
    ...call.extensions,
  };
}

function requestBodyOf({ schema, example, isOptional, type }: NonNullable<Call["body"]>): Schema {
  const content = type === undefined ? json(schema, { example }) : { [type]: { schema, example } };
  return { required: !isOptional, content };
}

/** Whether the call needs no credential even if the service requires them. */
const isFree = ({ kind }: Call) => freeKinds.includes(kind);
const freeKinds: readonly Kind[] = ["Health", "Document", "Token", "Revocation"];

/** Reads of records. */
const recordKinds: readonly Kind[] = ["Read", "View", "ViewRead"];

function answerOf({ description, schema, content, headers = [] }: Answer): Schema {
  return {
    description,
    headers: Object.fromEntries([...headers, "X-Request-Id" as const].map((name) => [name, headerRef(name)])),
    content: content ?? json(schema ?? {}),
  };
}
