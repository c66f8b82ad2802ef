import fc from "fast-check";
import type { Draw } from "../calls/kind.ts";
import { type Target, targets } from "../calls/kinds.ts";
import { type BodyFault, bodyFault, isSound, sound } from "../hostile/body.ts";
import { idempotencyKey } from "../hostile/headers.ts";
import { faultyWire, isSoundWire, soundWire, type Wire } from "../hostile/wire.ts";

/** A printable request before it is sent. Its bytes follow from the recipe and the known records. */
export interface Recipe {
  /** The index of its endpoint in the service's list. */
  readonly target: number;
  readonly draw: Draw;
  readonly fault: BodyFault;
  readonly wire: Wire;
  /** Number of copies, sent at once. */
  readonly copies: number;
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

/** A valid request: it must succeed, unless earlier ones prevent that. */
export function isSoundRecipe({ draw, fault, wire }: Recipe): boolean {
  return draw.isSound && isSound(fault) && isSoundWire(wire);
}

function recipeOf({ endpoint, kind }: Target, target: number): fc.Arbitrary<Recipe> {
  const draw = kind.draws(endpoint);
  const of = (wire: fc.Arbitrary<Wire>, fault: fc.Arbitrary<BodyFault>, copies: fc.Arbitrary<number>) =>
    fc.record({ target: fc.constant(target), draw, fault, wire, copies });
  const [once, noFault] = [fc.constant(1), fc.constant(sound)];
  const several = fc.integer({ min: 2, max: copiesMax });
  return fc.oneof(
    { weight: 10, arbitrary: of(soundWire, noFault, once) },
    { weight: 1, arbitrary: of(bareWire, noFault, several) },
    { weight: 1, arbitrary: of(keyedWire, noFault, several) },
    { weight: 7, arbitrary: of(soundWire, bodyFault, once) },
    { weight: 1, arbitrary: of(bareWire, bodyFault, several) },
    { weight: 4, arbitrary: of(faultyWire(kind.learn !== undefined), noFault, once) },
  );
}

/** Requests that are sent at once. */
export const batch: fc.Arbitrary<Recipe[]> = fc.array(
  fc.oneof(
    ...targets.map((target, index) => ({
      weight: weights[target.endpoint.pattern] ?? 1,
      arbitrary: recipeOf(target, index),
    })),
  ),
  { minLength: 1, maxLength: batchRequestsMax, size: "max" },
);
