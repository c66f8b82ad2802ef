import type { Asked, Kind } from "../calls/kind.ts";
import { type Target, targets } from "../calls/kinds.ts";
import { bodyBytesMax, writeBody } from "../hostile/body.ts";
import { idempotencyKey } from "../hostile/headers.ts";
import { type WrittenRequest, writeRequest } from "../http/write.ts";
import { fill, type MarkValues, namesKnown } from "../world/mark.ts";
import { isSoundRecipe, type Recipe } from "./recipe.ts";

/** A recipe that is ready to send. */
export interface Shot {
  readonly target: Target;
  readonly kind: Kind;
  readonly request: WrittenRequest;
  readonly asked: Asked;
  readonly isSound: boolean;
  readonly copies: number;
  /** Its copies have the same Idempotency-Key. */
  readonly isKeyed: boolean;
}

/** A test token, valid only for the fuzzed service. */
export const operatorToken = "e94c07d1a2b85f3660d7c41b9e82a5f3";

export function takeShot(recipe: Recipe, marks: MarkValues): Shot {
  const target = targets[recipe.target] as Target;
  const { endpoint, kind } = target;
  const parameters = fill(recipe.draw.parameters, marks) as Record<string, string>;
  const path =
    endpoint.path.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? "") + (recipe.draw.query ?? "");
  const filled = fill(recipe.draw.body, marks);
  const body = filled === undefined ? undefined : writeBody(filled, recipe.fault);
  const isStranger = recipe.draw.isStranger === true;
  const credential = endpoint.isForOperators && !isStranger ? operatorToken : undefined;
  const request = writeRequest(recipe.wire, { method: kind.method, path, credential }, body, marks);
  return {
    target,
    kind,
    request,
    asked: { endpoint, parameters, body: body && request.seenBody && readBody(request.seenBody), isStranger },
    isSound: isSoundRecipe(recipe) && Object.values(recipe.draw.parameters).every((text) => namesKnown(text, marks)),
    copies: recipe.copies,
    isKeyed: isKeyed(kind, recipe),
  };
}

/** Calls without effect ignore the header. */
function isKeyed({ learn }: Kind, { copies, wire }: Recipe): boolean {
  return learn !== undefined && copies > 1 && wire.headers.some(({ name }) => name === idempotencyKey.name);
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The document that JSON reads in the bytes; undefined if it reads none, or must not. */
function readBody(bytes: Buffer): unknown {
  if (bytes.length > bodyBytesMax) return undefined;
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}
