import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { actions, creatableObjects, dataViews, errorTable, objects, recordOf } from "@rewards/domain";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { servedEndpoints } from "../app.ts";
import { buildDocument } from "./document.ts";
import { docOf } from "./field.docs.ts";
import { actionId, createId, viewId } from "./names.ts";
import type { Operation, Schema } from "./openapi.types.ts";

const document = JSON.parse(JSON.stringify(buildDocument())) as ReturnType<typeof buildDocument>;
const fileOf = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const methods = ["get", "post", "patch"] as const;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  methods.flatMap((method) => {
    const operation = item[method];
    return operation ? [{ path, method, operation, servers: item.servers }] : [];
  }),
);
const operationOf = (id: string) => operations.find(({ operation }) => operation.operationId === id);

function bodyOf(operation: Operation | undefined): Schema {
  const content = operation?.requestBody?.["content"] as Record<string, Schema> | undefined;
  return content?.["application/json"] ?? {};
}

test("the document is valid OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document) as never);
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test("the committed document, types and tables are those that the definitions make", async () => {
  await expect(promisify(execFile)(process.execPath, [fileOf("scripts/openapi.mjs"), "--check"])).resolves.toEqual({
    stdout: "",
    stderr: "",
  });
});

/** Whether a request to the path is one of an operation, at the root or behind the prefix that its servers tell. */
function isAt(path: string, objectPath: string | undefined, one: (typeof operations)[number]): boolean {
  const asked = path.split("/");
  const behind = one.servers && objectPath ? asked.toSpliced(1, 1) : asked;
  const steps = one.path.split("/");
  // What two classes have of one name stands behind the path of each, and is served without it.
  const candidates = [
    steps,
    ...(objectPath === undefined && /^\/\w+\/dx/.test(one.path) ? [steps.toSpliced(1, 1)] : []),
  ];
  return candidates.some(
    (own) =>
      own.length === behind.length &&
      own.every((step, index) => behind[index]?.startsWith(":") || step.startsWith("{") || step === behind[index]),
  );
}

test.each(
  servedEndpoints.flatMap(({ path, objectPath, methods: of }) => of.map((method) => ({ method, path, objectPath }))),
)("$method $path is described", ({ method, path, objectPath }) => {
  const found = operations.filter((one) => one.method === method.toLowerCase() && isAt(path, objectPath, one));
  expect(found).not.toEqual([]);
});

test.each(operations)("$operation.operationId is served", (one) => {
  const found = servedEndpoints.filter(
    ({ path, objectPath, methods: of }) => of.includes(one.method.toUpperCase()) && isAt(path, objectPath, one),
  );
  expect(found).not.toEqual([]);
});

test("every create, action and data view has an operation, and a schema of what it takes, of its own", () => {
  const ids = [
    ...creatableObjects.map(createId),
    ...actions.map(actionId),
    ...dataViews.map(({ name }) => viewId(name)),
  ];
  const found = ids.map((id) => operationOf(id)?.operation);
  expect(found.map((operation) => operation?.operationId)).toEqual(ids);
  const places = operations.map(({ path, method }) => `${method} ${path}`);
  expect(new Set(places).size).toBe(places.length);
  for (const definition of creatableObjects) {
    const { schema } = bodyOf(operationOf(createId(definition))?.operation) as { schema: { $ref: string } };
    const body = document.components.schemas[schema.$ref.split("/").at(-1) as string] as { properties: Schema };
    expect(body.properties["objectTypeID"]).toEqual({ type: "string", const: definition.class });
  }
});

test("every field that can be written or read has a description, and an example where it is no page or constant", () => {
  const records = [...objects.map(recordOf), ...dataViews.map(({ record }) => record)];
  const undescribed = records.flatMap((record) =>
    Object.entries(record.fields).flatMap(([name, field]) => {
      const doc = docOf(record.class, name);
      const needsNone =
        field.store === "constant" || field.type === "page" || field.type === "pages" || name === "Status";
      return field.store === "hidden" || (doc && (needsNone || doc.example !== undefined))
        ? []
        : [`${record.class}.${name}`];
    }),
  );
  const parameters = dataViews.flatMap(({ name, parameters }) =>
    Object.keys(parameters).map((one) => [name, one] as const),
  );
  const unknown = parameters.filter(([view, name]) => docOf(view, name)?.example === undefined);
  expect([...undescribed, ...unknown]).toEqual([]);
});

test("the example of a record's ID is one of its class", () => {
  for (const { record } of dataViews)
    expect(document.components.schemas[record.class]).toMatchObject({
      properties: { ID: { examples: [expect.stringMatching(`^${record.idPrefix}-`)] } },
    });
});

test("every error code is one that some operation answers with, or that the document tells of as a whole", () => {
  const text = JSON.stringify(document.components.responses) + String(document.info["description"]);
  expect(Object.keys(errorTable).filter((code) => !text.includes(code))).toEqual([]);
});

test("every example of a body is one that its schema takes", () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema({ ...document, $id: "openapi" });
  const wrong = operations.flatMap(({ path, method, operation }) => {
    if (!operation.requestBody) return [];
    const at = `/paths/${encodeURIComponent(path.replaceAll("/", "~1"))}/${method}/requestBody`;
    const validate = ajv.compile({ $ref: `openapi#${at}/content/application~1json/schema` });
    return validate(bodyOf(operation)["example"])
      ? []
      : [`${operation.operationId}: ${ajv.errorsText(validate.errors)}`];
  });
  expect(wrong).toEqual([]);
});

test("the document names no machine", () => {
  const text = readFileSync(fileOf("apps/api/openapi.json"), "utf8");
  expect(text.match(/https?:\/\/[^"\s]*|localhost|127\.0\.0\.1|\/(home|work|root|tmp)\//g)).toBeNull();
});
