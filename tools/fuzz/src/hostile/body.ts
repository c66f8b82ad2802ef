import fc from "fast-check";
import { type Change, changes, type NodeFault, writeDocument } from "./document.ts";
import { depth, hostileName, hostileValue, mixed, words } from "./values.ts";

/** Writes a document with faults. */
export type FaultyWriter = (document: unknown) => Buffer;

type BytesChange = (bytes: Buffer) => Buffer;

/** The service's default limit. */
export const bodyBytesMax = 1_048_576;
/** The limit for a create or an action with few fields is lower. */
const plainBytesMax = 65_536;
const sizes = [plainBytesMax, plainBytesMax + 1, bodyBytesMax - 1, bodyBytesMax, bodyBytesMax + 1, 10_485_760];
const manyNodes = 10_000;

const change: fc.Arbitrary<Change> = mixed(
  [8, hostileValue.map(changes.replace)],
  [2, fc.constant(changes.remove())],
  [2, fc.tuple(hostileValue, fc.boolean()).map(([text, isFirst]) => changes.double(text, isFirst))],
  [2, fc.tuple(hostileName, hostileValue).map(([name, text]) => changes.add(name, text))],
  [1, depth.map(changes.wrap)],
  [1, fc.constantFrom(0, 101, 501, 5_000).map(changes.repeat)],
);

/** A place in the bytes, as a share of their length. */
const place = fc.nat(1_000).map((thousandths) => thousandths / 1_000);
/** Invalid UTF-8, a byte order mark, NUL, a surrogate, JSON syntax, more JSON. */
const oddBytes = fc
  .constantFrom(...words("ff c3 eda080 f4908080 c080 efbbbf 00 22 7b 7d 0a 5c 7b7d"))
  .map((hex) => Buffer.from(hex, "hex"));

const bytesChange: fc.Arbitrary<BytesChange> = mixed(
  [
    6,
    fc.tuple(place, oddBytes).map(
      ([at, odd]) =>
        (bytes) =>
          splice(bytes, at, odd, 0),
    ),
  ],
  [
    6,
    fc.tuple(place, oddBytes).map(
      ([at, odd]) =>
        (bytes) =>
          splice(bytes, at, odd, odd.length),
    ),
  ],
  [4, place.map((at) => (bytes) => bytes.subarray(0, Math.floor(bytes.length * at)))],
  [1, fc.constant<BytesChange>((bytes) => Buffer.from(bytes.toString(), "utf16le"))],
  [
    2,
    fc.tuple(fc.constantFrom(...sizes), fc.constantFrom(padText, padBlank)).map(
      ([size, pad]) =>
        (bytes) =>
          pad(bytes, size),
    ),
  ],
);

/** Replaces `length` bytes, from this share of all on. */
export function splice(bytes: Buffer, at: number, by: Buffer, length: number): Buffer {
  const start = Math.floor(bytes.length * at);
  return Buffer.concat([bytes.subarray(0, start), by, bytes.subarray(start + length)]);
}

/** Pads with trailing blanks, which do not change the document. */
function padBlank(bytes: Buffer, size: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, size - bytes.length), " ")]);
}

/** Pads with an unknown member of the needed length. */
function padText(bytes: Buffer, size: number): Buffer {
  const end = bytes.lastIndexOf("}");
  if (end < 1) return padBlank(bytes, size);
  const [before, after] = [Buffer.from(',"Filler":"'), Buffer.from('"}')];
  const filler = Buffer.alloc(Math.max(0, size - end - before.length - after.length), "f");
  return Buffer.concat([bytes.subarray(0, end), before, filler, after]);
}

const nodeFault: fc.Arbitrary<NodeFault> = fc.record({ at: fc.nat(manyNodes), change });
const write = (document: unknown, faults: readonly NodeFault[] = []) => Buffer.from(writeDocument(document, faults));

/** One to three faults at once: of the document, or of its bytes. */
export const faultyWriter: fc.Arbitrary<FaultyWriter> = mixed<FaultyWriter>(
  [5, fc.array(nodeFault, { minLength: 1, maxLength: 3 }).map((faults) => (document) => write(document, faults))],
  [
    2,
    fc
      .array(bytesChange, { minLength: 1, maxLength: 2 })
      .map((list) => (document) => list.reduce<Buffer>((bytes, change) => change(bytes), write(document))),
  ],
);
