import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { AppError } from "@rewards/domain";
import { isGzip, packedBytesMax } from "../body.read.ts";
import type { ApiBindings } from "../call.ts";

/** After so long without a further byte, a body counts as broken off. */
const stallMsMax = 30_000;
/** So does one that was waited for in all for this time, and a millisecond for each byte: few imports run at a time. */
const waitedMsMax = 30_000;
const pieceBytes = 65_536;

/** A body that is worked on while it arrives. */
export interface Arrival {
  /**
   * Its bytes, unpacked if they are gzip. No more is read than is asked for, so that the caller's connection holds the
   * rest. They end with the body, where it breaks off, or at a fault.
   */
  readonly chunks: AsyncIterable<Buffer>;
  /** Whether the body ended before its end. */
  isBroken(): boolean;
  /** 413 if the body has more bytes than it may have, 400 if it is not gzip; known once the chunks have ended. */
  fault(): AppError | undefined;
  /** Whether more has arrived than was read. */
  hasMore(): boolean;
  /** The bytes of the chunks so far. */
  bytes(): number;
  /** Reads no more. */
  stop(): void;
}

/** @throws AppError 415 for another encoding, 413 if the body's declared length is over `bytesMax`. */
export function openArrival(call: Pick<ApiBindings, "incoming" | "outgoing">, bytesMax: number): Arrival {
  const { incoming } = call;
  const isPacked = isGzip(incoming);
  if (Number(incoming.headers["content-length"] ?? 0) > (isPacked ? packedBytesMax(bytesMax) : bytesMax))
    throw new AppError("Error_Body_TooLarge");
  const source = readArriving(call);
  let bytes = 0;
  let fault: AppError | undefined;

  async function* read(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of isPacked ? unpack(source.chunks) : source.chunks) {
        const left = bytesMax - bytes;
        bytes += chunk.length;
        yield chunk.subarray(0, left);
        if (chunk.length <= left) continue;
        fault = new AppError("Error_Body_TooLarge");
        return;
      }
    } catch {
      // Only zlib throws here. A body that broke off is no gzip that is wrong.
      if (!source.isBroken()) fault = new AppError("Error_Body_Malformed");
    }
  }

  return { ...source, chunks: read(), fault: () => fault, bytes: () => bytes };
}

function readArriving({ incoming, outgoing }: Pick<ApiBindings, "incoming" | "outgoing">) {
  let isBroken = false;
  let isStopped = false;
  let [bytes, waitedMs] = [0, 0];
  let wake: () => void = () => undefined;
  const onChange = () => wake();
  const breakOff = () => {
    isBroken = true;
    wake();
  };
  incoming.on("readable", onChange).on("end", onChange).on("close", onChange);
  // The body may take longer than Node allows: it is read no faster than it is inserted.
  outgoing.onClientError = (code) => {
    if (code !== "ERR_HTTP_REQUEST_TIMEOUT") breakOff();
  };

  async function* read(): AsyncGenerator<Buffer> {
    while (!isStopped) {
      const chunk = incoming.read() as Buffer | null;
      if (chunk !== null) {
        bytes += chunk.length;
        yield chunk;
      } else if (incoming.readableEnded || isBroken) return;
      else if (incoming.destroyed) breakOff();
      else {
        const beganMs = performance.now();
        const timer = setTimeout(breakOff, Math.min(stallMsMax, waitedMsMax + bytes - waitedMs));
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        clearTimeout(timer);
        waitedMs += performance.now() - beganMs;
      }
    }
  }

  return {
    chunks: read(),
    isBroken: () => isBroken,
    hasMore: () => incoming.readableLength > 0,
    stop() {
      isStopped = true;
      incoming.off("readable", onChange).off("end", onChange).off("close", onChange);
      wake();
      // Whoever sends more meets nobody who reads. A stream flows only after it knows that it has no such listener.
      process.nextTick(() => incoming.resume());
    },
  };
}

function unpack(packed: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const source = Readable.from(packed, { objectMode: false });
  return source.pipe(createGunzip({ chunkSize: pieceBytes })).once("close", () => source.destroy());
}
