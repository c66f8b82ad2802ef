import { formatTable, lineLengthMax } from "@rewards/lab/report/table";
import { expect, it } from "vitest";
import { type GivenOptions, valuesOf } from "../run/options.ts";
import type { RunFigures } from "../run/sales.ts";
import type { SubjectName } from "../subject/subject.ts";
import { compareBars, compareChart } from "./compare.bars.ts";
import { type CompareRun, compareRuns, summaryOf, unreadFigures } from "./compare.figures.ts";
import { machineTable, workloadTables } from "./compare.tables.ts";
import { compare } from "./compare.ts";

const quantiles = (p50: number) => ({ p50, p99: p50 * 1.9, p999: p50 * 4.7, max: p50 * 6 });

/** A subject that takes `times` as much CPU as one of 100 µs, and is that much slower. */
function figuresOf(times: number): RunFigures {
  const cpu = { api: 40 * times, worker: 30 * times, postgres: 27 * times, redis: 3 * times };
  return {
    sales: 100_000,
    salesPerSecond: 12_000 / times,
    postMs: quantiles(10.4 * times),
    lagMs: quantiles(30.1 * times),
    cpu: { ...cpu, total: 100 * times, load: 12.7 + times },
    memoryMib: { api: 200, worker: 210 },
    statementsPerSale: times === 1 ? 0.065 : 11,
    walBytesPerSale: 2_212,
    statuses: { 201: 100_000 },
  };
}

function runOf(subject: SubjectName, times: number, round = 1): CompareRun {
  return { round, workload: "uniform", subject, speedMicroseconds: 4.4, figures: figuresOf(times) };
}

const allRead = [] as const;
const settingsOf = (given: GivenOptions<typeof compare.options>) => valuesOf(compare.options, given);
const settings = settingsOf({ subjects: ["product", "naive"], workloads: ["uniform"] });

it("a ratio is the median of each round's ratio, so that a slow minute of the machine affects both sides", () => {
  const rounds = [1, 3, 1.2].flatMap((times, round) => [
    runOf("product", times, round),
    runOf("naive", times * (19 + round), round),
  ]);
  const comparison = compareRuns(rounds, allRead);
  expect(comparison.ratio("uniform", "naive", "salesPerSecond")).toBeCloseTo(20);
  expect(comparison.spread("uniform", "product", "cpu")).toMatchObject({ min: 100, max: 300 });
});

it("the summary holds median, range and ratio of every figure", () => {
  const { uniform } = summaryOf(compareRuns([runOf("product", 1), runOf("naive", 20)], allRead), settings);
  expect(uniform?.["product"]?.cpu).toEqual({ median: 100, min: 100, max: 100 });
  expect(uniform?.["naive"]?.cpuApi).toMatchObject({ median: 800, ratioToProduct: 20 });
  expect(Object.keys(uniform?.["naive"] ?? {})).toHaveLength(16);
});

it("tables fit a terminal, whatever the figures", () => {
  const rounds = [1, 1.21, 1.4].flatMap((times, round) => [
    runOf("product", times, round),
    runOf("naive", times * 46.7, round),
  ]);
  const lines = workloadTables(compareRuns(rounds, allRead), settings).flatMap(formatTable);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(lineLengthMax);
  expect(lines.join("\n")).not.toMatch(/NaN|undefined/);
});

it("the speed of the machine is shown by round, with its range", () => {
  const speeds = [4.4, 8.1, 4.6];
  const runs = speeds.map((speedMicroseconds) => ({ ...runOf("product", 1), speedMicroseconds }));
  const limits = { insertRowsPerSecond: 1, httpRequestsPerSecond: 2, httpCpuMicroseconds: 3, queueJobsPerSecond: 4 };
  expect(machineTable({ limits: [limits], runs }, []).rows).toEqual([
    ["Round 1", "4.6", "4.40–8.10", "1", "2", "3", "4"],
  ]);
});

it("a bar that is missed is shown as missed", () => {
  const missed = compareBars(compareRuns([runOf("product", 2), runOf("naive", 20)], allRead)).filter(
    (bar) => !bar.holds,
  );
  expect(missed.map(({ measured }) => measured)).toEqual(["10.0x", "10.0x less", "200 µs", "6,000"]);
});

it("without the CPU of a given server there is a dash, and no bar of CPU", () => {
  const unread = unreadFigures({ pids: { postgres: [], redis: [2] } });
  const comparison = compareRuns([runOf("product", 1), runOf("naive", 20)], unread);
  expect(compareBars(comparison).filter(({ name }) => name.includes("CPU"))).toEqual([]);
  const [pace] = workloadTables(comparison, settings);
  expect(pace?.rows[0]?.at(-1)).toBe("—");
});

it("the chart shows each subject's median, and the peer's distance", () => {
  const comparison = compareRuns([runOf("product", 1), runOf("naive", 20)], allRead);
  const [sales, cpu] = compareChart(comparison, settings).groups;
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
