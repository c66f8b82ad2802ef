import fc from "fast-check";
import { expect, test } from "vitest";
import { type Change, changes, writeDocument } from "./document.ts";

const document = { a: 1, b: [true, { c: "x" }] };
const changedAt = (at: number, change: Change) => writeDocument(document, [{ at, change }]);

test("an unchanged document is written as JSON.stringify writes it", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => writeDocument(value, []) === JSON.stringify(value)));
});

test.each<[name: string, at: number, change: Change, text: string]>([
  ["the root is replaced", 0, changes.replace("1e999"), "1e999"],
  [
    "a leaf is replaced",
    4,
    changes.replace('"\\ud800"'),
    '{"a":1,"b":[true,{"c":"\\ud800"}]}'.replace('{"c":"\\ud800"}', '"\\ud800"'),
  ],
  ["a count past the end wraps around", 7, changes.replace("0"), '{"a":0,"b":[true,{"c":"x"}]}'],
  ["a member is removed", 1, changes.remove(), '{"b":[true,{"c":"x"}]}'],
  ["an item is removed", 3, changes.remove(), '{"a":1,"b":[{"c":"x"}]}'],
  ["a name comes twice", 1, changes.double("2", false), '{"a":1,"a":2,"b":[true,{"c":"x"}]}'],
  ["a member is added by any name", 4, changes.add("__proto__", "{}"), '{"a":1,"b":[true,{"c":"x","__proto__":{}}]}'],
  ["a value is nested deeper", 1, changes.wrap(3), '{"a":[[[1]]],"b":[true,{"c":"x"}]}'],
  ["an item is repeated", 2, changes.repeat(3), '{"a":1,"b":[true,true,true]}'],
])("%s", (_name, at, change, text) => {
  expect(changedAt(at, change)).toBe(text);
});

test("several faults at once", () => {
  const faults = [
    { at: 0, change: changes.wrap(1) },
    { at: 1, change: changes.double("2", true) },
    { at: 3, change: changes.remove() },
  ];
  expect(writeDocument(document, faults)).toBe('[{"a":2,"a":1,"b":[{"c":"x"}]}]');
});
