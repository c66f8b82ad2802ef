import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { AppError } from "@rewards/domain";
import { isSafeNumber, parse as parseExactly } from "lossless-json";

export type JsonObject = Record<string, unknown>;

const jsonType = /^application\/json\s*(?:;|$)/i;
/** A numeral like this may hold more digits than a JavaScript number keeps: sixteen of them, with a point or an exponent. */
const longNumeral = /[\d.]{17}|\d{16}e/i;

/**
 * The request's body as a JSON object, and its size.
 * @throws AppError 415, 413 or 400.
 */
export async function readJsonObject(
  incoming: IncomingMessage,
  bytesMax: number,
): Promise<{ body: JsonObject; bodyBytes: number }> {
  const bytes = await readJsonBody(incoming, bytesMax);
  return { body: parseJsonObject(bytes), bodyBytes: bytes.length };
}

/**
 * The bytes of a JSON body, not parsed yet.
 * @throws AppError 415 or 413.
 */
export function readJsonBody(incoming: IncomingMessage, bytesMax: number): Promise<Buffer> {
  if (!jsonType.test(incoming.headers["content-type"] ?? "")) throw new AppError("Error_ContentType_Unsupported");
  return readBytes(incoming, bytesMax);
}

/** @throws AppError 400. */
export function parseJsonObject(bytes: Buffer): JsonObject {
  if (!isUtf8(bytes)) throw new AppError("Error_Body_Malformed");
  const body = parseJson(bytes.toString("utf8"));
  if (!isJsonObject(body)) throw new AppError("Error_Body_NotObject");
  return body;
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
    const refuse = () => reject(new AppError("Error_Body_TooLarge"));
    incoming.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (!isTooLong && length <= bytesMax) return void chunks.push(chunk);
      chunks.length = 0;
      if (endsWithAnswer(incoming) && length <= discardedBytesMax) return;
      incoming.removeAllListeners("data");
      refuse();
    });
    incoming.on("end", () => {
      if (length > bytesMax) refuse();
      else resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    });
    // Also after an error of the connection, which is emitted only where somebody listens.
    incoming.on("close", () => {
      if (!incoming.complete)
        reject(new AppError("Error_Body_Malformed", undefined, { reason: "the connection was closed" }));
    });
  });
}

/**
 * A connection that is closed while its caller still sends is reset, and the answer may be lost with it: there a refusal
 * has to wait until all is sent.
 */
function endsWithAnswer({ headers, httpVersion }: IncomingMessage): boolean {
  const connection = headers.connection?.toLowerCase() ?? "";
  return connection.includes("close") || (httpVersion === "1.0" && !connection.includes("keep-alive"));
}

/**
 * Numbers whose digits a JavaScript number would lose become NaN, which no schema takes: never another amount than was sent.
 * @throws AppError 400
 */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return longNumeral.test(text)
      ? parseExactly(text, undefined, { parseNumber: exactNumber, onDuplicateKey: ({ newValue }) => newValue })
      : value;
  } catch (cause) {
    throw new AppError("Error_Body_Malformed", undefined, { cause });
  }
}

function exactNumber(text: string): number {
  return isSafeNumber(text) ? Number(text) : Number.NaN;
}
