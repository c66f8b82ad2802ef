import { expect, test } from "vitest";
import { plainEarning } from "../testing/till.ts";
import { type EarningVersions, versionInForce } from "./earning.version.ts";

const of = (version: number, inForceFromMs: number) => ({ ...plainEarning, version, inForceFromMs });
const versions: EarningVersions = [of(1, -Infinity), of(2, 100), of(3, 300), of(4, 200)];
const at = (soldAtMs: number) => versionInForce(versions, soldAtMs).version;

test("a sale earns by the last version that is in force when it is made, one put into force earlier included", () => {
  expect([0, 99, 100, 199, 200, 299, 300, 1e15].map(at)).toEqual([1, 1, 2, 2, 4, 4, 4, 4]);
});

test("the first version holds before all others, whenever it came into force", () => {
  expect(versionInForce([of(1, 50), of(2, 100)], 10).version).toBe(1);
});
