import fc from "fast-check";
import { splice } from "./body.ts";
import { mixed } from "./values.ts";

/**
 * How a request uses connections.
 * - `lane`: one of the kept-alive connections.
 * - `own`: a new one; after the answer the caller ends it and reads anything else that arrives.
 * - `cut`: a new one that the caller ends right after the bytes, although the server waits for more.
 * - `drop`: like `cut`, but closed at once, so that no answer can arrive.
 */
export type Meeting = "lane" | "own" | "cut" | "drop";

/** How a request marks the end of its head and body. */
export interface Framing {
  readonly meeting: Meeting;
  readonly version: string;
  /** The header lines that tell the body's length. */
  readonly headers: (body: Buffer, hasBody: boolean) => string[];
  /** The body as sent. */
  readonly bytes: (body: Buffer, hasBody: boolean) => Buffer;
  /** The body as the server can read it; undefined if it never ends, or the head or the first chunk is refused. */
  readonly seen: (body: Buffer) => Buffer | undefined;
  /** Changes the bytes of the whole request, head included. */
  readonly change?: (request: Buffer) => Buffer;
}

const lengthOf = (length: number | string) => `content-length: ${length}`;
const chunked = "transfer-encoding: chunked";

export const byLength: Framing = {
  meeting: "lane",
  version: "HTTP/1.1",
  headers: (body, hasBody) => (hasBody ? [lengthOf(body.length)] : []),
  bytes: (body) => body,
  seen: (body) => body,
};
const refused: Framing = { ...byLength, meeting: "own", seen: () => undefined };
const unfinished: Framing = { ...refused, meeting: "cut", headers: (body) => [lengthOf(body.length)] };

const byChunks = fc.tuple(fc.constantFrom(1, 7, 100, 16_384, 10_000_000), fc.constantFrom("", ";a=b", ';a="b c"')).map(
  ([size, extension]): Framing => ({
    ...byLength,
    headers: (_, hasBody) => (hasBody ? [chunked] : []),
    bytes: (body, hasBody) => (hasBody ? writeChunks(body, size, extension) : body),
  }),
);

const chunksMax = 5_000;

function writeChunks(body: Buffer, bytes: number, extension: string): Buffer {
  const size = Math.max(bytes, Math.ceil(body.length / chunksMax));
  const parts: Buffer[] = [];
  for (let start = 0; start < body.length; start += size) {
    const chunk = body.subarray(start, start + size);
    parts.push(Buffer.from(`${chunk.length.toString(16)}${extension}\r\n`), chunk, Buffer.from("\r\n"));
  }
  return Buffer.concat([...parts, Buffer.from("0\r\n\r\n")]);
}

/** What the service must serve. */
export const wholeFraming: fc.Arbitrary<Framing> = mixed(
  [12, fc.constant(byLength)],
  [5, byChunks],
  [1, fc.constant({ ...byLength, meeting: "own", version: "HTTP/1.0" })],
);

const lengthTexts = ["-1", "+5", "1e3", "0x10", "5 5", "99999999999999999999999", "", "5, 5", "five", "NaN", "\u00b2"];
const badChunks = [
  ...["zz\r\n", "-1\r\n", "FFFFFFFFFFFFFFFFFFFFF\r\n", " 5\r\nabcde\r\n", "0x5\r\nabcde\r\n"],
  "5\r\nabcdefgh\r\n0\r\n\r\n",
];
/** Node accepts some. */
const versions = ["HTTP/0.9", "HTTP/2.0", "HTTP/9.9", "HTTP/1", "http/1.1", "HTTPS/1.1", ""];
const fewBytes = fc.integer({ min: 1, max: 40 });
const share = fc.nat(999).map((thousandths) => thousandths / 1_000);

const shorten = (body: Buffer, by: number) => body.subarray(0, Math.max(0, body.length - by));

/** The caller ends the connection within the request; with `drop`, it reads no answer. */
export const cutAt = (at: number, meeting: Meeting): Framing => ({
  ...unfinished,
  meeting,
  change: (request) => request.subarray(0, Math.floor(request.length * at)),
});

export const brokenFraming: fc.Arbitrary<Framing> = fc.oneof(
  fc.constantFrom(...lengthTexts).map((text): Framing => ({ ...refused, headers: () => [lengthOf(text)] })),
  fc
    .constantFrom(...badChunks)
    .map((text): Framing => ({ ...refused, headers: () => [chunked], bytes: () => Buffer.from(text, "latin1") })),
  fc.constantFrom(...versions).map((version): Framing => ({ ...byLength, meeting: "own", version })),
  // The end of the body is read as another request.
  fewBytes.map((by): Framing => {
    const seen = (body: Buffer) => shorten(body, by);
    return { ...byLength, meeting: "own", headers: (body) => [lengthOf(seen(body).length)], seen };
  }),
  fewBytes.map((by): Framing => ({ ...unfinished, headers: (body) => [lengthOf(body.length + by)] })),
  fc.constantFrom<Framing>(
    {
      ...refused,
      headers: (body) => [lengthOf(body.length), chunked],
      bytes: (body) => writeChunks(body, 100, ""),
    },
    // A chunk that is never complete.
    {
      ...unfinished,
      headers: () => [chunked],
      bytes: (body) => Buffer.concat([Buffer.from(`${(body.length + 1).toString(16)}\r\n`), body]),
    },
    // Whole, but the caller leaves before the answer.
    { ...byLength, meeting: "drop" },
  ),
  fc.tuple(share, fc.constantFrom<Meeting>("cut", "drop")).map(([at, meeting]) => cutAt(at, meeting)),
);

/** A few bytes anywhere are others; the caller ends the connection. */
export const garbledFraming: fc.Arbitrary<Framing> = fc
  .tuple(share, fc.constantFrom("00", "0a", "0d0a", "20", "ff", "3a", "0d0a0d0a", "7f", "c3a9"))
  .map(([at, hex]): Framing => {
    const odd = Buffer.from(hex, "hex");
    return { ...byLength, meeting: "cut", change: (request) => splice(request, at, odd, odd.length) };
  });
