import { expect, test } from "vitest";
import { shareOf } from "./share.ts";

const ranksOf = (count: number) => Array.from({ length: count }, (_, index) => ({ index, count }));

test.each([
  [1, 4, [[0, 1, 2, 3]]],
  [2, 3, [[0, 2], [1]]],
  [3, 3, [[0], [1], [2]]],
  [5, 3, [[0], [1], [2], [0], [1]]],
])("%i workers share %i partitions: %j", (workers, partitions, shares) => {
  expect(ranksOf(workers).map((rank) => shareOf(rank, partitions))).toEqual(shares);
});

test("whatever the numbers, each partition has a worker, and only one while there are no more workers than partitions", () => {
  for (let partitions = 1; partitions <= 64; partitions += 1)
    for (let workers = 1; workers <= 70; workers += 1) {
      const taken = ranksOf(workers).flatMap((rank) => shareOf(rank, partitions));
      expect(new Set(taken).size).toBe(partitions);
      expect(taken).toHaveLength(Math.max(workers, partitions));
    }
});
