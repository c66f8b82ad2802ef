import { describe, expect, test } from "vitest";
import { callsOf } from "./support/calls.ts";
import { root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import { freshKey } from "./support/fixtures.ts";
import { countRows, useBasics, useSharedStack } from "./support/stack.ts";

const stack = useSharedStack();
const basics = useBasics(stack, { points: 1_000, stock: 100 });

const { acts } = callsOf(() => ({ client: stack.client, basics }));
const readAction = (id: string, action: string) => stack.client.send("GET", `${root}/objects/${id}/actions/${action}`);

describe.each(acts)("GET of $name", ({ name, target }) => {
  const [action = ""] = name.split(" ");

  test("answers with the object, its tag and the action's fields, and changes nothing", async () => {
    const id = await target();
    const [read, rows] = [await stack.client.read(id), await countRows(stack)];
    const { status, body, headers } = await readAction(id, action);
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(["data", "uiResources"]);
    expect(Object.keys(body.data).toSorted()).toEqual(["action", "objectInfo"]);
    expect(body.data.objectInfo).toEqual(read.body.data.objectInfo);
    expect(body.data.action).toEqual({ ID: action, name: action, fields: expect.any(Array) });
    const names = body.data.action.fields.map((field: { name: string }) => field.name);
    expect(Object.keys(body.uiResources.resources.fields)).toEqual(names);
    expect(headers.get("etag")).toBe(read.headers.get("etag"));
    const after = await countRows(stack);
    expect({ ...after, pending: rows["pending"], history: rows["history"] }).toEqual(rows);
  });

  test("its tag can be used to run the action", async () => {
    const id = await target();
    const tag = (await readAction(id, action)).headers.get("etag") as string;
    const content = acts.find((one) => one.name === name)?.content() ?? null;
    expect(await stack.client.act(id, action, { content }, { "If-Match": tag })).toMatchObject({ status: 200 });
  });
});

test("an Edit's fields have names, types, required flags and the object's values", async () => {
  const Address = { Street: "Oak", City: "Berlin", StateProvince: "", Country: "DE", PostalCode: "" };
  const StoreCode = freshKey("S");
  const id = await stack.client.created("Store", { StoreCode, Name: "Main", IsParticipating: false, Address });
  const text = (name: string, value: string) => ({ name, type: "text", required: false, value });
  expect((await readAction(id, "Edit")).body.data.action.fields).toEqual([
    text("Name", "Main"),
    text("Description", ""),
    text("StoreCode", StoreCode),
    ...Object.entries(Address).map(([name, value]) => text(`Address.${name}`, value)),
    { name: "IsParticipating", type: "boolean", required: false, value: false },
  ]);
});

test("an unknown object, action, and another class' action are 404", async () => {
  const absent = basics.storeId.replace(/[0-9a-f]{12}$/, "0".repeat(12));
  for (const id of [absent, "STO-1", "x", "LED-00000000000000000000000000000000"])
    expectError(await readAction(id, "Edit"), 404, "Error_Object_Unknown");
  for (const action of ["edit", "Lock", "DeleteObject", "toString", "%00"])
    expectError(await readAction(basics.storeId, action), 404, "Error_Action_Unknown");
});

test("GET of an action that the status does not allow is refused with 409, like the action itself", async () => {
  const product = await stack.client.created("Product", { ProductCode: freshKey("P"), Name: "Tea" });
  await stack.client.act(product, "DeleteObject");
  for (const action of ["Edit", "DeleteObject"]) {
    expectError(await readAction(product, action), 409, "Error_Status_Illegal");
    const refused = await stack.client.act(product, action, { content: {} });
    expectError(refused, 409, "Error_Status_Illegal");
    const text = `The status Resolved-Deleted does not allow ${action}.`;
    expect([refused, await readAction(product, action)].map(({ body }) => body.errorDetails[0].localizedValue)).toEqual(
      [text, text],
    );
  }
});
