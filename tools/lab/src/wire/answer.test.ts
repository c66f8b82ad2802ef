import { expect, it } from "vitest";
import { AnswerReader, rawAnswerOf } from "./answer.ts";

type Read = readonly [status: number, bytes: number, text: string];

/** What the reader gets if the text arrives in pieces of this length. */
function readIn(text: string, pieceLength: number, isHead = false): Read[] {
  const read: Read[] = [];
  const reader = new AnswerReader((answer) => read.push([answer.status, answer.bodyBytes, rawAnswerOf(answer).text]));
  reader.isHead = isHead;
  const bytes = Buffer.from(text, "latin1");
  for (let at = 0; at < bytes.length; at += pieceLength) reader.read(bytes.subarray(at, at + pieceLength));
  reader.end();
  return read;
}

const sized = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
const chunked =
  "HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\nA\r\n0123456789\r\n0\r\ntrailer: x\r\n\r\n";
const empty = "HTTP/1.1 304 Not Modified\r\netag: x\r\n\r\n";
const continued = "HTTP/1.1 100 Continue\r\n\r\n";
const all = `${sized}${chunked}${empty}${continued}${sized}`;
const expected = [
  [200, 5, "hello"],
  [201, 15, "hello0123456789"],
  [304, 0, ""],
  [200, 5, "hello"],
];

it.each([1, 2, 3, 7, 64, 1_000])("successive answers are separated, in pieces of %i bytes", (pieceLength) => {
  expect(readIn(all, pieceLength)).toEqual(expected);
});

it("an answer to HEAD has a length and no body", () => {
  expect(readIn("HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n".repeat(3), 10, true)).toEqual([
    [200, 0, ""],
    [200, 0, ""],
    [200, 0, ""],
  ]);
});

it("a truncated answer is not counted", () => {
  expect(readIn(sized.slice(0, -1), 8)).toEqual([]);
  expect(readIn(chunked.slice(0, -1), 8)).toEqual([]);
});

it("a body without a length ends when its connection ends", () => {
  expect(readIn("HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\nhello", 8)).toEqual([[400, 5, "hello"]]);
});
