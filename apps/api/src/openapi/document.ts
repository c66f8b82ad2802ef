import { applicationName, applicationVersion, callRights, objects } from "@rewards/domain";
import { objectPaths } from "../routes/objects.ts";
import { tokenRoots } from "../routes/tokens.ts";
import { actionCalls, readActionCall } from "./action.calls.ts";
import { answerSchemas, contentSchemas } from "./answer.schemas.ts";
import { type Call, operationOf } from "./call.ts";
import { deadLetterCalls, deadLetterSchemas } from "./dead-letter.calls.ts";
import { errorResponses } from "./error.responses.ts";
import { errorSchemas } from "./error.schemas.ts";
import { importCall } from "./import.call.ts";
import type { OpenApiDocument, PathItem, Schema } from "./json-schema.ts";
import { tagOf } from "./names.ts";
import { createBodies, createCalls, objectCalls } from "./object.calls.ts";
import { headers, parameters } from "./parameters.ts";
import { personCalls, personSchemas } from "./person.calls.ts";
import { objectSchemas, recordSchemas, reference } from "./record.schemas.ts";
import { exampleKeys } from "./samples.ts";
import { serviceCalls, serviceSchemas } from "./service.calls.ts";
import { tokenCalls, tokenSchemas } from "./token.calls.ts";
import { parameterSchemas, viewCalls } from "./view.calls.ts";
import { viewSchemas } from "./view.schemas.ts";
import { webhookCalls, webhookSchemas } from "./webhook.calls.ts";

const description = `Points of sale send sales; workers post points to a ledger and mint vouchers; data views show what came of it.

Every path works with and without a leading \`/{ObjectPath}\`, as clients of the DX API send it. Names are case-sensitive. The API ignores query parameters and headers that are not listed, and unknown members of \`content\`.

**Errors** all have the same body. \`errorDetails[].message\` is a stable code. An unknown path gets 404 (\`Error_Path_Unknown\`). A known path with another method gets 405 (\`Error_Method_NotAllowed\`, with \`Allow\`).

**Repeats.** A sale's or a redemption's \`ExternalID\` is its idempotency key; every create and every action also takes the header \`Idempotency-Key\`. A repeated answer carries \`Idempotent-Replayed: true\`. A 429 and a 503 come with \`Retry-After\`.

**Request IDs.** Every answer carries \`X-Request-Id\`. It is the request's own if that has 1 to 64 characters of \`[A-Za-z0-9._-]\`, otherwise a new one.

**Credentials.** If the service requires them, every call except those for health and this description carries a client's key or an access token. A call without the right for its class, action or view gets 403. Objects outside the programmes and stores of a client do not exist for it.

**Limits.** A client and an address may have limits of calls, bytes of bodies and time of reads a minute. The first answer of a minute carries \`RateLimit-Policy\` and \`RateLimit\`, and so does every answer once half of the calls are used. A call over a limit gets 429; \`Retry-After\` says when to repeat it.

**Encodings.** A request body may be sent with \`Content-Encoding: gzip\`; its size limit applies to the unpacked bytes. Answers over 1 KiB are gzipped if the caller's \`Accept-Encoding\` allows it.`;

const info = {
  title: `${applicationName} API`,
  version: applicationVersion,
  description,
  contact: { name: "Whoever runs this service" },
  license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
};

const tags = [
  ...objects.map((definition) => ({
    name: tagOf(definition),
    description: `Objects of class \`${definition.class}\`: creates and actions.`,
  })),
  { name: "Objects", description: "Objects of any class." },
  {
    name: "Data views",
    description: "Named read queries. Parameters select the records; a query filters, sorts and aggregates them.",
  },
  {
    name: "About data views",
    description: "Lists the data views, describes their parameters and fields, and counts their records.",
  },
  {
    name: "Data views by GET",
    description: "The same data views by GET, with parameters, query and paging in the query string.",
  },
  {
    name: "Dead letters",
    description:
      "For operators. Available to the operator token, where one is set, and to clients with the rights of operators.",
  },
  { name: "Webhooks", description: "For operators: where events are posted." },
  { name: "Access tokens", description: "For clients that send tokens in place of their key." },
  { name: "Health", description: "For load balancers, orchestrators and operators." },
  { name: "This description", description: "This document, and a page that shows it." },
];

/** Written out: tools that check servers refuse a variable in a URL without a host. */
const behindObjectPath = ["", ...objectPaths].map((path) => ({ url: `/${path}` }));

const securitySchemes = {
  clientKey: {
    type: "http",
    scheme: "bearer",
    description: "A client's own key, `rwk_<clientID>_<secret>`. `x-rights` of an operation lists its rights.",
  },
  accessToken: {
    type: "oauth2",
    description: "An access token, for a client's ID and secret. The scopes are the rights.",
    flows: {
      clientCredentials: {
        tokenUrl: `${tokenRoots[0]}/token`,
        scopes: Object.fromEntries(callRights.map((right) => [right, ""])),
      },
    },
  },
  operatorToken: { type: "http", scheme: "bearer", description: "The operator token of the service." },
} as const;

/** The description of the whole API, generated from the definitions that the API itself uses. */
export function buildDocument(): OpenApiDocument {
  const contents = contentSchemas();
  const parametersOfViews = parameterSchemas();
  const calls = [
    ...createCalls(contents),
    ...actionCalls(contents),
    ...objectCalls(contents),
    importCall(contents),
    readActionCall,
    ...viewCalls(parametersOfViews),
    ...deadLetterCalls,
    ...personCalls,
    ...webhookCalls,
    ...tokenCalls,
    ...serviceCalls,
  ];
  return {
    openapi: "3.1.0",
    info,
    // The empty alternative: a service may be configured to require no credentials.
    security: [{ clientKey: [] }, { accessToken: [] }, {}],
    servers: [{ url: "/", description: "The service that this document comes from." }],
    tags,
    paths: pathsOf(calls),
    "x-example-keys": exampleKeys,
    components: {
      schemas: {
        ...errorSchemas,
        Reference: reference,
        ...contents,
        ...createBodies(),
        ...answerSchemas(),
        ...recordSchemas(),
        ...objectSchemas,
        ...parametersOfViews,
        ...viewSchemas,
        ...deadLetterSchemas,
        ...personSchemas,
        ...webhookSchemas,
        ...tokenSchemas,
        ...serviceSchemas,
      },
      responses: responsesOf(calls),
      parameters,
      headers,
      securitySchemes,
    },
  };
}

function pathsOf(calls: readonly Call[]): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {};
  for (const call of calls) {
    if (paths[call.path]?.[call.method]) throw new Error(`two calls at ${call.method} ${call.path}`);
    const servers = call.isPrefixed && { servers: behindObjectPath };
    paths[call.path] = { ...servers, ...paths[call.path], [call.method]: operationOf(call) };
  }
  return paths;
}

/** Responses with the same name are the same: the name states everything that they consist of. */
function responsesOf(calls: readonly Call[]): Record<string, Schema> {
  const all = calls.flatMap(({ kind, refusals }) => errorResponses(kind, refusals));
  return Object.fromEntries(all.map(({ name, response }) => [name, response]));
}
