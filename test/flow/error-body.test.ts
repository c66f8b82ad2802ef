import { describe, expect, test } from "vitest";
import { objectTypes, root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import { countRows, useBasics, useSharedStack } from "./support/stack.ts";

const stack = useSharedStack({ workers: 0 });
const basics = useBasics(stack);

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));

/** Bodies that every call refuses. */
const malformed: [name: string, body: string | Uint8Array, code: string][] = [
  ["nothing", "", "Error_Body_Malformed"],
  ["no JSON", "{", "Error_Body_Malformed"],
  ["JSON and more", "{} {}", "Error_Body_Malformed"],
  ["single quotes", "{'content':{}}", "Error_Body_Malformed"],
  ["NaN", '{"content":NaN}', "Error_Body_Malformed"],
  ["a leading zero", '{"content":{"Amount":01.12345678901234567}}', "Error_Body_Malformed"],
  ["a raw control character", '{"content":{"Name":"\u0001"}}', "Error_Body_Malformed"],
  ["invalid UTF-8", bytes('{"content":{"Name":"', [0xff], '"}}'), "Error_Body_Malformed"],
  ["UTF-8 cut short", bytes('{"content":{"Name":"', [0xc3], '"}}'), "Error_Body_Malformed"],
  ["a surrogate in UTF-8", bytes('{"content":{"Name":"', [0xed, 0xa0, 0x80], '"}}'), "Error_Body_Malformed"],
  ["two byte order marks", bytes([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], "{}"), "Error_Body_Malformed"],
  ["a member twice", '{"content":{"Name":"A","Name":"B"}}', "Error_Body_Malformed"],
  ["UTF-16", Buffer.from("{}", "utf16le"), "Error_Body_Malformed"],
  ["an array", "[]", "Error_Body_NotObject"],
  ["a string", '"x"', "Error_Body_NotObject"],
  ["null", "null", "Error_Body_NotObject"],
  ["a number", "1", "Error_Body_NotObject"],
];

describe.each(malformed)("a body of %s is refused with 400", (_, body, code) => {
  const calls = () =>
    [
      ["POST", `/Store${root}/objects`],
      ["PATCH", `${root}/objects/${basics.storeId}/actions/Edit`],
      ["POST", `${root}/data_views/ProgramList`],
    ] as const;
  test("on a create, an action and a view, and nothing is written", async () => {
    const before = await countRows(stack);
    for (const [method, path] of calls()) expectError(await stack.client.sendRaw(method, path, body), 400, code);
    expect(await countRows(stack)).toEqual(before);
  });
});

const Name = "x";
const content = { Name };
const objectTypeID = "SegmentCase";
const notObject = "Error_Content_NotObject";
const unknown = "Error_ObjectType_Unknown";
const unsupported = "Error_PageInstructions_Unsupported";
const badCreates: [name: string, path: string, body: object, code: string][] = [
  ["content missing", "/Segment", { objectTypeID }, notObject],
  ["content null", "/Segment", { objectTypeID, content: null }, notObject],
  ["content an array", "/Segment", { objectTypeID, content: [content] }, notObject],
  ["content a string", "/Segment", { objectTypeID, content: "{}" }, notObject],
  ["objectTypeID missing", "/Segment", { content }, "Error_ObjectType_Required"],
  ["objectTypeID null", "/Segment", { objectTypeID: null, content }, "Error_ObjectType_Required"],
  ["objectTypeID empty", "", { objectTypeID: "", content }, "Error_ObjectType_Required"],
  ["objectTypeID a number", "", { objectTypeID: 1, content }, unknown],
  ["objectTypeID an array of the right one", "/Segment", { objectTypeID: [objectTypeID], content }, unknown],
  ["objectTypeID unknown", "/Segment", { objectTypeID: "Nothing", content }, unknown],
  ["objectTypeID of another case", "/Segment", { objectTypeID: "segmentcase", content }, unknown],
  ["objectTypeID the path", "/Segment", { objectTypeID: "Segment", content }, unknown],
  ["objectTypeID that only the worker creates", "", { objectTypeID: "RedemptionItemCase", content }, unknown],
  ["objectTypeID of a record that is no object", "", { objectTypeID: "LedgerEntryCase", content }, unknown],
  ["objectTypeID of an inherited property", "", { objectTypeID: "constructor", content }, unknown],
  [
    "pageInstructions non-empty",
    "/Segment",
    { objectTypeID, content, pageInstructions: [{ instruction: "UPDATE" }] },
    unsupported,
  ],
  ["pageInstructions an object", "/Segment", { objectTypeID, content, pageInstructions: {} }, unsupported],
];

test.each(badCreates)("a create with %s is refused with 400, and nothing is written", async (_, path, body, code) => {
  const before = await countRows(stack);
  expectError(await stack.client.send("POST", `${path}${root}/objects`, body), 400, code);
  expect(await countRows(stack)).toEqual(before);
});

test("the refusal of an unknown objectTypeID lists those that exist", async () => {
  const { body } = await stack.client.send("POST", `${root}/objects`, { objectTypeID: "Sale", content });
  for (const objectTypeID of Object.values(objectTypes))
    expect(body.errorDetails[0].localizedValue).toMatch(new RegExp(`\\b${objectTypeID}\\b`));
});

test("each path takes only its own objectTypeID", async () => {
  const before = await countRows(stack);
  for (const path of Object.keys(objectTypes)) {
    for (const [other, objectTypeID] of Object.entries(objectTypes)) {
      if (other === path) continue;
      expectError(
        await stack.client.send("POST", `/${path}${root}/objects`, { objectTypeID, content }),
        400,
        "Error_ObjectType_Mismatch",
      );
    }
  }
  expect(await countRows(stack)).toEqual(before);
});

test("an action without the content it needs, and any action with content that is not an object, is refused with 400", async () => {
  const { client } = stack;
  const segment = await client.created("Segment", { Name });
  for (const given of [undefined, null, [], "x", 1])
    for (const [id, action] of [
      [basics.storeId, "Edit"],
      [basics.productId, "Edit"],
      [basics.memberId, "AddBalance"],
      [basics.rewardId, "AddRewardStock"],
    ] as const)
      expectError(await client.act(id, action, { content: given }), 400, "Error_Content_NotObject");
  for (const given of [[], "x", 1, false])
    for (const [id, action] of [
      [segment, "MarkAsInactive"],
      [basics.productId, "DeleteObject"],
    ] as const)
      expectError(await client.act(id, action, { content: given }), 400, "Error_Content_NotObject");
  for (const pageInstructions of [[{}], {}, "x", [null]])
    expectError(
      await client.act(segment, "MarkAsInactive", { pageInstructions }),
      400,
      "Error_PageInstructions_Unsupported",
    );
  for (const id of [basics.storeId, basics.productId, basics.memberId, basics.rewardId])
    expect((await client.read(id)).body.data.objectInfo.content["@version"]).toBe(1);
});

test("members of an object's prototype are not read as its content", async () => {
  const hidden = `{"objectTypeID":"Store","content":{"StoreCode":"proto","Long":12345678901234567890,"__proto__":{"Name":"N"}}}`;
  expectError(await stack.client.sendRaw("POST", `/Store${root}/objects`, hidden), 422, {
    code: "Error_Field_Required",
    field: ".Name",
  });
  const whole = `{"Long":12345678901234567890,"__proto__":{"objectTypeID":"Store","content":{"StoreCode":"proto","Name":"N"}}}`;
  expectError(await stack.client.sendRaw("POST", `/Store${root}/objects`, whole), 400, "Error_ObjectType_Required");
});
