import { expect, test } from "vitest";
import { collect } from "../testing/collect.ts";
import { readRows } from "./csv.read.ts";
import type { FileLine } from "./lines.read.ts";

async function* linesOf(text: string): AsyncGenerator<FileLine> {
  for (const [index, line] of text.split("\n").entries())
    yield { number: index + 1, bytes: Buffer.from(line).toString("latin1") };
}

const shown = async (text: string) =>
  (await collect(readRows(linesOf(text)))).map((row) =>
    "cells" in row ? [row.number, ...row.cells] : [row.line.number, row.line.bytes],
  );

test.each([",", ";", "\t", "|"])("rows are split at %j, which the first line shows", async (delimiter) => {
  const text = [['"a,;|\tb"', "c"].join(delimiter), ["1", '"x ""y"""'].join(delimiter)].join("\n");
  expect(await shown(text)).toEqual([
    [1, "a,;|\tb", "c"],
    [2, "1", 'x "y"'],
  ]);
});

test("a quoted cell has line breaks, also empty lines; empty lines between rows are none", async () => {
  expect(await shown('a,b\n\n1,"é\n\nz"\n2,3\n')).toEqual([
    [1, "a", "b"],
    [3, "1", "é\n\nz"],
    [6, "2", "3"],
  ]);
});

test.each([
  ['2,"x', "a quote that is not closed"],
  ['2,"x" y', "text after a quote"],
  ['2,12" pizza', "a quote within a cell"],
])("%s: %s costs its line alone", async (bad) => {
  for (const after of ["", '\n4,"quoted"', '\n4,12" pizza\n5,6']) {
    const rows = await shown(`a,b\n1,2\n${bad}\n3,4${after}`);
    expect(rows.slice(1, 4)).toEqual([
      [2, "1", "2"],
      [3, bad],
      [4, "3", "4"],
    ]);
    expect(rows).toHaveLength(4 + after.split("\n").length - 1);
  }
});

test("a quote that is not closed, and seems to be further down, costs its line alone if the columns do not fit", async () => {
  expect(await shown('a,b\n1,"x\n2,3\n4,y",5\n6,7')).toEqual([
    [1, "a", "b"],
    [2, '1,"x'],
    [3, "2", "3"],
    [4, '4,y",5'],
    [5, "6", "7"],
  ]);
});

test("a quote that is not closed is looked for in a bounded part of the file", async () => {
  let taken = 0;
  async function* many() {
    yield* linesOf('a,b\n1,"x');
    for (taken = 0; taken < 300_000; taken += 1) yield { number: taken + 3, bytes: "2,34567" };
  }
  const rows = readRows(many());
  await rows.next();
  expect((await rows.next()).value).toMatchObject({ line: { number: 2 } });
  expect(taken).toBeLessThan(200_000);
});

test("bytes that are no UTF-8 are refused with their line", async () => {
  async function* latin() {
    yield* linesOf("a,b");
    yield { number: 2, bytes: "M\xfcller,1" };
    yield { number: 3, bytes: "x,y" };
  }
  expect(await collect(readRows(latin()))).toEqual([
    { number: 1, cells: ["a", "b"] },
    { line: { number: 2, bytes: "M\xfcller,1" }, problem: "It is not UTF-8." },
    { number: 3, cells: ["x", "y"] },
  ]);
});
