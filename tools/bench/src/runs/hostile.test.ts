import { expect, it } from "vitest";
import type { LoadResult } from "../load/load.run.ts";
import type { Quantiles } from "../measure/figures.ts";
import { alone, type ClassFigures, type ClassRun } from "./hostile.measure.ts";
import { barOf } from "./hostile.ts";

const load = (p99: number, max: number, changed: Partial<LoadResult> = {}): LoadResult => ({
  seconds: 1,
  statuses: { 201: 320 },
  accepted: 320,
  late: 0,
  latencyMs: { p50: 1, p99, "p99.9": max, max },
  withoutRetryAfter: 0,
  cpuMicroseconds: 0,
  ...changed,
});
const good: ClassFigures = {
  sales: load(8, 10),
  livez: load(4, 5, { statuses: { 200: 320 } }),
  apiPeakMb: 200,
  nextPageMs: 20,
};
const lag = (p99: number): Quantiles => ({ p50: 1, p99, "p99.9": p99, max: p99 });
const run = (changed: Partial<ClassFigures> = {}): ClassRun => ({
  name: "class",
  label: "callers",
  salesPerSecond: 40,
  isBusy: false,
  figures: { ...good, ...changed },
});
const barBeside = (one: ClassRun, aloneP99 = 8) => {
  const first = { ...one, name: alone, figures: { ...good, sales: load(aloneP99, aloneP99) } };
  return barOf(one, [first, one]);
};

it("a class that changes nothing holds", () => {
  expect(barBeside(run())).toMatchObject({ holds: true, measured: "so" });
});

it.each([
  ["a slow sale", { sales: load(100.1, 101) }, "p99 100 ms"],
  ["a sale without an answer", { sales: load(8, 10, { late: 1 }) }, "1 unanswered"],
  ["a refused sale", { sales: load(8, 10, { statuses: { 201: 319, 503: 1 } }) }, "1 not 201"],
  ["a slow /livez", { livez: load(4, 251, { statuses: { 200: 320 } }) }, "/livez 251 ms"],
  ["a /livez that never came", { livez: load(4, 5, { late: 1, statuses: { 200: 320 } }) }, "/livez 5,000 ms"],
  ["memory", { apiPeakMb: 500 }, "500 MB"],
  ["a page that waits", { nextPageMs: 10_001 }, "next page 10,001 ms"],
] as const)("%s breaks the bar and is named", (_, changed, measured) => {
  expect(barBeside(run(changed))).toMatchObject({ holds: false, measured });
});

it("a sale may take five times its time without hostile callers, if that is more than 100 ms", () => {
  expect(barBeside(run({ sales: load(199, 200) }), 40).holds).toBe(true);
  expect(barBeside(run({ sales: load(201, 202) }), 40).holds).toBe(false);
});

it("a sale of busy tills may take one and a half times its time without hostile callers, and its median 2 ms more", () => {
  const busy = (p99: number, p50 = 1) => {
    const sales = load(p99, 100, { latencyMs: { p50, p99, "p99.9": p99, max: p99 } });
    return barBeside({ ...run({ sales }), isBusy: true }, 20);
  };
  expect([busy(30), busy(30, 3)]).toMatchObject([{ holds: true }, { holds: true }]);
  expect(busy(31)).toMatchObject({ holds: false, measured: "p99 31 ms" });
  expect(busy(30, 3.1)).toMatchObject({ holds: false, measured: "p50 3.1 ms" });
});

it("a sale may be posted five times as late as without hostile callers", () => {
  const first = { ...run(), name: alone, lagMs: lag(30) };
  const beside = (p99: number, lagAlone: number) => {
    const one = { ...run(), lagMs: lag(p99) };
    return barOf(one, [{ ...first, lagMs: lag(lagAlone) }, one]);
  };
  expect([beside(149, 30), beside(49, 10)]).toMatchObject([{ holds: true }, { holds: true }]);
  expect(beside(151, 30)).toMatchObject({ holds: false, measured: "lag 151 ms" });
  expect(beside(51, 10)).toMatchObject({ holds: false, measured: "lag 51 ms" });
  expect(barOf({ ...first, lagMs: lag(101) }, [])).toMatchObject({ holds: false, measured: "lag 101 ms" });
});

it("sales that are slow without hostile callers break their own bar", () => {
  const first = { ...run({ sales: load(101, 102) }), name: alone };
  expect(barOf(first, [first])).toMatchObject({ holds: false, measured: "p99 101 ms" });
});

it("a run that failed breaks the bar, with its figures and without", () => {
  const failure = "Error: the run is void";
  expect(barBeside({ ...run({ apiPeakMb: 600 }), failure })).toMatchObject({
    holds: false,
    measured: `600 MB, ${failure}`,
  });
  expect(barBeside({ name: "class", label: "callers", salesPerSecond: 40, isBusy: false, failure })).toMatchObject({
    holds: false,
    measured: failure,
  });
});
