import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { AppError } from "@rewards/domain";
import { parseScanned, type ScannedJson, scanJson } from "./json.ts";
import { createTurns } from "./turns.ts";

export type JsonObject = Record<string, unknown>;

const jsonType = /^application\/json\s*(?:;|$)/i;
/**
 * A body of more bytes, or of more objects and lists, takes its turn: to parse it, or to list all that is wrong with it,
 * takes milliseconds, which would hold up every small one.
 */
const plainBytesMax = 32_768;
const plainContainersMax = 50;
/** Of all bodies that are being read or wait for their turn: past it 503. */
const heldBytesMax = 67_108_864;

const turns = createTurns();
let heldBytes = 0;

/**
 * The request's body as a JSON object, and its size.
 * @throws AppError 415, 413, 400, or 503 where too many bytes of bodies are in the process already.
 */
export async function readJsonObject(
  incoming: IncomingMessage,
  bytesMax: number,
): Promise<{ body: JsonObject; bodyBytes: number }> {
  const bytes = await readJsonBody(incoming, bytesMax);
  const isLarge = bytes.length > plainBytesMax;
  if (isLarge) await takeTurn(incoming, bytes.length);
  const scanned = scanBytes(bytes);
  if (!isLarge && scanned.containers > plainContainersMax) await takeTurn(incoming, bytes.length);
  return { body: objectOf(scanned), bodyBytes: bytes.length };
}

/**
 * The bytes of a JSON body, not parsed yet.
 * @throws AppError 415, 413 or 503.
 */
export async function readJsonBody(incoming: IncomingMessage, bytesMax: number): Promise<Buffer> {
  if (!jsonType.test(incoming.headers["content-type"] ?? "")) throw new AppError("Error_ContentType_Unsupported");
  return readBytes(incoming, bytesMax);
}

/** @throws AppError 400. */
export function parseJsonObject(bytes: Buffer): JsonObject {
  return objectOf(scanBytes(bytes));
}

function scanBytes(bytes: Buffer): ScannedJson {
  if (!isUtf8(bytes)) throw new AppError("Error_Body_Malformed");
  return scanJson(bytes.toString("utf8"));
}

function objectOf(scanned: ScannedJson): JsonObject {
  const body = parseScanned(scanned);
  if (!isJsonObject(body)) throw new AppError("Error_Body_NotObject");
  return body;
}

async function takeTurn({ socket }: IncomingMessage, bytes: number): Promise<void> {
  heldBytes += bytes;
  await turns.take();
  heldBytes -= bytes;
  // Nobody waits for the answer any more.
  if (socket.destroyed) throw cutOff();
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Of a body over the limit, what is read and thrown away where the connection ends with the answer. */
const discardedBytesMax = 33_554_432;

/** Read from the socket's own stream: a web stream over it costs more than all of the parsing. */
function readBytes(incoming: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const isTooLong = Number(incoming.headers["content-length"] ?? 0) > bytesMax;
  if (isTooLong && !endsWithAnswer(incoming)) return Promise.reject(new AppError("Error_Body_TooLarge"));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let refusal = isTooLong ? new AppError("Error_Body_TooLarge") : undefined;
    let held = 0;
    const letGo = () => {
      heldBytes -= held;
      held = 0;
      chunks.length = 0;
    };
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.length;
      refusal ??= refusalOf(length, chunk.length, bytesMax);
      if (!refusal) {
        held += chunk.length;
        heldBytes += chunk.length;
        return void chunks.push(chunk);
      }
      letGo();
      if (endsWithAnswer(incoming) && length <= discardedBytesMax) return;
      incoming.removeAllListeners("data");
      reject(refusal);
    });
    incoming.on("end", () => {
      const whole = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      letGo();
      if (refusal) reject(refusal);
      else resolve(whole);
    });
    // Also after an error of the connection, which is emitted only where somebody listens.
    incoming.on("close", () => {
      letGo();
      if (!incoming.complete) reject(cutOff());
    });
  });
}

function refusalOf(length: number, more: number, bytesMax: number): AppError | undefined {
  if (length > bytesMax) return new AppError("Error_Body_TooLarge");
  return heldBytes + more > heldBytesMax ? new AppError("Error_Service_Overloaded") : undefined;
}

const cutOff = () => new AppError("Error_Body_Malformed", undefined, { reason: "the connection was closed" });

/**
 * A connection that is closed while its caller still sends is reset, and the answer may be lost with it: there a refusal
 * has to wait until all is sent.
 */
function endsWithAnswer({ headers, httpVersion }: IncomingMessage): boolean {
  const connection = headers.connection?.toLowerCase() ?? "";
  return connection.includes("close") || (httpVersion === "1.0" && !connection.includes("keep-alive"));
}
