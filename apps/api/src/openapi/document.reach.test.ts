import { allRights, callRights, everyRight, parseRights } from "@rewards/domain";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { reachedDocument } from "./document.reach.ts";
import { buildDocument } from "./document.ts";
import type { OpenApiDocument, Operation } from "./openapi.types.ts";

const whole = JSON.parse(JSON.stringify(buildDocument())) as OpenApiDocument;

const operationsOf = ({ paths }: OpenApiDocument) =>
  Object.values(paths).flatMap((item) => Object.values(item).filter((one): one is Operation => "operationId" in one));
const needsOf = (operation: Operation) => (operation["x-rights"] ?? []) as readonly string[];
const scopesOf = ({ components }: OpenApiDocument) =>
  Object.keys(
    (components.securitySchemes["accessToken"] as { flows: { clientCredentials: { scopes: object } } }).flows
      .clientCredentials.scopes,
  );
const idsOf = (document: OpenApiDocument) => operationsOf(document).map(({ operationId }) => operationId);

test("with every right the document has every operation and every component that one refers to", () => {
  const reached = reachedDocument(whole, everyRight);
  expect(reached).toEqual(whole);
});

test("without a right it has the operations that need no credential, and no tag or component of others", () => {
  const reached = reachedDocument(whole, parseRights(""));
  expect(new Set(idsOf(reached).map((id) => id.split(".")[0]))).toEqual(new Set(["health", "service", "tokens"]));
  expect(reached.tags.map(({ name }) => name)).toEqual(["Access tokens", "Health", "This description"]);
  expect(Object.keys(reached.components.schemas).sort()).toEqual([
    "Error",
    "ErrorCode",
    "ErrorDetail",
    "Liveness",
    "Readiness",
    "RevocationAnswer",
    "RevocationRequest",
    "Root",
    "TokenAnswer",
    "TokenRequest",
  ]);
  expect(scopesOf(reached)).toEqual([]);
});

/** References to nothing, and choices of nothing: what leaving parts out can break. */
function brokenIn(document: OpenApiDocument): string[] {
  const kept = new Set(
    Object.entries(document.components).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `#/components/${kind}/${name}`),
    ),
  );
  const broken: string[] = [];
  JSON.stringify(document, (key, value) => {
    const isRef = typeof value === "string" && value.startsWith("#/components/");
    if (isRef && !kept.has(value)) broken.push(value);
    if (["oneOf", "anyOf"].includes(key) && value.length === 0) broken.push(`an empty ${key}`);
    return value;
  });
  return broken;
}

test("with only one right it has the operations of that right, names no other, and refers to nothing that is left out", () => {
  for (const right of callRights) {
    const reached = reachedDocument(whole, parseRights(right));
    const own = operationsOf(whole).filter((one) => needsOf(one).includes(right));
    // To read an action, a caller must also be able to read the object.
    const expected = own.map(({ operationId }) => operationId).filter((id) => id !== "objects.getAction");
    const named = operationsOf(reached).filter((one) => needsOf(one).length > 0);
    expect(named.map(({ operationId }) => operationId)).toEqual(expected);
    expect(new Set(named.flatMap(needsOf))).toEqual(new Set([right]));
    expect([right, scopesOf(reached)]).toEqual([right, [right]]);
    expect([right, brokenIn(reached)]).toEqual([right, []]);
  }
});

// One of each kind: the validator takes a fifth of a second for each document.
test.each(["sale:create", "member:read", "redemption_item:use", "view:LedgerEntriesBetweenDates", "operator:inspect"])(
  "with only %s it is valid OpenAPI",
  async (right) => {
    expect(allRights).toContain(right);
    const { errors } = await new Validator().validate(
      structuredClone(reachedDocument(whole, parseRights(right))) as never,
    );
    expect(errors).toBeUndefined();
  },
);

test("a till that creates sales sees no schema of members, and one that reads stores and edits them sees that action", () => {
  const till = JSON.stringify(reachedDocument(whole, parseRights("sale:create view:StoreList")).components);
  expect(till).toContain("SaleCreate");
  for (const hidden of ["MemberCreate", "MemberInfo", '"MemberRow"', "MemberList", "AddBalance"])
    expect(till).not.toContain(hidden);
  const editor = reachedDocument(whole, parseRights("store:read store:edit"));
  expect(idsOf(editor)).toEqual(expect.arrayContaining(["stores.edit", "objects.get", "objects.getAction"]));
  expect(editor.components.schemas["ActionName"]).toMatchObject({ enum: ["Edit"] });
  expect(editor.components.schemas["ObjectInfo"]).toMatchObject({
    oneOf: [{ $ref: "#/components/schemas/StoreInfo" }],
  });
});
