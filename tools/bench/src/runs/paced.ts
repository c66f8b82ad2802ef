import { count, counts, positiveNumber } from "@rewards/lab/options";
import { atMost, booksHold } from "@rewards/lab/report/bars";
import { formatFigure } from "@rewards/lab/report/number";
import type { Bar, Table } from "@rewards/lab/report/report";
import { spreadOf } from "../measure/statistics.ts";
import type { BenchCommand } from "./command.ts";
import type { RunFigures, RunSpec } from "./measure.ts";
import { type Column, measureRounds, medianRows, type RunsByName } from "./rounds.ts";

interface PacedOptions {
  readonly rates: readonly number[];
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
  readonly members: number;
}

/** What a till, and a customer who reads her balance, wait for, by sales per second. */
const promises: readonly { perSecond: number; postMsMax: number; lagMsMax: number }[] = [
  { perSecond: 5_000, postMsMax: 25, lagMsMax: 50 },
  { perSecond: 400, postMsMax: 15, lagMsMax: 20 },
];

export const paced: BenchCommand<PacedOptions> = {
  name: "paced",
  summary: "latency of answer and posting at fixed rates of sales",
  options: (command) =>
    command
      .option("--rates <list>", "sales a second", counts, [400, 2_000, 5_000])
      .option("--seconds <n>", "seconds of each run", positiveNumber, 30)
      .option("--rounds <n>", "rounds over all rates; medians are shown", count, 3)
      .option("--connections <n>", "HTTP connections", count, 256)
      .option("--members <n>", "members who buy", count, 10_000),
  async run(bench, options, progress) {
    const { rates, rounds } = options;
    progress.begin(rates.length * rounds);
    const specs = Object.fromEntries(rates.map((rate) => [nameOf(rate), specOf(rate, options)]));
    const runs = await measureRounds(bench, specs, rounds, progress);
    return {
      name: "paced",
      title: "Latency at fixed rates",
      tables: [tableOf(runs, options)],
      bars: [...promises.flatMap((promise) => barsOf(promise, runs[nameOf(promise.perSecond)])), booksHold],
      data: { options, runs },
    };
  },
};

const nameOf = (perSecond: number) => `${formatFigure(perSecond)} sales/s`;

function specOf(perSecond: number, { seconds, connections, members }: PacedOptions): RunSpec {
  const pace = { kind: "paced", seconds, perSecond } as const;
  // At a low rate, it takes minutes until a process' code is compiled.
  return { subject: "product", workload: "uniform", pace, warmUpAtFullSpeed: true, connections, members };
}

const columns: readonly Column[] = [
  ["POST p50", (run) => run.postMs.p50],
  ["p99", (run) => run.postMs.p99],
  ["p99.9", (run) => run.postMs.p999],
  ["max", (run) => run.postMs.max],
  ["lag p50", (run) => run.lagMs.p50],
  ["p99", (run) => run.lagMs.p99],
  ["p99.9", (run) => run.lagMs.p999],
  ["CPU a sale", (run) => run.cpu.total],
];

function tableOf(runs: RunsByName, { rounds, seconds }: PacedOptions): Table {
  return {
    title: "Latency by rate",
    columns: ["", ...columns.map(([title]) => title)],
    rows: medianRows(runs, columns),
    notes: [
      "POST to 201, and lag from the sale's row to the commit of its entry, in ms; CPU in µs.",
      `Open loop: latency counts from when a request was due. Medians of ${rounds} rounds of ${seconds} s.`,
      "Batches are small at low rates, so a sale costs more CPU there.",
    ],
  };
}

function barsOf({ perSecond, postMsMax, lagMsMax }: (typeof promises)[number], runs?: readonly RunFigures[]): Bar[] {
  if (!runs) return [];
  const rate = nameOf(perSecond);
  return [
    atMost(`POST p99 at ${rate}`, postMsMax, "ms", spreadOf(runs.map((run) => run.postMs.p99)).median),
    atMost(`lag p99 at ${rate}`, lagMsMax, "ms", spreadOf(runs.map((run) => run.lagMs.p99)).median),
  ];
}
