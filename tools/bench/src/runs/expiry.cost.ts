import type { Progress } from "@rewards/lab/progress";
import { formatCount, formatRange } from "@rewards/lab/report/number";
import type { Bar, Table } from "@rewards/lab/report/report";
import { parts } from "../measure/processes.ts";
import { medianBounds, spreadOf } from "../measure/statistics.ts";
import { openCheckout } from "../subject/checkout.ts";
import { openClubs, releaseClub, startSweep } from "../subject/clubs.ts";
import type { ExpiryOptions } from "./expiry.options.ts";
import { partLabels } from "./figures.ts";
import { type Bench, measureSales, type RunSpec } from "./measure.ts";
import { type Column, measureTurns, type RunsByName, spreadRows, timesOf } from "./rounds.ts";

/** The most CPU that a sale may take, relative to one without: of a service that has the feature, and that uses it. */
const unusedTimesMax = 1.02;
const inUseTimesMax = 1.1;

const without = "Without";
const inUse = "In use";
const before = "Build before";
const unused = "This build";

/**
 * The runs of a base, and of what is compared with it. Before each turn of the service in use, the points of some buyers
 * become due, and the worker sweeps them.
 */
export async function measureCost(bench: Bench, options: ExpiryOptions, progress: Progress): Promise<RunsByName> {
  const specs = options.before ? await specsBefore(options, options.before) : specsInUse(options);
  let club = 0;
  return measureTurns(bench, specs, options.rounds, progress, async ({ name, spec, session }, prefix) => {
    if (name === inUse) {
      await releaseClub(session.sql, club++);
      await startSweep(session.queueUrl);
    }
    return measureSales(session, spec, prefix);
  });
}

function specOf({ seconds, warmUp, connections, buyers }: ExpiryOptions): RunSpec {
  const pace = { kind: "closed", seconds } as const;
  return {
    ...{ subject: "product", workload: "uniform", pace, warmUpSeconds: warmUp, connections },
    members: buyers,
  };
}

async function specsBefore(options: ExpiryOptions, folder: string): Promise<Record<string, RunSpec>> {
  const spec = specOf(options);
  return { [before]: { ...spec, checkout: await openCheckout(folder) }, [unused]: spec };
}

/** The points that the buyers earn are pending. */
function specsInUse(options: ExpiryOptions): Record<string, RunSpec> {
  const { buyers: members, rounds: clubs } = options;
  const specOfClubs = (isInUse: boolean): RunSpec => ({
    ...specOf(options),
    shopMembers: 0,
    prepare: (databaseUrl) => openClubs(databaseUrl, { members, clubs, isInUse }),
    hasOtherEntries: true,
  });
  return {
    [without]: specOfClubs(false),
    [inUse]: specOfClubs(true),
  };
}

const columns: readonly Column[] = [
  ["Sales/s", (run) => run.salesPerSecond],
  ...parts.map((part): Column => [partLabels[part], (run) => run.cpu[part]]),
  ["Sum", (run) => run.cpu.total],
  ["POST p99", (run) => run.postMs.p99],
  ["Statements", (run) => run.statementsPerSale],
  ["WAL", (run) => run.walBytesPerSale],
];
const titles = ["", ...columns.map(([title]) => title)];

const namesOf = ({ before: folder }: ExpiryOptions) =>
  (folder ? [before, unused] : [without, inUse]) as [string, string];

export function costTables(runs: RunsByName, options: ExpiryOptions): Table[] {
  const { rounds, seconds, buyers } = options;
  const [base, name] = namesOf(options);
  const times = ([, read]: Column) => timesOf(runs, name, base, read);
  return [
    {
      title: "CPU in µs a sale, latency in ms, statements and bytes of WAL a sale",
      columns: titles,
      rows: spreadRows([base, name], (one) => columns.map(([, read]) => spreadOf((runs[one] ?? []).map(read)))),
      notes: [
        `Closed loop, in turns of services that all run, medians and ranges of ${rounds} rounds of ${seconds} s.`,
        ...(options.before
          ? [`Build before: ${options.before}, on its schema. Neither has an expiry or a return window.`]
          : [
              `Both have ${rounds} programmes, and ${formatCount(buyers)} buyers in all. In use: expiry and return window; in each turn the points of one programme's buyers expire.`,
            ]),
      ],
    },
    {
      title: `${name}, as so many times the figure of: ${base.toLowerCase()}`,
      columns: titles,
      rows: [
        ...spreadRows(["median, range"], () => columns.map((column) => spreadOf(times(column))), 3),
        ["95 % of medians", ...columns.map(boundsText(times))],
      ],
      notes: ["Of each round, so that a slow minute of the machine affects both."],
    },
  ];
}

const boundsText = (times: (column: Column) => number[]) => (column: Column) => {
  const { min, max } = medianBounds(times(column));
  return formatRange(min, max);
};

/** Holds only if the spread allows to say so. */
export function costBar(runs: RunsByName, options: ExpiryOptions): Bar {
  const [base, name] = namesOf(options);
  const times = timesOf(runs, name, base, (run) => run.cpu.total);
  return boundBar(
    `CPU a sale, ${name.toLowerCase()} against ${base.toLowerCase()}`,
    options.before ? unusedTimesMax : inUseTimesMax,
    times,
  );
}

/** Compares the upper bound of the median with the most that is allowed. */
export function boundBar(name: string, timesMax: number, times: readonly number[]): Bar {
  const { min, max } = medianBounds(times);
  return {
    name,
    wanted: `≤ ${timesMax} times`,
    measured: `${spreadOf(times).median.toFixed(3)} times (95 %: ${formatRange(min, max)})`,
    holds: max <= timesMax,
  };
}
