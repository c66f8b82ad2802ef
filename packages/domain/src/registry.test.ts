import { describe, expect, test } from "vitest";
import { effects } from "./action.ts";
import { recordOf } from "./record.ts";
import {
  actionOf,
  actions,
  actionsOf,
  creatableObjects,
  dataViewOf,
  dataViews,
  idPrefixOf,
  objectOfClass,
  objectOfPrefix,
  objects,
  records,
} from "./registry.ts";

const status = "data.objectInfo.status";
const infoId = "data.objectInfo.ID";

/** The interface's table of creates: class, {ObjectPath}, and the keys of the 201. */
const creates = [
  ["SaleCase", "Sale", [status, "ID", "confirmationNote"]],
  ["RedemptionCase", "Redemption", [infoId, status, "ID"]],
  ["Store", "Store", [status, "ID", "confirmationNote"]],
  ["Member", "Member", [status, "ID", "confirmationNote"]],
  ["Reward", "Reward", [status, "data.objectInfo.content", "ID"]],
  ["Product", "Product", [status, "data.ID", "data.confirmationNote"]],
  ["SegmentCase", "Segment", [infoId, status, "ID"]],
] as const;

/** The interface's tables of actions: target, action, status and keys of the 200. */
const actionTable = [
  ["Store", "Edit", "Open-Active", [status, "confirmationNote"]],
  ["Product", "Edit", "Open-Active", [status, "confirmationNote"]],
  ["Member", "Edit", "Open-Active", [status, "confirmationNote"]],
  ["Member", "AddBalance", "Open-Active", [status, infoId, "confirmationNote"]],
  ["Member", "Block", "Open-Blocked", [status, "confirmationNote"]],
  ["Member", "Unblock", "Open-Active", [status, "confirmationNote"]],
  ["Member", "AddCard", "Open-Active", [status, "confirmationNote"]],
  ["Member", "Merge", "Open-Active", [status, "confirmationNote"]],
  ["Member", "RemoveCard", "Open-Active", [status, "confirmationNote"]],
  ["Reward", "AddRewardStock", "Open-Active", [status]],
  ["RedemptionItemCase", "Lock", "Open-Active", [status, infoId]],
  ["RedemptionItemCase", "Unlock", "Open-Available With Expiry", [status, infoId, "confirmationNote"]],
  ["RedemptionItemCase", "Use", "Resolved-Completed", [status, infoId, "confirmationNote"]],
  ["RedemptionItemCase", "Cancel", "Resolved-Cancelled", [status, infoId, "confirmationNote"]],
  ["RedemptionCase", "Cancel", "Resolved-Cancelled", [status, infoId, "confirmationNote"]],
  ["SegmentCase", "MarkAsInactive", "Resolved-Inactive", [status, infoId]],
  ["Product", "DeleteObject", "Resolved-Deleted", [status, "confirmationNote"]],
  ["Reward", "DeleteObject", "Resolved-Deleted", [status]],
] as const;

const sorted = (names: Iterable<string>) => [...names].sort();
const expectUnique = (names: readonly string[]) => expect(names).toEqual([...new Set(names)]);

describe("creates", () => {
  test("exist for the objects of the interface", () => {
    const classes = creatableObjects.map((definition) => definition.class);
    expect(classes).toEqual(expect.arrayContaining(creates.map(([className]) => className)));
  });

  test.each(creates)("%s is created at %s, and answers with its keys and no others", (className, path, shape) => {
    const definition = objectOfClass(className);
    expect(definition?.path).toBe(path);
    expect(sorted(definition?.created.shape ?? [])).toEqual(sorted(shape));
    expect(definition?.createdContent !== undefined).toBe(
      (shape as readonly string[]).includes("data.objectInfo.content"),
    );
    expect(definition?.created.note).toMatch(/\.$/);
  });
});

describe("actions", () => {
  test("exist for the targets of the interface", () => {
    const listed = actions.map((action) => `${action.target.class} ${action.name}`);
    expect(listed).toEqual(expect.arrayContaining(actionTable.map(([className, name]) => `${className} ${name}`)));
    expectUnique(listed);
  });

  test.each(actionTable)("%s %s answers %s, with its keys and no others", (className, name, to, shape) => {
    const target = objectOfClass(className);
    const action = target && actionOf(target, name);
    expect(sorted(action?.answer.shape ?? [])).toEqual(sorted(shape));
    expect(target?.transitions[action?.transition ?? ""]?.to).toBe(to);
    expect(action?.answer.note).toMatch(/\.$/);
    expect(target && actionsOf(target)).toContain(action);
  });

  test("use each effect that the database package writes exactly once", () => {
    expect(sorted(actions.flatMap((action) => action.effect ?? []))).toEqual(sorted(effects));
  });

  test("of one class do not exist on another", () => {
    for (const target of objects)
      for (const { name } of actions) {
        const isOwn = actions.some((action) => action.target === target && action.name === name);
        expect([target.class, name, actionOf(target, name)?.target]).toEqual([
          target.class,
          name,
          isOwn ? target : undefined,
        ]);
      }
  });
});

describe("names", () => {
  const prefixes = [...objects, ...records].map((definition) => definition.idPrefix);

  test("are unique: classes, paths, nouns, ID prefixes, views", () => {
    expectUnique([...objects, ...records].map((definition) => definition.class));
    expectUnique(objects.flatMap((definition) => definition.path ?? []));
    expectUnique(objects.map((definition) => definition.noun));
    expectUnique(prefixes);
    expectUnique(dataViews.map((view) => view.name));
  });

  test("have a form that is valid in paths, tables and IDs", () => {
    for (const prefix of prefixes) expect(prefix).toMatch(/^[A-Z]{2,8}$/);
    for (const { noun } of objects) expect(noun).toMatch(/^[a-z]+(_[a-z]+)*$/);
    for (const { path } of objects) expect(path ?? "Path").toMatch(/^([A-Z][a-z]+)+$/);
    for (const { name } of dataViews) expect(name).toMatch(/^[A-Z][A-Za-z]+$/);
  });

  test("find their definition, case-sensitively", () => {
    for (const definition of objects) {
      expect(objectOfClass(definition.class)).toBe(definition);
      expect(objectOfPrefix(definition.idPrefix)).toBe(definition);
    }
    for (const definition of [...objects, ...records]) expect(idPrefixOf(definition.class)).toBe(definition.idPrefix);
    for (const view of dataViews) expect(dataViewOf(view.name)).toBe(view);
    for (const name of ["store", "STORE", "", "__proto__", "constructor", "toString"])
      expect([objectOfClass(name), objectOfPrefix(name), dataViewOf(name), idPrefixOf(name)]).toEqual(
        Array(4).fill(undefined),
      );
  });
});

describe("business keys", () => {
  test.each([
    ["SaleCase", { field: "ExternalID", repeats: "answer" }],
    ["RedemptionCase", { field: "ExternalID", repeats: "answer", optional: true }],
    ["RedemptionItemCase", undefined],
    ["Store", { field: "StoreCode", repeats: "refuse" }],
    ["Member", { field: "ExternalID", repeats: "refuse" }],
    ["Reward", { field: "ExternalID", repeats: "refuse" }],
    ["Product", { field: "ProductCode", repeats: "refuse" }],
    ["SegmentCase", undefined],
  ])("%s has the key %j", (className, key) => {
    expect(objectOfClass(className)?.key).toEqual(key);
  });

  test("voucher codes are unique by their normalised form", () => {
    expect(objectOfClass("RedemptionItemCase")?.unique).toEqual(["VoucherKey"]);
  });

  test("are in fields that have a column", () => {
    for (const { fields, key, unique = [], indexes = [], lookedUpBy = [], searchedBy = [] } of objects)
      for (const name of [...(key ? [key.field] : []), ...unique, ...indexes, ...lookedUpBy, ...searchedBy])
        expect(["column", "hidden"]).toContain(fields[name]?.store);
  });

  test("sales wait for members and stores, and for nothing else", () => {
    expect(
      objects.flatMap((definition) => (definition.awaited ? [[definition.class, definition.awaited]] : [])),
    ).toEqual([
      ["Store", "store"],
      ["Member", "member"],
    ]);
  });
});

const fieldsOf = (className: string) => {
  const definition = objectOfClass(className);
  return (definition ? recordOf(definition) : records.find((record) => record.class === className))?.fields;
};

/** The field at the end of a path, through references. */
function fieldAt(className: string, [name = "", ...rest]: readonly string[]): unknown {
  const field = fieldsOf(className)?.[name];
  if (rest.length === 0) return field;
  return field?.type === "reference" && field.class ? fieldAt(field.class, rest) : undefined;
}

describe.each(dataViews.map((view) => [view.name, view] as const))("the view %s", (_, view) => {
  test("filters and orders by fields that exist", () => {
    for (const { field } of view.where.filter(({ field }) => field !== "ID"))
      expect([field, fieldAt(view.record.class, field.split("."))]).toEqual([field, expect.anything()]);
    for (const field of view.orderBy ?? ["CreateDateTime"]) expect(Object.keys(view.record.fields)).toContain(field);
  });

  test("uses every parameter, and no other, unless it computes its records", () => {
    if (view.computes) return expect([view.where, view.record.isComputed]).toEqual([[], true]);
    const used = view.where.flatMap((condition) => ("parameter" in condition ? [condition.parameter] : []));
    const given = view.implied ? Object.keys(view.implied({})) : Object.keys(view.parameters);
    expect(used.sort()).toEqual(given.sort());
  });
});

test("look-ups by business key skip deleted records, and no other view does", () => {
  const passing = dataViews.filter((view) =>
    view.where.some((one) => one.comparator === "NEQ" && "value" in one && one.value === "Resolved-Deleted"),
  );
  expect(passing.map((view) => view.name).sort()).toEqual(
    dataViews
      .map((view) => view.name)
      .filter((name) => /^Get\w+ByBusinessKeys$|^SegmentsByName$/.test(name))
      .sort(),
  );
});
