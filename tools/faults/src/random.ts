import { createHash } from "node:crypto";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Reproducible random choices. Each user has a separate generator, so that one user's draws do not shift another's. */
export interface Random {
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** True in this percentage of cases. */
  happens(percent: number): boolean;
  pick<T>(items: readonly T[]): T;
  shuffle<T>(items: readonly T[]): T[];
}

/** The same parts give the same sequence. */
export function createRandom(...parts: readonly (string | number)[]): Random {
  const generator = xoroshiro128plus(createHash("sha256").update(parts.join("/")).digest().readInt32BE(0));
  const int = (min: number, max: number) => uniformInt(generator, min, max);
  return {
    int,
    happens: (percent) => int(1, 100) <= percent,
    pick: <T>(items: readonly T[]) => items[int(0, items.length - 1)] as T,
    shuffle<T>(items: readonly T[]): T[] {
      const rest = [...items];
      return items.map(() => rest.splice(int(0, rest.length - 1), 1)[0] as T);
    },
  };
}
