import { expect, test } from "vitest";
import { backendOf, formatJobId, parseJobId, partitionOf, splitIds } from "./names.ts";

test.each([
  ["redis://q:6379", "redis"],
  ["rediss://u:p@q", "redis"],
  ["postgres://q/rewards", "postgres"],
  ["postgresql://u:p@q/rewards", "postgres"],
])("%s chooses %s", (url, backend) => {
  expect(backendOf(url)).toBe(backend);
});

test.each(["http://u:hunter2@q", "q:6379", "hunter2"])("%s chooses nothing and is not repeated", (url) => {
  expect(() => backendOf(url)).toThrow("must start with one of redis://");
  expect(() => backendOf(url)).not.toThrow(/hunter2/);
});

test.each([2, 3, 4, 8, 12, 64])("keys are spread evenly over %i partitions", (partitions) => {
  const counts = new Array<number>(partitions).fill(0);
  const keys = Array.from({ length: 1_000 * partitions }, (_, index) => `M-${String(index).padStart(6, "0")}`);
  for (const key of keys) counts[partitionOf(key, partitions)] = (counts[partitionOf(key, partitions)] ?? 0) + 1;
  expect(Math.min(...counts)).toBeGreaterThan(800);
  expect(Math.max(...counts)).toBeLessThan(1_200);
});

test("the partition of a key never changes, since processes of several releases must agree on it", () => {
  expect(["M-000001", "M-000002", "Zoë", ""].map((key) => partitionOf(key, 64))).toEqual([26, 32, 42, 0]);
});

test("IDs go to the partition of their key in their order, and to the first without a key", () => {
  const keys = new Map([...partsOf(1), ...partsOf(2)]);
  const ids = ["a", "b", "none", "c", "d"];
  expect([...splitIds(ids, (id) => keys.get(id), 3)]).toEqual([
    [1, ["a", "b"]],
    [0, ["none"]],
    [2, ["c", "d"]],
  ]);
});

/** Two IDs each, with a key of the partition. */
function partsOf(partition: number): [string, string][] {
  const [one = "", two = ""] = Array.from({ length: 100 }, (_, n) => `${n}`).filter(
    (key) => partitionOf(key, 3) === partition,
  );
  return partition === 1
    ? [
        ["a", one],
        ["b", two],
      ]
    : [
        ["c", one],
        ["d", two],
      ];
}

test.each([
  [0, "12"],
  [2, "2:12"],
  [63, "63:12"],
])("job 12 of partition %i is %s", (partition, name) => {
  expect(formatJobId(partition, "12")).toBe(name);
  expect(parseJobId(name)).toEqual({ partition, id: "12" });
});
