import type { Programme } from "../programme.ts";
import type { TierBook, TierBooks } from "./tier.sums.ts";

/** How these programmes count for tiers now: by their last versions. Undefined if none has tiers. */
export function tierBooksOf(programmes: Iterable<Programme>): TierBooks | undefined {
  const books = [...programmes].flatMap(({ timeZone, currencies: [{ id }], earning }): [string, TierBook][] => {
    const tiers = earning.at(-1)?.tiers;
    return tiers ? [[id, { ...tiers, timeZone }]] : [];
  });
  return books.length > 0 ? new Map(books) : undefined;
}
