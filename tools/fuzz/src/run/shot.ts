import fc from "fast-check";
import { type Asked, attempt, type Draw, type Kind } from "../calls/kind.ts";
import { type Target, targets } from "../calls/targets.ts";
import { bodyBytesMax, type FaultyWriter, faultyWriter } from "../hostile/body.ts";
import { idempotencyKey } from "../hostile/head.ts";
import { mixed } from "../hostile/values.ts";
import { faultyWire, soundWire, type Wire, type WrittenRequest, writeRequest } from "../hostile/wire.ts";
import type { KnownRecords } from "../world/known.ts";

/** A request before it is sent. Its bytes follow from the recipe and the known records. */
export interface Recipe {
  readonly target: Target;
  readonly draw: Draw;
  /** Undefined for a body without faults. */
  readonly writeFaulty?: FaultyWriter | undefined;
  readonly wire: Wire;
  /** Number of copies, sent at once. */
  readonly copies: number;
  /** What the request is answered alone; only if that is known. */
  readonly alone?: Alone;
}

/** An answer, without what differs between two answers to the same request. */
export interface Alone {
  readonly status: number;
  readonly tag: string | null;
  /** Undefined if the kind of call says it. */
  readonly text?: string;
}

const weights: Readonly<Record<string, number>> = {
  "/objects": 6,
  "/objects/:id/actions/:action": 6,
  "/data_views/:name": 4,
};
const batchRequestsMax = 64;
const copiesMax = 4;

/** Copies without an Idempotency-Key: their class determines whether they count as one. */
const bareWire = soundWire.map((wire) => ({ ...wire, headers: [] }));
/** Copies with the same key, so that they count as one. */
const keyedWire = soundWire.map((wire) => ({ ...wire, headers: [idempotencyKey] }));

function recipeOf(target: Target): fc.Arbitrary<Recipe> {
  const { kind, endpoint } = target;
  const draw = kind.draws(endpoint);
  const noFault = fc.constant(undefined);
  const once = fc.constant(1);
  const several = fc.integer({ min: 2, max: copiesMax });
  const of = (
    wire: fc.Arbitrary<Wire>,
    writeFaulty: fc.Arbitrary<FaultyWriter | undefined>,
    copies: fc.Arbitrary<number>,
  ) => fc.record({ target: fc.constant(target), draw, writeFaulty, wire, copies });
  return mixed<Recipe>(
    [10, of(soundWire, noFault, once)],
    [1, of(bareWire, noFault, several)],
    [1, of(keyedWire, noFault, several)],
    [7, of(soundWire, faultyWriter, once)],
    [1, of(bareWire, faultyWriter, several)],
    [4, of(faultyWire(kind.learn !== undefined), noFault, once)],
  );
}

/** Requests that are sent at once. */
export const batch: fc.Arbitrary<Recipe[]> = fc.array(
  mixed(...targets.map((target) => [weights[target.endpoint.pattern] ?? 1, recipeOf(target)] as const)),
  { minLength: 1, maxLength: batchRequestsMax, size: "max" },
);

/** A valid request: it must succeed, unless earlier ones prevent that. */
export function isSoundRecipe({ draw, writeFaulty, wire }: Recipe): boolean {
  return draw.isSound && !writeFaulty && wire.isSound;
}

/** A recipe that is ready to send. */
export interface Shot {
  readonly target: Target;
  readonly request: WrittenRequest;
  readonly asked: Asked;
  readonly isSound: boolean;
  readonly copies: number;
  /** Its copies have the same Idempotency-Key. */
  readonly isKeyed: boolean;
  readonly alone: Alone | undefined;
}

/** A test token, valid only for the fuzzed service. */
export const operatorToken = "e94c07d1a2b85f3660d7c41b9e82a5f3";

export function takeShot(recipe: Recipe, known: KnownRecords): Shot {
  const { target, draw, wire, copies, writeFaulty } = recipe;
  const { endpoint, kind } = target;
  const parameters = known.fill(draw.parameters);
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? "") + (draw.query ?? "");
  const document = known.fill(draw.body);
  const body = document === undefined ? undefined : writeBody(kind, document, writeFaulty);
  const isStranger = draw.isStranger === true;
  const credential = endpoint.isForOperators && !isStranger ? operatorToken : undefined;
  const request = writeRequest(
    wire,
    { method: kind.method, path, credential, type: kind.linesType ?? jsonType },
    body,
    known,
  );
  const seenBody = kind.linesType ? body : request.seenBody;
  return {
    target,
    request,
    asked: { endpoint, parameters, body: body && seenBody && readBody(kind, seenBody), isStranger },
    isSound: isSoundRecipe(recipe) && Object.values(draw.parameters).every((text) => known.hasNamed(text)),
    copies,
    isKeyed: isKeyed(kind, recipe),
    alone: recipe.alone,
  };
}

/** Calls without effect ignore the header. */
function isKeyed({ learn }: Kind, { copies, wire }: Recipe): boolean {
  return learn !== undefined && copies > 1 && wire.headers.includes(idempotencyKey);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

const jsonType = "application/json";
const newline = Buffer.from("\n");

function writeBody({ linesType }: Kind, document: unknown, writeFaulty: FaultyWriter | undefined): Buffer {
  const write = writeFaulty ?? ((whole: unknown) => Buffer.from(JSON.stringify(whole)));
  if (linesType === undefined) return write(document);
  return Buffer.concat((document as unknown[]).flatMap((line) => [write(line), newline]));
}

/** The document that JSON reads in the bytes; undefined if it reads none, or must not. Of lines, those that it reads. */
function readBody({ linesType }: Kind, bytes: Buffer): unknown {
  const read = (text: string) => attempt((): unknown => JSON.parse(text));
  if (linesType !== undefined) return bytes.toString().split("\n").map(read);
  return bytes.length > bodyBytesMax ? undefined : attempt((): unknown => JSON.parse(utf8.decode(bytes)));
}
