import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { AppError, creatableObjects, createRight, type ErrorDetail } from "@rewards/domain";
import { demandRight } from "../call.ts";
import type { Handler } from "../context.ts";
import { linesType } from "../import/answer.ts";
import { openArrival } from "../import/arrive.ts";
import { runImport } from "../import/run.ts";
import { bodyBytesMaxOf } from "./objects.ts";

/** Of an import, unpacked. */
const importBytesMax = 16_777_216;

const required: ErrorDetail = {
  code: "Error_ObjectType_Required",
  text: "Imports need the path of a class, such as /Sale.",
};
const unsupported: ErrorDetail = { code: "Error_ContentType_Unsupported", text: `Imports have the type ${linesType}.` };
const keyed: ErrorDetail = {
  code: "Error_Header_Malformed",
  identifier: "Idempotency-Key",
  text: "An import takes no Idempotency-Key: the keys of its records make it safe to repeat.",
};
const lines = new RegExp(`^${linesType}\\s*(?:;|$)`, "i");

/** POST …/objects/import: creates the record of each line of the body, and answers with a line for each. */
export const importObjects: Handler = async (c, deps, objectPath) => {
  const { headers } = c.env.incoming;
  const definition = creatableObjects.find(({ path }) => path === objectPath);
  if (!definition) throw new AppError(required.code, [required]);
  demandRight(c.env.caller, createRight(definition));
  if (headers["idempotency-key"] !== undefined) throw new AppError(keyed.code, [keyed]);
  if (!lines.test(headers["content-type"] ?? "")) throw new AppError(unsupported.code, [unsupported]);
  await deps.imports.run(c, async () => {
    const arrival = openArrival(c.env, importBytesMax);
    await runImport({ c, deps, definition, arrival, lineBytesMax: bodyBytesMaxOf(deps, objectPath) });
  });
  return RESPONSE_ALREADY_SENT;
};
