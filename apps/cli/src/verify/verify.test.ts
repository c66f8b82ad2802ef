import { InvalidArgumentError } from "commander";
import { expect, test } from "vitest";
import { noteHead } from "./verify.ts";

const hex = "0a".repeat(32);

test("heads are collected by day, their digits in either case", () => {
  const one = noteHead(`2026-05-04=${hex.toUpperCase()}`, new Map());
  expect(one).toEqual(new Map([["2026-05-04", hex]]));
  expect(noteHead(`2024-02-29=${hex}`, one).size).toBe(2);
});

test.each([
  ["minutes", "2026-05-04T13:00Z"],
  ["seconds", "2026-05-04T13:00:00Z"],
  ["milliseconds", "2026-05-04T13:00:00.000Z"],
])("the end of an hour is given to its %s", (_, end) => {
  expect(noteHead(`${end}=${hex}`, new Map())).toEqual(new Map([["2026-05-04T13:00:00.000Z", hex]]));
});

test.each([
  ["nothing", ""],
  ["an end in another zone", `2026-05-04T13:00+02:00=${hex}`],
  ["an hour that does not exist", `2026-05-04T25:00Z=${hex}`],
  ["a day alone", "2026-05-04"],
  ["a day that does not exist", `2026-02-30=${hex}`],
  ["a month that does not exist", `2026-13-01=${hex}`],
  ["a digit too few", `2026-05-04=${hex.slice(1)}`],
  ["a digit too many", `2026-05-04=${hex}0`],
  ["what is no digit", `2026-05-04=${"g".repeat(64)}`],
])("%s is refused", (_, text) => expect(() => noteHead(text, new Map())).toThrow(InvalidArgumentError));

test("a day given twice is refused: nobody knows which was meant", () => {
  expect(() => noteHead(`2026-05-04=${hex}`, new Map([["2026-05-04", hex]]))).toThrow(
    "The head of 2026-05-04 is given twice.",
  );
});
