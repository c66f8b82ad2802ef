import { count, positiveNumber } from "@rewards/lab/options";
import { booksHold, exactly } from "@rewards/lab/report/bars";
import { formatCount, formatFigure } from "@rewards/lab/report/number";
import type { Table } from "@rewards/lab/report/report";
import { parts } from "../measure/processes.ts";
import type { BenchCommand } from "./command.ts";
import { partLabels } from "./figures.ts";
import type { RunSpec } from "./measure.ts";
import { type Column, measureRounds, medianRows, type RunsByName } from "./rounds.ts";
import { type DrainFigures, measureDrain } from "./scale.drain.ts";

interface ScaleOptions {
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
  readonly members: number;
  readonly backlog: number;
}

interface Fleet {
  readonly apis: number;
  readonly workers: number;
}

const fleets: readonly Fleet[] = [
  { apis: 1, workers: 1 },
  { apis: 1, workers: 2 },
  { apis: 1, workers: 4 },
  { apis: 2, workers: 1 },
  { apis: 2, workers: 2 },
];

export const scale: BenchCommand<ScaleOptions> = {
  name: "scale",
  summary: "throughput of more APIs and workers, and of a worker that drains a backlog",
  options: (command) =>
    command
      .option("--seconds <n>", "seconds of each run", positiveNumber, 10)
      .option("--rounds <n>", "rounds over all fleets; medians are shown", count, 3)
      .option("--connections <n>", "HTTP connections, over all APIs", count, 256)
      .option("--members <n>", "members who buy", count, 10_000)
      .option("--backlog <n>", "sales queued before the worker starts", count, 1_000_000),
  async run(bench, options, progress) {
    const { rounds, backlog } = options;
    progress.begin(fleets.length * rounds + 1);
    const specs = Object.fromEntries(fleets.map((fleet) => [nameOf(fleet), specOf(fleet, options)]));
    const runs = await measureRounds(bench, specs, rounds, progress);
    progress.step(`${formatCount(backlog)} sales, queued and drained`);
    const drain = await measureDrain(bench, options);
    return {
      name: "scale",
      title: "More processes, and a backlog",
      tables: [fleetTable(runs, options), drainTable(drain)],
      bars: [exactly("sales of the backlog posted", backlog, drain.sales), booksHold],
      data: { options, fleets: fleets.map((fleet) => ({ ...fleet, runs: runs[nameOf(fleet)] })), drain },
    };
  },
};

const nameOf = ({ apis, workers }: Fleet) => `${apis} API, ${workers} worker`;

function specOf(fleet: Fleet, { seconds, connections, members }: ScaleOptions): RunSpec {
  const pace = { kind: "closed", seconds } as const;
  return { subject: "product", workload: "uniform", pace, ...fleet, connections, members };
}

const columns: readonly Column[] = [
  ["Sales/s", (run) => run.salesPerSecond],
  ...parts.map((part): Column => [partLabels[part], (run) => run.cpu[part]]),
  ["Sum", (run) => run.cpu.total],
  ["POST p99", (run) => run.postMs.p99],
  ["lag p99", (run) => run.lagMs.p99],
];

function fleetTable(runs: RunsByName, { rounds, seconds }: ScaleOptions): Table {
  return {
    title: "By number of processes: CPU in µs a sale, latency in ms",
    columns: ["", ...columns.map(([title]) => title)],
    rows: medianRows(runs, columns),
    notes: [
      `Closed loop, medians of ${rounds} rounds of ${seconds} s.`,
      "All processes, both servers and the generator share the cores of one machine: where those are full, more processes only share them out.",
    ],
  };
}

function drainTable(drain: DrainFigures): Table {
  const { cpu, redisMib } = drain;
  return {
    title: "A backlog, drained by one worker",
    columns: ["Sales", "Sales/s", "Worker", "Postgres", "Redis", "Worker peak MiB", "Redis MiB", "Redis bytes a sale"],
    rows: [
      [
        formatCount(drain.sales),
        formatCount(drain.drainedPerSecond),
        ...[cpu.worker, cpu.postgres, cpu.redis, drain.workerPeakMib].map(formatFigure),
        [redisMib.before, redisMib.queued, redisMib.drained].map(formatFigure).join(" → "),
        formatFigure(drain.redisBytesPerSale),
      ],
    ],
    notes: [
      `Queued at ${formatCount(drain.queuedPerSecond)} sales/s in ${formatCount(drain.jobs)} jobs while no worker ran. CPU in µs a sale. Redis before, with the backlog and after it.`,
    ],
  };
}
