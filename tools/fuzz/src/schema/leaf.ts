import fc from "fast-check";
import { hostileTexts, unknownId } from "../hostile/values.ts";

/** Whether the field accepts a value. */
export type Accepts = (value: unknown) => boolean;

/** Enough to distinguish a kind of value that a field accepts from a chance match. */
const samplesOfKind = 40;
const sampleSeed = 1;
/** Minimum share of samples that must be accepted; generation filters out the rest. */
const takenShareMin = 0.2;

const lengths = [1, 63, 64, 254, 255, 3_999, 4_000];
/** One, two and three bytes of UTF-8, and a surrogate pair. */
const fillers = ["x", "é", "漢", "😀"];
const offsets = ["Z", "+00:00", "+14:00", "-09:30"];
const fractions = ["", ".1", ".123", ".123456789"];

const instant = fc.date({
  min: new Date("1900-01-02T00:00:00Z"),
  max: new Date("9999-12-30T00:00:00Z"),
  noInvalidDate: true,
});
const decimalText = fc.tuple(fc.nat(500), fc.nat(9_999)).map(([whole, rest]) => `${whole}.${rest}`);
const boundaryText = fc
  .tuple(fc.constantFrom(...lengths), fc.constantFrom(...fillers))
  .map(([length, filler]) => filler.repeat(length));

/** Kinds of text. A field's schema decides which of them it accepts. */
const textKinds: readonly fc.Arbitrary<string>[] = [
  fc.string({ maxLength: 20 }),
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom("", "stock_control", "API", "a b", "-", "0"),
  fc.constantFrom(...hostileTexts),
  boundaryText,
  fc.integer({ min: 1, max: 3 }).map(String),
  fc.nat().map(String),
  decimalText,
  fc.emailAddress(),
  fc.stringMatching(/^[a-z0-9_+-]{1,20}@[a-z0-9]{1,20}\.[a-z]{2,5}$/),
  fc
    .tuple(instant, fc.constantFrom(...offsets), fc.constantFrom(...fractions))
    .map(([at, offset, fraction]) => `${at.toISOString().slice(0, 19)}${fraction}${offset}`),
  instant.map((at) => at.toISOString().slice(0, 10)),
  unknownId,
];

const amountUnitsMax = 999_999_999_999_999;
const numberKinds: readonly fc.Arbitrary<number>[] = [
  fc.integer({ min: 1, max: 300 }),
  fc.integer({ min: -300, max: 300 }),
  fc.integer({ min: -2_000_000, max: 2_000_000 }).map((units) => units / 10_000),
  fc.integer({ min: -amountUnitsMax, max: amountUnitsMax }).map((units) => units / 10_000),
  fc.constantFrom(0, 0.0001, -0.0001, 99_999_999_999.9999, -99_999_999_999.9999),
];

/** Text that a field accepts: of the kinds that its schema accepts, or its examples if it accepts none of them. */
export const textOf = (accepts: Accepts, name: string, examples: readonly unknown[]) =>
  leafOf(textKinds, accepts, name, examples.filter(accepts) as string[]);
export const numberOf = (accepts: Accepts, name: string) => leafOf(numberKinds, accepts, name);

/** @throws if no kind fits and there is no example, so that a field with a new format is noticed. */
function leafOf<T>(
  kinds: readonly fc.Arbitrary<T>[],
  accepts: Accepts,
  name: string,
  examples: readonly T[] = [],
): fc.Arbitrary<T> {
  const fitting = kinds.filter((kind) => {
    const samples = fc.sample(kind, { numRuns: samplesOfKind, seed: sampleSeed });
    return samples.filter(accepts).length >= samplesOfKind * takenShareMin;
  });
  if (fitting.length === 0 && examples.length > 0) return fc.constantFrom(...examples);
  if (fitting.length === 0) throw new Error(`no kind of value fits ${name}: add one to tools/fuzz/src/schema/leaf.ts`);
  return fc.oneof(...fitting).filter(accepts);
}
