import { setImmediate as afterIo } from "node:timers/promises";
import { constants, crc32, deflateRawSync } from "node:zlib";
import { AppError } from "@rewards/domain";
import { gzipHeaders, gzipLevel, packableHeaders, plainAnswerBytesMax } from "../encoding.ts";
import type { ReadAnswer } from "./read.call.ts";

type Slice = Uint8Array<ArrayBuffer>;

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
export async function encodeAnswer(answer: ReadAnswer, takesGzip: boolean, signal: AbortSignal): Promise<ReadAnswer> {
  const { slices } = answer;
  const bytes = slices.reduce((sum, slice) => sum + slice.length, 0);
  if (bytes <= plainAnswerBytesMax) return answer;
  if (!takesGzip) return { ...answer, headers: { ...answer.headers, ...packableHeaders } };
  const packed: Slice[] = [];
  let sum = 0;
  for (const [index, slice] of slices.entries()) {
    if (index > 0) await afterIo();
    if (signal.aborted) throw new AppError("Error_DataView_Timeout");
    sum = crc32(slice, sum);
    const parts: Uint8Array[] = [deflate(slice)];
    if (index === 0) parts.unshift(head);
    if (index === slices.length - 1) parts.push(lastBlock, tailOf(sum, bytes));
    packed.push(join(parts));
  }
  return { ...answer, headers: { ...answer.headers, ...gzipHeaders }, slices: packed };
}

/** Ends on a byte boundary without a last block, so that the next slice can follow. */
function deflate(slice: Slice): Uint8Array {
  return deflateRawSync(slice, { level: gzipLevel, finishFlush: constants.Z_SYNC_FLUSH });
}

function tailOf(sum: number, bytes: number): Buffer {
  const tail = Buffer.alloc(tailBytes);
  tail.writeUInt32LE(sum, 0);
  tail.writeUInt32LE(bytes % 2 ** 32, 4);
  return tail;
}

/** Copies into a new buffer, which can be transferred to another thread. */
function join(parts: readonly Uint8Array[]): Slice {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
