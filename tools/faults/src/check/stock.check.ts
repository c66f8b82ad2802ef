import { isAccepted, isUnknown } from "../load/record.ts";
import { shopRewards } from "../servers/shop.ts";
import { askedOf, effectsOf, finding, type Rule } from "./book.ts";

/** Above this number, the check does not try every combination of unknown outcomes. */
const triedMax = 16;

/** The stock ever added to a reward equals the answered additions plus some of those with an unknown outcome. */
export const checkStock: Rule = (evidence) =>
  askedOf(evidence, "stock").flatMap((asked) => {
    const row = evidence.facts.stock.find(({ reward }) => reward === asked.key);
    const begun = Object.values(shopRewards).find(({ id }) => id === asked.key)?.stock ?? 0;
    const effects = effectsOf(asked.calls).flatMap(({ call, attempts, isOnce }) => {
      const quantity = Number(call.content["RewardQuantity"]);
      const accepted = attempts.filter(isAccepted).map(() => quantity);
      const unknown = attempts.filter(isUnknown).map(() => quantity);
      if (!isOnce) return { accepted, unknown };
      return accepted.length > 0 ? { accepted: [quantity], unknown: [] } : { accepted, unknown: unknown.slice(0, 1) };
    });
    const least = begun + effects.flatMap(({ accepted }) => accepted).reduce((sum, one) => sum + one, 0);
    const open = effects.flatMap(({ unknown }) => unknown).slice(0, triedMax);
    const added = Number(row?.added ?? Number.NaN);
    if (sumsOf(open).has(added - least)) return [];
    const kind = added < least ? "lost" : "doubled";
    const message = `${added} were added; ${least} were answered; unknown outcomes: ${open.join(", ") || "none"}`;
    return [finding(kind, asked, message, row)];
  });

/** The sums of all subsets of the numbers. */
function sumsOf(numbers: readonly number[]): Set<number> {
  let sums = new Set([0]);
  for (const number of numbers) sums = new Set([...sums, ...[...sums].map((sum) => sum + number)]);
  return sums;
}
