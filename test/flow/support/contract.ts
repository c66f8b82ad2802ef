import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { OpenApiDocument } from "@rewards/api/openapi";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** The committed document, which the service serves too. */
const openApiFile = fileURLToPath(new URL("../../../apps/api/openapi.json", import.meta.url));
export const document = JSON.parse(readFileSync(openApiFile, "utf8")) as OpenApiDocument;

const methods = ["get", "post", "patch"] as const;

/** An operation, with the paths that reach it. */
interface Documented {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly statuses: readonly string[];
  readonly pattern: RegExp;
}

const namesInPaths = Object.keys(document.paths).flatMap((path) => /^\/(\w+)\/dx\//.exec(path)?.[1] ?? []);
/** The object names that a path may begin with. */
export const objectPaths: readonly string[] = [...new Set(namesInPaths)];
const prefixes = `(?:/(?:${objectPaths.join("|")}))?`;

function patternOf(path: string, isPrefixed: boolean): RegExp {
  const steps = path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+");
  // A path with an object's prefix also works without it; an action works behind every prefix.
  const ownPrefix = /^\/(?:\w+|\[\^\/\]\+)(?=\/dx\/)/;
  const own = steps.replace(ownPrefix, (prefix) => (path.includes("/actions/") ? prefixes : `(?:${prefix})?`));
  return new RegExp(`^${isPrefixed ? prefixes : ""}${own}$`);
}

/** Every operation of the document, those with the fewest placeholders in their path first. */
export const documented: readonly Documented[] = Object.entries(document.paths)
  .flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const statuses = Object.keys(operation.responses);
      const pattern = patternOf(path, item.servers !== undefined);
      return [{ id: operation.operationId, method: method.toUpperCase(), path, statuses, pattern }];
    }),
  )
  .sort((a, b) => a.path.split("{").length - b.path.split("{").length);

/** The path without its query, percent-decoded if possible. */
function readPath(target: string): string {
  const [path = ""] = target.split("?");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The operations that a request may be: several if two classes have an action of the same name. */
function operationsAt(method: string, target: string): Documented[] {
  const path = readPath(target);
  const found = documented.filter((one) => one.method === method && one.pattern.test(path));
  return found.filter((one) => one.path.split("{").length === found[0]?.path.split("{").length);
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema({ ...document, $id: "openapi" });
const validators = new Map<string, ValidateFunction>();

function validatorOf(pointer: string): ValidateFunction {
  const known = validators.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
  validators.set(pointer, known);
  return known;
}

function pointerOf({ method, path }: Documented, status: number): string | undefined {
  const operation = document.paths[path]?.[method.toLowerCase() as (typeof methods)[number]];
  const response = operation?.responses[status];
  if (!response) return undefined;
  const shared = response["$ref"] as string | undefined;
  const at =
    shared?.slice(1) ??
    `/paths/${encodeURIComponent(path.replaceAll("/", "~1"))}/${method.toLowerCase()}/responses/${status}`;
  return `${at}/content/application~1json/schema`;
}

interface Seen {
  readonly status: number;
  readonly body: unknown;
}

const seen = new Set<string>();
/** Every answer that this test file checked: `sales.create 201`. */
export const answersSeen: ReadonlySet<string> = seen;

/** @throws if the document does not describe the answer. A request of no operation must get an error. */
export function checkAnswer(method: string, target: string, { status, body }: Seen): void {
  if (method === "HEAD") return;
  const problems = operationsAt(method, target).map((operation) => {
    const pointer = pointerOf(operation, status);
    if (!pointer) return `${operation.id} is not described to answer ${status}`;
    const validate = validatorOf(pointer);
    if (!validate(body)) return `${operation.id} ${status}: ${ajv.errorsText(validate.errors)}`;
    seen.add(`${operation.id} ${status}`);
    return undefined;
  });
  if (problems.includes(undefined)) return;
  if (problems.length === 0) {
    const isError = validatorOf("/components/schemas/Error");
    if (isError(body)) return;
    problems.push(`no operation is described here, so it must be an error: ${ajv.errorsText(isError.errors)}`);
  }
  throw new Error(`${method} ${target} answered ${status} ${JSON.stringify(body)}\n${problems.join("\n")}`);
}
