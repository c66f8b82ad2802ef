import type { IncomingMessage } from "node:http";
import { createGunzip } from "node:zlib";
import { AppError } from "@rewards/domain";
import { type Budget, createFairGate } from "@rewards/runtime";
import { callerGone, networkOfRequest } from "./call.ts";

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
 * The request's body, unpacked if it is gzip. `bytesMax` limits the unpacked body. Hono's `bodyLimit` unpacks nothing, has
 * no bound for all bodies together, and reads a web stream, which costs more than all of the parsing.
 * @throws AppError 415 for another encoding, 413, 400 if it is not gzip, or 503.
 */
export function readBody(incoming: IncomingMessage, bytesMax: number, budget: Budget): Promise<Buffer> {
  return incoming.headers["content-encoding"] === undefined
    ? readBytes(incoming, bytesMax, budget)
    : readEncoded(incoming, { bytesMax, budget });
}

/**
 * Whether a body is packed.
 * @throws AppError 415 if it has another encoding than gzip.
 */
export function isGzip({ headers }: IncomingMessage): boolean {
  const encoding = headers["content-encoding"]?.toLowerCase() ?? "identity";
  if (encoding === "gzip" || encoding === "x-gzip") return true;
  if (encoding !== "identity") throw new AppError("Error_ContentEncoding_Unsupported");
  return false;
}

interface Bounds {
  readonly bytesMax: number;
  readonly budget: Budget;
}

async function readEncoded(incoming: IncomingMessage, bounds: Bounds): Promise<Buffer> {
  const { bytesMax, budget } = bounds;
  if (!isGzip(incoming)) return readBytes(incoming, bytesMax, budget);
  const packed = await readBytes(incoming, packedBytesMax(bytesMax), budget);
  const { socket } = incoming;
  const network = networkOfRequest(incoming);
  budget.add(network, packed.length);
  try {
    const release = await unpackings.enter(network);
    // The caller has gone.
    if (socket.destroyed) throw callerGone;
    return await unpack(packed, network, bounds).finally(release);
  } finally {
    budget.remove(network, packed.length);
  }
}

/** Incompressible data grows slightly when packed. */
export function packedBytesMax(bytesMax: number): number {
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
      else if (length > smallBytesMax && !budget.hasRoom(network))
        gunzip.destroy(new AppError("Error_Service_Overloaded"));
    });
    gunzip.on("end", () => resolve(Buffer.concat(pieces, length)));
    gunzip.on("error", (error) => reject(error instanceof AppError ? error : new AppError("Error_Body_Malformed")));
    gunzip.on("close", () => budget.remove(network, length));
    gunzip.end(packed);
  });
}

/**
 * Bodies up to this size do not count against the byte budget, so large bodies never cause the refusal of a small sale.
 */
const smallBytesMax = 8_192;

/** Reads from the socket's stream: a web stream around it costs more than all of the parsing. */
function readBytes(incoming: IncomingMessage, bytesMax: number, budget: Budget): Promise<Buffer> {
  const network = networkOfRequest(incoming);
  const isTooLong = Number(incoming.headers["content-length"] ?? 0) > bytesMax;
  if (isTooLong) return Promise.reject(new AppError("Error_Body_TooLarge"));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let held = 0;
    const letGo = () => {
      if (held > 0) budget.remove(network, held);
      held = 0;
      chunks.length = 0;
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      const isLarge = length > smallBytesMax;
      if (isLarge) {
        budget.add(network, length - held);
        held = length;
      }
      const isTooLarge = length > bytesMax;
      if (!isTooLarge && (!isLarge || budget.hasRoom(network))) return void chunks.push(chunk);
      letGo();
      incoming.off("data", take);
      reject(new AppError(isTooLarge ? "Error_Body_TooLarge" : "Error_Service_Overloaded"));
    };
    incoming.on("data", take);
    incoming.on("end", () => {
      const whole = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      letGo();
      // Changes nothing if the body was refused.
      resolve(whole);
    });
    // `close` also follows a connection error. `error` itself is emitted only if it has a listener.
    incoming.on("close", () => {
      letGo();
      if (!incoming.complete) reject(callerGone);
    });
  });
}
