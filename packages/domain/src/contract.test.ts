import { expect, test } from "vitest";
import { describeObject, printContract } from "./contract.ts";
import { requiredAmount } from "./field.ts";
import type { ObjectDefinition } from "./object.ts";
import { actions, dataViews, objects, records } from "./registry.ts";
import { store } from "./store/store.class.ts";

const text = printContract();
const lines = text.split("\n").map((line) => line.trim());

test("every class, record, action and view of the registry is in the contract", () => {
  for (const { class: name } of objects) expect(lines).toContain(`class ${name}`);
  for (const { class: name } of records) expect(lines).toContain(`record ${name}`);
  for (const { name } of dataViews) expect(lines).toContain(`view ${name}`);
  expect(lines.filter((line) => line.startsWith("action "))).toHaveLength(actions.length);
});

test("every field, including those of its pages, is a line of its class", () => {
  for (const definition of objects) {
    const described = describeObject(definition).map((line) => line.trim());
    for (const [name, { fields, itemFields }] of Object.entries(definition.fields))
      for (const one of [name, ...Object.keys(fields ?? itemFields ?? {})])
        expect(
          described.some((line) => line.startsWith(`${one}: `)),
          `${definition.class} ${one}`,
        ).toBe(true);
  }
});

test.each<[string, Partial<ObjectDefinition>]>([
  ["a field", { fields: { ...store.fields, Area: requiredAmount({ text: "Square metres.", example: 1 }) } }],
  ["a move", { transitions: { ...store.transitions, close: { from: ["Open-Active"], to: "Open-Active" } } }],
  ["a further unique field", { unique: ["Name"] }],
])("%s more adds one line", (_, change) => {
  const before = describeObject(store);
  const after = describeObject({ ...(store as ObjectDefinition), ...change });
  expect(after.filter((line) => !before.includes(line))).toHaveLength(1);
  expect(after.filter((line) => before.includes(line))).toEqual(before);
});

test.each<[string, Partial<ObjectDefinition>]>([
  ["how repeats of its key are answered", { key: { field: "StoreCode", repeats: "answer" } }],
  ["what a create answers with", { created: { ...store.created, shape: ["ID"] } }],
  ["its first status", { initial: "Pending-Review" }],
  ["when it is shown as moved", { expires: { at: "OpenedAt", move: "edit", refusal: "Error_Voucher_Expired" } }],
])("the contract shows a change of %s", (_, change) => {
  expect(describeObject({ ...(store as ObjectDefinition), ...change })).not.toEqual(describeObject(store));
});
