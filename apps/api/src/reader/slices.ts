import { setImmediate as afterIo } from "node:timers/promises";
import { constants, crc32, deflateRawSync } from "node:zlib";
import { AppError } from "@rewards/domain";
import { gzipHeaders, gzipLevel, packableHeaders, plainAnswerBytesMax } from "../answer.ts";
import type { ReadAnswer, Slice } from "./read.call.ts";

const sliceChars = 65_536;
const encoder = new TextEncoder();

/** Writes a response with a list of records as JSON while the records arrive, up to a number of bytes. */
export interface JsonSlices {
  /** Takes a record as JSON. False if it no longer fits; the first one always fits. */
  take(json: string): boolean;
  /** Ends the list and appends the members of `rest`. */
  end(rest: Readonly<Record<string, unknown>>): Slice[];
  count(): number;
}

/** @param bytesMax limits the bytes of all records together. */
export function openJsonSlices(bytesMax: number): JsonSlices {
  const slices: Slice[] = [];
  let text = '{"data":[';
  let bytes = 0;
  let count = 0;

  function cut(): void {
    slices.push(encoder.encode(text));
    text = "";
  }

  return {
    take(json) {
      const jsonBytes = Buffer.byteLength(json) + 1;
      if (count > 0 && bytes + jsonBytes > bytesMax) return false;
      text += count > 0 ? `,${json}` : json;
      bytes += jsonBytes;
      count += 1;
      if (text.length >= sliceChars) cut();
      return true;
    },
    end(rest) {
      text += `],${JSON.stringify(rest).slice(1)}`;
      if (slices.length === 0) return [text];
      cut();
      return slices;
    },
    count: () => count,
  };
}

/** The header of a gzip file (RFC 1952) without a name or time. */
const head = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
/** An empty last block; the checksum and the length follow it. */
const lastBlock = Uint8Array.of(3, 0);
const tailBytes = 8;

/**
 * Compresses a thread's response if its caller accepts gzip and it is large enough. Runs in the reader thread, not in
 * the thread that answers creates. Works slice by slice, so that the thread's other reads proceed in between.
 * @throws AppError 503 if the call's time ends first.
 */
export async function encodeAnswer(answer: ReadAnswer, takesGzip: boolean, signal?: AbortSignal): Promise<ReadAnswer> {
  const { slices } = answer;
  const bytes = bytesOf(answer);
  if (bytes <= plainAnswerBytesMax) return answer;
  if (!takesGzip) return { ...answer, headers: { ...answer.headers, ...packableHeaders } };
  const packed: Slice[] = [];
  let sum = 0;
  for (const [index, part] of slices.entries()) {
    if (index > 0) await afterIo();
    if (signal?.aborted) throw new AppError("Error_DataView_Timeout");
    const slice = typeof part === "string" ? Buffer.from(part) : part;
    sum = crc32(slice, sum);
    const parts: Uint8Array[] = [deflate(slice)];
    if (index === 0) parts.unshift(head);
    if (index === slices.length - 1) parts.push(lastBlock, tailOf(sum, bytes));
    packed.push(join(parts));
  }
  return { ...answer, headers: { ...answer.headers, ...gzipHeaders }, slices: packed };
}

/** Ends on a byte boundary without a last block, so that the next slice can follow. */
function deflate(slice: Uint8Array): Uint8Array {
  return deflateRawSync(slice, { level: gzipLevel, finishFlush: constants.Z_SYNC_FLUSH });
}

function tailOf(sum: number, bytes: number): Buffer {
  const tail = Buffer.alloc(tailBytes);
  tail.writeUInt32LE(sum, 0);
  tail.writeUInt32LE(bytes % 2 ** 32, 4);
  return tail;
}

/** Copies into a new buffer, which can be transferred to another thread. */
function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** A response up to this size is handed to the socket at once. */
const smallAnswerBytes = 65_536;

const bytesOfSlice = (slice: Slice) => (typeof slice === "string" ? Buffer.byteLength(slice) : slice.length);
const bytesOf = ({ slices }: ReadAnswer) => slices.reduce((sum, slice) => sum + bytesOfSlice(slice), 0);
const headersOf = (answer: ReadAnswer) => ({ "content-type": "application/json", ...answer.headers });

/** The response to HEAD: it has the length of the body, without the body. */
export function respondHead(answer: ReadAnswer): Response {
  return new Response(null, { headers: { ...headersOf(answer), "content-length": String(bytesOf(answer)) } });
}

/**
 * A response whose body goes to the socket slice by slice, each after the previous one is taken.
 * @param hold counts the bytes not yet taken and returns the function that releases them.
 */
export function respondInSlices(answer: ReadAnswer, hold: (bytes: number) => (bytes: number) => void): Response {
  const { slices } = answer;
  const headers = headersOf(answer);
  const [first] = slices;
  const bytes = bytesOf(answer);
  if (slices.length === 1 && first && bytes <= smallAnswerBytes) return new Response(first, { headers });
  const giveBack = hold(bytes);
  const untaken = slices.map((slice) => (typeof slice === "string" ? Buffer.from(slice) : slice));
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const slice = untaken.shift();
        if (!slice) return controller.close();
        giveBack(slice.length);
        controller.enqueue(slice);
      },
      cancel() {
        for (const { length } of untaken.splice(0)) giveBack(length);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { ...headers, "content-length": String(bytes) } });
}
