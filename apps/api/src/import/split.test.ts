import { expect, test } from "vitest";
import { type Line, LineSplitter } from "./split.ts";

const bytes = (text: string) => Buffer.from(text);
const shown = ({ number, bytes: of }: Line) => [number, of?.toString()];

/** The lines of a body that arrives in these pieces. */
function linesOf(pieces: readonly Buffer[], lineBytesMax = 100) {
  const splitter = new LineSplitter(lineBytesMax);
  return [...pieces.flatMap((piece) => [...splitter.split(piece)]), ...splitter.last()].map(shown);
}

const body = bytes('\ufeff{"a":"ä"}\r\n\n{"b":1}\n\r\n{"c":2}');

test("wherever the body is cut, it has the same lines: without ends, empty ones counted and left out", () => {
  for (let at = 0; at <= body.length; at += 1)
    expect(linesOf([body.subarray(0, at), body.subarray(at)])).toEqual([
      [1, '{"a":"ä"}'],
      [3, '{"b":1}'],
      [5, '{"c":2}'],
    ]);
  const single = [...body].map((byte) => Buffer.from([byte]));
  expect(linesOf(single)).toHaveLength(3);
});

test("a line that is too long comes without its bytes, however it arrives, and the next one is whole", () => {
  for (const length of [9, 10, 11, 14, 15, 1_000]) {
    const text = `${"x".repeat(length)}\r\nnext\n`;
    const wanted = [
      [1, length > 10 ? undefined : "x".repeat(length)],
      [2, "next"],
    ];
    expect(linesOf([bytes(text)], 10)).toEqual(wanted);
    expect(linesOf([...text].map(bytes), 10)).toEqual(wanted);
  }
  expect(linesOf([bytes("x".repeat(11))], 10)).toEqual([[1, undefined]]);
});

test("a mark counts neither as a line nor to its length, and only the first line may have one", () => {
  expect(linesOf([bytes("\ufeff\n\ufeffa\n")])).toEqual([[2, "\ufeffa"]]);
  expect(linesOf([bytes("\ufeff0123456789\n")], 10)).toEqual([[1, "0123456789"]]);
});
