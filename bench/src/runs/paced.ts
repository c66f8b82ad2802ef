import { spreadOf } from "../measure/statistics.ts";
import { formatFigure } from "../report/number.ts";
import type { Bar, Table } from "../report/report.ts";
import { atMost, booksHold } from "./bars.ts";
import type { BenchCommand } from "./command.ts";
import { measureRun, type RunFigures } from "./measure.ts";
import { count, counts, positiveNumber } from "./options.ts";

interface PacedOptions {
  readonly rates: readonly number[];
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
  readonly members: number;
}

/** At full speed: at a low rate a process takes minutes until its code is compiled. */
const warmUp = { warmUpSeconds: 5, warmUpAtFullSpeed: true } as const;

/** What a till and a customer who looks at her balance wait for, by sales a second. */
const promises: readonly { perSecond: number; postMsMax: number; lagMsMax: number }[] = [
  { perSecond: 5_000, postMsMax: 25, lagMsMax: 50 },
  { perSecond: 400, postMsMax: 15, lagMsMax: 20 },
];

export const paced: BenchCommand<PacedOptions> = {
  name: "paced",
  summary: "latency of the answer and of the posting at fixed rates of sales",
  options: (command) =>
    command
      .option("--rates <list>", "sales a second", counts, [400, 2_000, 5_000])
      .option("--seconds <n>", "seconds of each run", positiveNumber, 30)
      .option("--rounds <n>", "rounds over all rates; medians are shown", count, 3)
      .option("--connections <n>", "HTTP connections", count, 256)
      .option("--members <n>", "members who buy", count, 10_000),
  async run(bench, options, progress) {
    const { rates, seconds, rounds, connections, members } = options;
    const runs = new Map<number, RunFigures[]>(rates.map((rate) => [rate, []]));
    progress.begin(rates.length * rounds);
    for (let round = 1; round <= rounds; round += 1)
      for (const [perSecond, figures] of runs) {
        progress.step(`${perSecond} sales/s, round ${round} of ${rounds}`);
        const pace = { kind: "paced", seconds, perSecond } as const;
        const spec = { subject: "product", workload: "uniform", pace, ...warmUp, connections, members } as const;
        figures.push(await measureRun(bench, spec));
      }
    return {
      name: "paced",
      title: "Latency at fixed rates",
      tables: [tableOf(runs, options)],
      bars: [...promises.flatMap((promise) => barsOf(promise, runs.get(promise.perSecond))), booksHold],
      data: { options, runs: Object.fromEntries(runs) },
    };
  },
};

type Read = (run: RunFigures) => number;

const columns: readonly { title: string; read: Read }[] = [
  { title: "POST p50", read: (run) => run.postMs.p50 },
  { title: "p99", read: (run) => run.postMs.p99 },
  { title: "p99.9", read: (run) => run.postMs.p999 },
  { title: "max", read: (run) => run.postMs.max },
  { title: "lag p50", read: (run) => run.lagMs.p50 },
  { title: "p99", read: (run) => run.lagMs.p99 },
  { title: "p99.9", read: (run) => run.lagMs.p999 },
  { title: "CPU a sale", read: (run) => run.cpu.total },
];

function tableOf(runs: ReadonlyMap<number, readonly RunFigures[]>, { rounds, seconds }: PacedOptions): Table {
  return {
    title: "Latency by rate",
    columns: ["Sales/s", ...columns.map(({ title }) => title)],
    rows: [...runs].map(([rate, figures]) => [
      formatFigure(rate),
      ...columns.map(({ read }) => formatFigure(spreadOf(figures.map(read)).median)),
    ]),
    notes: [
      "POST to 201, and lag from the sale's row to the commit of its entry, in ms; CPU in µs.",
      `Open loop: latency counts from when a request was due. Medians of ${rounds} rounds of ${seconds} s.`,
      "Batches are small at low rates, so a sale costs more CPU there.",
    ],
  };
}

function barsOf({ perSecond, postMsMax, lagMsMax }: (typeof promises)[number], runs?: readonly RunFigures[]): Bar[] {
  if (!runs) return [];
  const rate = `${formatFigure(perSecond)} sales/s`;
  return [
    atMost(`POST p99 at ${rate}`, postMsMax, "ms", spreadOf(runs.map((run) => run.postMs.p99)).median),
    atMost(`lag p99 at ${rate}`, lagMsMax, "ms", spreadOf(runs.map((run) => run.lagMs.p99)).median),
  ];
}
