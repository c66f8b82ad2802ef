import type { IncomingMessage } from "node:http";
import { createGunzip } from "node:zlib";
import { AppError } from "@rewards/domain";
import { createFairGate } from "@rewards/runtime";
import type { ByteBudget } from "./body.budget.ts";
import { cutOff, readBytes, smallBytesMax } from "./body.read.ts";
import { networkOfRequest } from "./connections/address.ts";

/** A body is unpacked in pieces of this size, each on a thread of Node's pool. */
const pieceBytes = 32_768;
/** Limits concurrent unpacking: each body holds a zlib window, and Node's pool has few threads. */
const unpackings = createFairGate({
  insideMax: 8,
  insideOfKeyMax: 6,
  waitingMax: 1_000,
  waitingOfKeyMax: 500,
  onOverload: () => new AppError("Error_Service_Overloaded"),
});

/**
 * The request's body, unpacked if it is gzip. `bytesMax` limits the unpacked body.
 * @throws AppError 415 for another encoding, 413, 400 if it is not gzip, or 503.
 */
export function readBody(incoming: IncomingMessage, bytesMax: number, budget: ByteBudget): Promise<Buffer> {
  const encoding = incoming.headers["content-encoding"];
  return encoding === undefined
    ? readBytes(incoming, bytesMax, budget)
    : readEncoded(incoming, encoding.toLowerCase(), { bytesMax, budget });
}

interface Bounds {
  readonly bytesMax: number;
  readonly budget: ByteBudget;
}

async function readEncoded(incoming: IncomingMessage, encoding: string, bounds: Bounds): Promise<Buffer> {
  const { bytesMax, budget } = bounds;
  if (encoding === "identity") return readBytes(incoming, bytesMax, budget);
  if (encoding !== "gzip" && encoding !== "x-gzip") throw new AppError("Error_ContentEncoding_Unsupported");
  const packed = await readBytes(incoming, packedBytesMax(bytesMax), budget);
  const { socket } = incoming;
  const network = networkOfRequest(incoming);
  budget.add(network, packed.length);
  try {
    const release = await unpackings.enter(network, new AbortController().signal);
    // The caller has gone.
    if (socket.destroyed) throw cutOff();
    return await unpack(packed, network, bounds).finally(release);
  } finally {
    budget.remove(network, packed.length);
  }
}

/** Incompressible data grows slightly when packed. */
function packedBytesMax(bytesMax: number): number {
  return bytesMax + (bytesMax >> 8) + 1_024;
}

/** Stops at the first piece over the limit, however many would follow. */
function unpack(packed: Buffer, network: string, { bytesMax, budget }: Bounds): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const gunzip = createGunzip({ chunkSize: pieceBytes });
    const pieces: Buffer[] = [];
    let length = 0;
    gunzip.on("data", (piece: Buffer) => {
      length += piece.length;
      budget.add(network, piece.length);
      pieces.push(piece);
      if (length > bytesMax) gunzip.destroy(new AppError("Error_Body_TooLarge"));
      else if (length > smallBytesMax && budget.isOver(network))
        gunzip.destroy(new AppError("Error_Service_Overloaded"));
    });
    gunzip.on("end", () => resolve(Buffer.concat(pieces, length)));
    gunzip.on("error", (error) => reject(error instanceof AppError ? error : new AppError("Error_Body_Malformed")));
    gunzip.on("close", () => budget.remove(network, length));
    gunzip.end(packed);
  });
}
