import { applicationName, applicationVersion, objects } from "@rewards/domain";
import { objectPaths } from "../routes/objects.ts";
import { actionCalls, readActionCall } from "./action.calls.ts";
import { answerSchemas, contentSchemas } from "./answer.schemas.ts";
import { type Call, operationOf } from "./call.ts";
import { errorResponses, errorSchemas } from "./error.responses.ts";
import { tagOf } from "./names.ts";
import { createBodies, createCalls, objectCalls } from "./object.calls.ts";
import { objectSchemas } from "./object.schemas.ts";
import type { OpenApiDocument, PathItem, Schema } from "./openapi.types.ts";
import { operatorCalls, operatorSchemas } from "./operator.calls.ts";
import { headers, parameters } from "./parameters.ts";
import { recordSchemas, reference } from "./record.schemas.ts";
import { exampleKeys } from "./samples.ts";
import { serviceCalls, serviceSchemas } from "./service.calls.ts";
import { parameterSchemas, viewCalls } from "./view.calls.ts";
import { viewSchemas } from "./view.schemas.ts";

const description = `Points of sale send sales; workers post points to a ledger and mint vouchers; data views show what came of it.

Every path stands at the root and behind each \`{ObjectPath}\`, as clients of the DX API send it. Names are case-sensitive. Query parameters and headers that are not listed are accepted and passed over, and so are unknown members of \`content\`.

**Errors** have one body. \`errorDetails[].message\` is a stable code. An unknown path is 404 (\`Error_Path_Unknown\`), a method that a path does not take 405 (\`Error_Method_NotAllowed\`, with \`Allow\`).

**Repeats.** A sale's or a redemption's \`ExternalID\` is its idempotency key; any create or action takes the header \`Idempotency-Key\`. A repeated answer carries \`Idempotent-Replayed: true\`. A 429 and a 503 come with \`Retry-After\`.

**Request IDs.** Every answer carries \`X-Request-Id\`: the request's own where it has 1 to 64 characters of \`[A-Za-z0-9._-]\`.

**Encodings.** A body may come with \`Content-Encoding: gzip\`; its limit counts the unpacked bytes. Answers over 1 KiB are gzipped for callers whose \`Accept-Encoding\` takes that.`;

const tags = [
  ...objects.map((definition) => ({
    name: tagOf(definition),
    description: `Objects of class \`${definition.class}\`: creates and actions.`,
  })),
  { name: "Objects", description: "Objects of any class." },
  { name: "Data views", description: "Named read queries: parameters, then a query over what they leave." },
  { name: "About data views", description: "Which there are, what they take, and how many records they have." },
  { name: "Data views by GET", description: "The same, with parameters and query in the query string." },
  { name: "Dead letters", description: "For operators, where the service was given an operator token." },
  { name: "Health", description: "For whoever runs the service." },
  { name: "This description", description: "The document and the page." },
];

/** Written out: tools that check servers refuse a variable in a URL without a host. */
const behindObjectPath = ["", ...objectPaths].map((path) => ({ url: `/${path}` }));

/** The description of the whole API, made from the definitions that the API itself is made from. */
export function buildDocument(): OpenApiDocument {
  const contents = contentSchemas();
  const parametersOfViews = parameterSchemas();
  const calls = [
    ...createCalls(contents),
    ...actionCalls(contents),
    ...objectCalls(contents),
    readActionCall,
    ...viewCalls(parametersOfViews),
    ...operatorCalls,
    ...serviceCalls,
  ];
  return {
    openapi: "3.1.1",
    info: {
      title: `${applicationName} API`,
      version: applicationVersion,
      description,
      contact: { name: "Whoever runs this service" },
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    // But for operators, whose calls say so, no call takes credentials.
    security: [],
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
        ...operatorSchemas(),
        ...serviceSchemas,
      },
      responses: responsesOf(calls),
      parameters,
      headers,
      securitySchemes: {
        operatorToken: { type: "http", scheme: "bearer", description: "The operator token of the service." },
      },
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

/** Those of one name are one: the name tells all that they consist of. */
function responsesOf(calls: readonly Call[]): Record<string, Schema> {
  const all = calls.flatMap(({ kind, refusals }) => errorResponses(kind, refusals));
  return Object.fromEntries(all.map(({ name, response }) => [name, response]));
}
