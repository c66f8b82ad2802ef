import type { QueueBackend } from "@rewards/queue";
import { type Fault, isOn } from "../faults/fault.ts";
import { createRandom } from "../random.ts";

const togetherMax = 3;

/**
 * The faults of each round, dealt from a shuffled deck, so that all come equally often: up to three in a round, which
 * do not interfere with each other.
 */
export function dealRounds<Of extends Fault>(
  faults: readonly Of[],
  { seed, backend, rounds }: { seed: string; backend: QueueBackend; rounds: number },
): Of[][] {
  const usable = faults.filter((fault) => isOn(fault, backend));
  if (usable.length === 0) return [];
  const random = createRandom(seed, backend, "deck");
  let deck: Of[] = [];
  return Array.from({ length: rounds }, () => {
    const round: Of[] = [];
    const wanted = random.int(1, togetherMax);
    if (deck.length < togetherMax) deck = [...deck, ...random.shuffle(usable)];
    while (round.length < wanted) {
      const at = deck.findIndex((one) => round.every((other) => goTogether(one, other)));
      if (at === -1) break;
      round.push(...deck.splice(at, 1));
    }
    return round;
  });
}

function goTogether(one: Fault, other: Fault): boolean {
  if (one === other || [one, other].some(({ holds }) => holds?.includes("everything"))) return false;
  const isTaken = ({ holds: taken = [] }: Fault, { holds = [], needs = [] }: Fault) =>
    [...holds, ...needs].some((hold) => taken.includes(hold));
  return !isTaken(one, other) && !isTaken(other, one);
}
