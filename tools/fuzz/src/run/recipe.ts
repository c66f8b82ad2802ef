import fc from "fast-check";
import type { Draw } from "../calls/kind.ts";
import { type Target, targets } from "../calls/kinds.ts";
import { type BodyFault, bodyFault, isSound, sound } from "../hostile/body.ts";
import { idempotencyKey } from "../hostile/headers.ts";
import { faultyWire, isSoundWire, soundWire, type Wire } from "../hostile/wire.ts";

/** A request before it is sent, whole and printable; from a recipe and the known records follow its bytes. */
export interface Recipe {
  /** The place of its endpoint in the service's own list. */
  readonly target: number;
  readonly draw: Draw;
  readonly fault: BodyFault;
  readonly wire: Wire;
  /** How often it is sent, at once. */
  readonly copies: number;
}

const weights: Readonly<Record<string, number>> = {
  "/objects": 6,
  "/objects/:id/actions/:action": 6,
  "/data_views/:name": 4,
};
const batchRequestsMax = 64;

const copiesMax = 4;
/** Of several that are sent at once none bears an Idempotency-Key, so that their class alone says whether they are one. */
const bareWire = soundWire.map((wire) => ({ ...wire, headers: [] }));
/** Or all bear the same, so that they are one. */
const keyedWire = soundWire.map((wire) => ({ ...wire, headers: [idempotencyKey] }));

/** Nothing is wrong with it, so it must succeed unless what came before it stands in the way. */
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
