import { allRights, everyRight, parseRights } from "@rewards/domain";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { reachedDocument } from "./document.reach.ts";
import { buildDocument } from "./document.ts";
import type { OpenApiDocument, Operation } from "./openapi.types.ts";

const whole = JSON.parse(JSON.stringify(buildDocument())) as OpenApiDocument;

const operationsOf = ({ paths }: OpenApiDocument) =>
  Object.values(paths).flatMap((item) => Object.values(item).filter((one): one is Operation => "operationId" in one));
const needsOf = (operation: Operation) => (operation["x-rights"] ?? []) as readonly string[];
const idsOf = (document: OpenApiDocument) => operationsOf(document).map(({ operationId }) => operationId);

test("with every right the document has every operation and every component that one refers to", () => {
  const reached = reachedDocument(whole, everyRight);
  expect(reached).toEqual(whole);
});

test("without a right it has the operations that need no credential, and no tag or component of others", () => {
  const reached = reachedDocument(whole, parseRights(""));
  expect(new Set(idsOf(reached).map((id) => id.split(".")[0]))).toEqual(new Set(["health", "service"]));
  expect(reached.tags.map(({ name }) => name)).toEqual(["Health", "This description"]);
  expect(Object.keys(reached.components.schemas).sort()).toEqual([
    "Error",
    "ErrorCode",
    "ErrorDetail",
    "Liveness",
    "Readiness",
  ]);
});

test.each(allRights)(
  "with only %s it has the operations of that right and names no other, and is valid",
  async (right) => {
    const reached = reachedDocument(whole, parseRights(right));
    const own = operationsOf(whole).filter((one) => needsOf(one).includes(right));
    // To read an action, a caller must also be able to read the object.
    const expected = own.map(({ operationId }) => operationId).filter((id) => id !== "objects.getAction");
    const named = operationsOf(reached).filter((one) => needsOf(one).length > 0);
    expect(named.map(({ operationId }) => operationId)).toEqual(expected);
    expect(new Set(named.flatMap(needsOf))).toEqual(new Set([right]));
    const { errors } = await new Validator().validate(structuredClone(reached) as never);
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
