import { buildDocument } from "@rewards/api/openapi";
import openapiTS, { astToString } from "openapi-typescript";
import { allowUndefined } from "./given.mjs";

const generated = "packages/client/src/generated";
const head = "/** Made from the API's description by `npm run generate`; not to be changed by hand. */\n";

/** @typedef {import("@rewards/api/openapi").OpenApiDocument} Document */
/** @typedef {import("@rewards/api/openapi").Operation} Operation */

/**
 * The OpenAPI document, and the client's generated files.
 * @returns {Promise<Record<string, string>>}
 */
export async function makeDescription() {
  const document = buildDocument();
  // openapiTS changes its argument, so it gets a copy.
  const types = await openapiTS(JSON.parse(JSON.stringify(document)), { defaultNonNullable: false, immutable: true });
  return {
    "apps/api/openapi.json": `${JSON.stringify(document, null, 2)}\n`,
    [`${generated}/schema.ts`]: head + astToString(allowUndefined(types, document)),
    [`${generated}/tables.ts`]: head + printTables(document),
  };
}

/** @param {Document} document */
function printTables(document) {
  const calls = Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, item]) =>
      /** @type {const} */ (["get", "post", "patch"]).flatMap((method) => {
        const operation = item[method];
        const call = operation && callOf(document, { path, method, operation });
        return call ? [[operation.operationId, call]] : [];
      }),
    ),
  );
  const codes = /** @type {any} */ (document.components.schemas["ErrorCode"])["x-codes"];
  const retryable = Object.keys(codes).filter((code) => codes[code].retryable);
  return [
    `/** What each call of the client sends, by its operation's ID. */\nexport const calls = ${print(calls)} as const;\n`,
    `/** The codes of errors that may go away by themselves. */\nexport const retryableCodes = ${print(retryable)} as const;\n`,
  ].join("\n");
}

/**
 * What the client needs to know about an operation at run time; undefined if the client has no call for it.
 * @param {Document} document
 * @param {{ path: string, method: "get" | "post" | "patch", operation: Operation }} at
 */
function callOf(document, { path, method, operation }) {
  const { operationId } = operation;
  const [group = ""] = operationId.split(".");
  // The client leaves out operations that another one covers, and those that it sends by itself.
  const isTwin = operationId.endsWith(".read") || (group === "objects" && method !== "get");
  if (["health", "service", "tokens"].includes(group) || isTwin) return;
  const sent = { method: method.toUpperCase(), path };
  const body = bodyOf(document, operation);
  if (operationId === "objects.get") return { kind: "object", ...sent };
  if (group === "views")
    return { kind: "view", ...sent, takesParameters: body?.required?.includes("dataViewParameters") ?? false };
  if (method === "patch") return { kind: "action", ...sent, takesContent: contentOf(body) };
  const objectTypeID = body?.properties?.objectTypeID?.const;
  if (objectTypeID)
    return { kind: "create", ...sent, objectTypeID, keyField: operation["x-idempotency-field"] ?? null };
  const takesQuery = (operation.parameters ?? []).some((one) => one["in"] === "query");
  const isSafe = method === "get" || path.includes("/data_views/");
  return { kind: "other", ...sent, takesBody: body !== undefined, takesQuery, isSafe };
}

/**
 * Whether an action takes content: it must be given, may be given, or has no fields.
 * @param {any} body
 */
function contentOf(body) {
  if (body?.required?.includes("content")) return true;
  return body?.properties?.content?.anyOf ? "optional" : false;
}

/**
 * @param {Document} document
 * @param {Operation} operation
 * @returns {any}
 */
function bodyOf({ components }, { requestBody }) {
  const schema = /** @type {any} */ (requestBody)?.content["application/json"].schema;
  return schema?.$ref ? components.schemas[schema.$ref.split("/").at(-1)] : schema;
}

/** @param {unknown} value */
function print(value) {
  return JSON.stringify(value, null, 2);
}
