import { actions, callRights, creatableObjects, dataViews, errorTable, objects, recordOf } from "@rewards/domain";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { servedEndpoints } from "../routes/served.ts";
import { buildDocument } from "./document.ts";
import type { Operation, Schema } from "./json-schema.ts";
import { actionId, createId, parametersName, viewId } from "./names.ts";
import { serviceCalls } from "./service.calls.ts";
import { tokenCalls } from "./token.calls.ts";

const document = JSON.parse(JSON.stringify(buildDocument())) as ReturnType<typeof buildDocument>;
const methods = ["get", "post", "patch"] as const;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  methods.flatMap((method) => {
    const operation = item[method];
    return operation ? [{ path, method, operation, servers: item.servers }] : [];
  }),
);
const operationOf = (id: string) => operations.find(({ operation }) => operation.operationId === id);

const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema({ ...document, $id: "openapi" });

function bodyOf(operation: Operation | undefined): Schema {
  const content = operation?.requestBody?.["content"] as Record<string, Schema> | undefined;
  return content?.["application/json"] ?? {};
}

test("the document is valid OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document) as never);
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

/** Generators for Java read no other form. */
test("it says 3.1.0, and anyOf where a value may have one of several types besides null", () => {
  expect(document.openapi).toBe("3.1.0");
  const mixed: string[] = [];
  const look = (part: unknown, path: string): void => {
    if (part === null || typeof part !== "object") return;
    const { type } = part as Schema;
    if (Array.isArray(type) && type.filter((one) => one !== "null").length > 1) mixed.push(path);
    for (const [name, inner] of Object.entries(part)) look(inner, `${path}/${name}`);
  };
  look(document, "");
  expect(mixed).toEqual([]);
});

/** Whether the operation describes the path, at the root or behind a prefix listed in its servers. */
function isAt(path: string, objectPath: string | undefined, one: (typeof operations)[number]): boolean {
  const asked = path.split("/");
  const behind = one.servers && objectPath ? asked.toSpliced(1, 1) : asked;
  const steps = one.path.split("/");
  // Actions of one name in two classes are described behind each class's path, and also served without it.
  const candidates = [
    steps,
    ...(objectPath === undefined && /^\/[{\w}]+\/dx/.test(one.path) ? [steps.toSpliced(1, 1)] : []),
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

test("every create, action and data view has its own operation and its own schema of what it takes", () => {
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

test("the document names the rights of each operation, and no right that no operation needs", () => {
  const named = operations.map(({ operation }) => operation["x-rights"] as readonly string[] | undefined);
  expect(new Set(named.flatMap((rights = []) => rights))).toEqual(new Set(callRights));
  const free = operations.filter((_, index) => !named[index]).map(({ operation }) => operation.operationId);
  expect(free).toEqual(["dataViews.list", ...[...tokenCalls, ...serviceCalls].map(({ id }) => id)]);
});

test("every field that can be written or read has a description and, unless a page or constant, an example", () => {
  const records = [...objects.map(recordOf), ...dataViews.map(({ record }) => record)];
  const undescribed = records.flatMap((record) =>
    Object.entries(record.fields).flatMap(([name, field]) => {
      const { doc } = field;
      const needsNone =
        field.store === "constant" || field.type === "page" || field.type === "pages" || name === "Status";
      return field.store === "hidden" || (doc && (needsNone || doc.example !== undefined))
        ? []
        : [`${record.class}.${name}`];
    }),
  );
  const unknown = dataViews.flatMap(({ name, parameters }) => {
    const schema = document.components.schemas[parametersName(name)] as { properties?: Record<string, Schema> };
    const isKnown = (one: string) => {
      const { description, examples, items } = schema.properties?.[one] ?? {};
      return description && (examples ?? items);
    };
    return Object.keys(parameters).flatMap((one) => (isKnown(one) ? [] : [`${name}.${one}`]));
  });
  expect([...undescribed, ...unknown]).toEqual([]);
});

test("the example of a record's ID has the prefix of its class", () => {
  for (const { record } of dataViews)
    expect(document.components.schemas[`${record.class}Row`]).toMatchObject({
      properties: { ID: { examples: [expect.stringMatching(`^${record.idPrefix}-`)] } },
    });
});

test("every error code is in a response of some operation or in the document's description", () => {
  const text = JSON.stringify(document.components.responses) + String(document.info["description"]);
  expect(Object.keys(errorTable).filter((code) => !text.includes(code))).toEqual([]);
});

/** Every example in the document, with the pointer to its schema. */
function examplesIn(node: unknown, pointer = ""): { readonly pointer: string; readonly example: unknown }[] {
  if (typeof node !== "object" || node === null) return [];
  const one = node as Schema;
  const own = [
    ...(one["schema"] && "example" in one ? [{ pointer: `${pointer}/schema`, example: one["example"] }] : []),
    ...(Array.isArray(one["examples"]) ? one["examples"].map((example) => ({ pointer, example })) : []),
  ];
  const inside = Object.entries(one).filter(([key]) => key !== "example" && key !== "examples");
  return [...own, ...inside.flatMap(([key, value]) => examplesIn(value, `${pointer}/${escapeStep(key)}`))];
}

const escapeStep = (step: string) => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"));

function validate(pointer: string, value: unknown): string[] {
  const isOf = ajv.compile({ $ref: `openapi#${pointer}` });
  return isOf(value) ? [] : [`${pointer}: ${JSON.stringify(value)}: ${ajv.errorsText(isOf.errors)}`];
}

test("every example of a body, a parameter or a field is valid by its schema", () => {
  const found = examplesIn(document);
  expect(found.length).toBeGreaterThan(500);
  expect(found.flatMap(({ pointer, example }) => validate(pointer, example))).toEqual([]);
});

test("the example of a parameter that holds JSON is valid by the schema of its content", () => {
  const wrong = operations.flatMap(({ path, method, operation }) =>
    (operation.parameters ?? []).flatMap((parameter, index) => {
      const { contentSchema } = (parameter["schema"] ?? {}) as Schema;
      const pointer = `/paths/${escapeStep(path)}/${method}/parameters/${index}/schema/contentSchema`;
      return contentSchema ? validate(pointer, JSON.parse(parameter["example"] as string)) : [];
    }),
  );
  expect(wrong).toEqual([]);
});

test("no description repeats a sentence", () => {
  const twice = [...JSON.stringify(document).matchAll(/"description":"((?:[^"\\]|\\.)*)"/g)].filter(([, text = ""]) => {
    const sentences = text.split(/(?<=\.) /).filter((sentence) => sentence.length > 3);
    return new Set(sentences).size < sentences.length;
  });
  expect(twice.map(([, text]) => text)).toEqual([]);
});

test("an action that several classes have is also described at the path without an `{ObjectPath}`, or there as that of a class without one", () => {
  for (const { name } of actions.filter((one) => actions.filter(({ name }) => name === one.name).length > 1)) {
    const item = document.paths[`/dx/api/application/v2/objects/{ID}/actions/${name}`];
    const isOfItems = actions.some((one) => one.name === name && one.target.path === null);
    const group = isOfItems ? "redemptionItems" : "objects";
    expect(item?.patch?.operationId).toBe(`${group}.${name.charAt(0).toLowerCase()}${name.slice(1)}`);
  }
});

/** Every text in the document, after the names on the way to it. */
function textsIn(node: unknown, way = ""): string[] {
  if (typeof node !== "object" || node === null) return [`${way}: ${String(node)}`];
  return Object.entries(node).flatMap(([name, value]) => textsIn(value, `${way} ${name}`));
}

test("the document names no machine, except for hosts under .example (RFC 2606)", () => {
  const machine = /https?:\/\/(?!([\w-]+\.)+example(?![\w-]|\.\w))|localhost|127\.0\.0\.1|\/(home|work|root|tmp)\//;
  const named = (text: string) => textsIn({ text }).filter((one) => machine.test(one));
  for (const text of ["https://cinema.example", "https://www.cinema.example:8443/films", "See http://a.example."])
    expect(named(text)).toEqual([]);
  for (const text of ["https://cinema.com", "http://cinema.example.com", "http://10.0.0.1/", "//localhost", "/tmp/x"])
    expect(named(text)).toEqual([` text: ${text}`]);
  expect(textsIn(document).filter((text) => machine.test(text))).toEqual([]);
});
