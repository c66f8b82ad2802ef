import { faker } from "@faker-js/faker/locale/en";

/** The only source of randomness: all users draw from one sequence. */
export type Random = typeof faker;

/** Restarts the shared sequence with a seed. The same seed gives the same day. */
export function createRandom(seed: number): Random {
  faker.seed(seed);
  return faker;
}

export interface Weighted {
  readonly weight: number;
}

/** A random item, by weight. */
export function pickWeighted<Item extends Weighted>(random: Random, items: readonly Item[]): Item {
  return random.helpers.weightedArrayElement(items.map((value) => ({ value, weight: value.weight })));
}

/** True in this percentage of cases. */
export function happens(random: Random, percent: number): boolean {
  return random.number.float({ min: 0, max: 100 }) < percent;
}
