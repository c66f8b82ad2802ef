import fc from "fast-check";
import { expect, test } from "vitest";
import { type Change, changeTree, treeOf, writeTree } from "./tree.ts";

const document = { a: 1, b: [true, { c: "x" }] };
const changedAt = (at: number, change: Change) => writeTree(changeTree(treeOf(document), at, change));

test("an unchanged document is written as JSON.stringify writes it", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => writeTree(treeOf(value)) === JSON.stringify(value)));
});

test.each<[name: string, at: number, change: Change, text: string]>([
  ["the root is replaced", 0, { kind: "replace", text: "1e999" }, "1e999"],
  [
    "a leaf is replaced",
    4,
    { kind: "replace", text: '"\\ud800"' },
    '{"a":1,"b":[true,{"c":"\\ud800"}]}'.replace('{"c":"\\ud800"}', '"\\ud800"'),
  ],
  ["a count past the end wraps around", 7, { kind: "replace", text: "0" }, '{"a":0,"b":[true,{"c":"x"}]}'],
  ["a member is removed", 1, { kind: "remove" }, '{"b":[true,{"c":"x"}]}'],
  ["an item is removed", 3, { kind: "remove" }, '{"a":1,"b":[{"c":"x"}]}'],
  ["a name comes twice", 1, { kind: "double", text: "2", isFirst: false }, '{"a":1,"a":2,"b":[true,{"c":"x"}]}'],
  [
    "a member is added by any name",
    4,
    { kind: "add", name: "__proto__", text: "{}" },
    '{"a":1,"b":[true,{"c":"x","__proto__":{}}]}',
  ],
  ["a value is nested deeper", 1, { kind: "wrap", depth: 3 }, '{"a":[[[1]]],"b":[true,{"c":"x"}]}'],
  ["an item is repeated", 2, { kind: "repeat", count: 3 }, '{"a":1,"b":[true,true,true]}'],
])("%s", (_name, at, change, text) => {
  expect(changedAt(at, change)).toBe(text);
});
