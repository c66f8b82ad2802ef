import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { AppError } from "@rewards/domain";
import { createBudget } from "@rewards/runtime";
import { readBody } from "./body.read.ts";
import { type ApiContext, callerGone, networkOfRequest } from "./call.ts";
import { parseScanned, type ScannedJson, scanJson } from "./json.ts";
import { largeWork, plainBytesMax } from "./turns.ts";

export type JsonObject = Record<string, unknown>;

const jsonType = /^application\/json\s*(?:;|$)/i;
/**
 * A body with more objects and lists than this takes a turn like a large one: listing all of its errors takes as long.
 */
const plainContainersMax = 50;
/** Bodies of creates and actions that are being read or wait for their turn; above this, 503. */
const heldBytes = createBudget({ max: 67_108_864, ofKeyMax: 16_777_216 });
/** Bodies of posted views until they are answered. A separate budget, so that reads cannot take room from creates. */
const heldBytesOfReads = createBudget({ max: 33_554_432, ofKeyMax: 8_388_608 });

/**
 * The request's body as a JSON object, and its size.
 * @throws AppError 415, 413, 400, or 503 if the process already holds too many bytes of bodies.
 */
export async function readJsonObject(
  { env: { incoming, outgoing } }: ApiContext,
  bytesMax: number,
): Promise<{ body: JsonObject; bodyBytes: number }> {
  refuseOtherTypes(incoming);
  const bytes = await readBody(incoming, bytesMax, heldBytes);
  outgoing.quota?.useBody(bytes.length);
  const isLarge = bytes.length > plainBytesMax;
  if (isLarge) await takeTurn(incoming, bytes.length);
  const scanned = scanBytes(bytes);
  if (!isLarge && scanned.containers > plainContainersMax) await takeTurn(incoming, bytes.length);
  return { body: objectOf(scanned), bodyBytes: bytes.length };
}

/**
 * Reads a JSON body that is parsed elsewhere. The body counts against the budget until `work` is done.
 * @throws AppError 415, 413, 400 or 503.
 */
export async function withJsonBody<Result>(
  { env: { incoming, outgoing } }: ApiContext,
  bytesMax: number,
  work: (body: Buffer) => Promise<Result>,
): Promise<Result> {
  refuseOtherTypes(incoming);
  const body = await readBody(incoming, bytesMax, heldBytesOfReads);
  outgoing.quota?.useBody(body.length);
  const network = networkOfRequest(incoming);
  heldBytesOfReads.add(network, body.length);
  try {
    return await work(body);
  } finally {
    heldBytesOfReads.remove(network, body.length);
  }
}

/**
 * Counts bytes against the budget.
 * @returns a function that counts this many bytes instead.
 * @throws AppError 503 if the process already holds too many bytes of bodies.
 */
export function holdBytes(network: string, bytes: number): (bytes: number) => void {
  if (!heldBytes.hasRoom(network, bytes)) throw new AppError("Error_Service_Overloaded");
  let held = 0;
  const hold = (instead: number) => {
    heldBytes.add(network, instead - held);
    held = instead;
  };
  hold(bytes);
  return hold;
}

/** The bytes of a form. @throws AppError 415, 413, 400 or 503. */
export function readForm(incoming: IncomingMessage, bytesMax: number): Promise<Buffer> {
  return readBody(incoming, bytesMax, heldBytes);
}

function refuseOtherTypes({ headers }: IncomingMessage): void {
  if (!jsonType.test(headers["content-type"] ?? "")) throw new AppError("Error_ContentType_Unsupported");
}

/**
 * A JSON object as the `content` of a call has it. A large one takes a turn, as a large body does.
 * @throws AppError 400.
 */
export async function readContent(incoming: IncomingMessage, bytes: Buffer): Promise<JsonObject> {
  if (!isUtf8(bytes)) throw new AppError("Error_Body_Malformed");
  const scanned = scanJson(bytes.toString("utf8"));
  if (bytes.length > plainBytesMax || scanned.containers > plainContainersMax) await takeTurn(incoming, bytes.length);
  const content = parseScanned(scanned);
  if (!isJsonObject(content)) throw new AppError("Error_Content_NotObject");
  return content;
}

/** @throws AppError 400. */
export function parseJsonObject(bytes: Buffer): JsonObject {
  return objectOf(scanBytes(bytes));
}

const byteOrderMark = "\ufeff";

function scanBytes(bytes: Buffer): ScannedJson {
  if (!isUtf8(bytes)) throw new AppError("Error_Body_Malformed");
  const text = bytes.toString("utf8");
  return scanJson(text.startsWith(byteOrderMark) ? text.slice(1) : text);
}

function objectOf(scanned: ScannedJson): JsonObject {
  const body = parseScanned(scanned);
  if (!isJsonObject(body)) throw new AppError("Error_Body_NotObject");
  return body;
}

async function takeTurn(incoming: IncomingMessage, bytes: number): Promise<void> {
  const network = networkOfRequest(incoming);
  heldBytes.add(network, bytes);
  await largeWork.take(network);
  heldBytes.remove(network, bytes);
  // The caller has gone.
  if (incoming.socket.destroyed) throw callerGone;
}

/** @throws AppError 400 if the call has page instructions, which no call takes. */
export function refusePageInstructions(body: JsonObject): void {
  const given = body["pageInstructions"];
  if (given !== undefined && given !== null && !(Array.isArray(given) && given.length === 0))
    throw new AppError("Error_PageInstructions_Unsupported");
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
