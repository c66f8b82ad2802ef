import { formatTable, lineLengthMax } from "@rewards/lab/report/table";
import { expect, it } from "vitest";
import { type Figures, quantileFigures } from "../measure/figures.ts";
import { type GivenOptions, valuesOf } from "../run/command.ts";
import { timesOf } from "../run/turns.ts";
import { compareBars, compareChart, workloadTables } from "./compare.report.ts";
import { compare } from "./compare.ts";

const quantiles = (p50: number) => ({ p50, p99: p50 * 1.9, "p99.9": p50 * 4.7, max: p50 * 6 });

/** A subject that takes `times` as much CPU as one of 100 µs, and is that much slower. */
const figuresOf = (times: number): Figures => ({
  ...{ "Sales/s": 12_000 / times, API: 40 * times, Worker: 30 * times, Postgres: 27 * times, Redis: 3 * times },
  ...{ ...quantileFigures("POST", quantiles(10.4 * times)), ...quantileFigures("Lag", quantiles(30.1 * times)) },
  ...{ CPU: 100 * times, "Load gen.": 12.7 + times, "API MB": 210, "Worker MB": 220 },
  ...{ Statements: times === 1 ? 0.065 : 11, "WAL bytes": 2_212 },
});

/** The uniform workload, in which the peer takes some times as much as the product. */
const runsOf = (product: readonly number[], naive: readonly number[]) => ({
  uniform: { product: product.map(figuresOf), naive: naive.map(figuresOf) },
});
const settingsOf = (given: GivenOptions<typeof compare.options>) => valuesOf(compare.options, given);

it("a ratio is that of each round, so that a slow minute of the machine affects both sides", () => {
  const { uniform } = runsOf([1, 3, 1.2], [19, 60, 25.2]);
  expect(timesOf(uniform, "product", "naive", "Sales/s").map(Math.round)).toEqual([19, 20, 21]);
});

it("tables fit a terminal, whatever the figures", () => {
  const runs = runsOf([1, 1.21, 1.4], [46.7, 56.5, 65.4]);
  const lines = workloadTables(runs, settingsOf({})).flatMap(formatTable);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(lineLengthMax);
  expect(lines.join("\n")).not.toMatch(/NaN|undefined/);
});

it("a bar that is missed is shown as missed", () => {
  const missed = compareBars(runsOf([2], [20])).filter((bar) => !bar.holds);
  expect(missed.map(({ measured }) => measured)).toEqual(["10 ×", "10 ×", "200 µs", "6,000"]);
});

it("without the product there is a dash for each ratio, and no bar", () => {
  const { naive } = runsOf([], [20]).uniform;
  expect(compareBars({ uniform: { naive } })).toEqual([]);
  const [pace] = workloadTables({ uniform: { naive } }, settingsOf({ rounds: 1 }));
  expect(pace?.rows[0]?.slice(-2)).toEqual(["—", "—"]);
});

it("the chart shows each subject's median, and the peer's distance", () => {
  const [sales, cpu] = compareChart(runsOf([1], [20]), settingsOf({})).groups;
  expect(sales?.bars.map(({ value, note }) => [value, note])).toEqual([
    [12_000, undefined],
    [600, "20.0x less"],
  ]);
  expect(cpu?.bars[1]?.note).toBe("20.0x more");
});

it("quick has other defaults, and given options win", () => {
  expect(settingsOf({ quick: true, rounds: 2 })).toMatchObject({
    rounds: 2,
    seconds: 3,
    workloads: ["uniform", "hot"],
  });
  expect(settingsOf({})).toMatchObject({ rounds: 3, seconds: 10, connections: 256, members: 10_000 });
});
