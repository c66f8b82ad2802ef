import type { Progress } from "@rewards/lab/progress";
import { formatFigure } from "@rewards/lab/report/number";
import { measureSpeed } from "../measure/machine.ts";
import { defineRun } from "../run/define.ts";
import { folder, type OptionValues, positive, some, whole } from "../run/options.ts";
import { column, cpuColumns, measureRun, salesOf, warmUpOption } from "../run/sales.ts";
import type { Bench } from "../run/session.ts";
import { boundBar, measureTurns, type RunsByName, timesOf, turnSteps, turnTables } from "../run/turns.ts";
import { openCheckout } from "../subject/checkout.ts";
import { type SubjectName, subjects } from "../subject/subject.ts";
import { compareBars, compareChart } from "./compare.bars.ts";
import {
  type CompareRun,
  type CompareWorkload,
  compareRuns,
  compareWorkloads,
  type FigureName,
  summaryOf,
  unreadFigures,
} from "./compare.figures.ts";
import { type LimitFigures, measureLimits } from "./compare.limits.ts";
import { machineTable, workloadTables } from "./compare.tables.ts";

const subjectNames = Object.keys(subjects) as SubjectName[];

const options = {
  rounds: whole("rounds, each of all workloads and subjects", 3, 1, 100),
  seconds: positive("seconds of load in a run", 10, 3),
  warmUp: { ...warmUpOption, quick: 2 },
  connections: whole("HTTP connections", 256, 256, 10_000),
  members: whole("members who buy", 10_000, 10_000, 1_000_000),
  apis: whole("API processes of each subject", 1, 1, 64),
  workers: whole("worker processes of each subject", 1, 1, 64),
  subjects: some<SubjectName>("what to compare", subjectNames, ["product", "naive", "competent"]),
  workloads: some<CompareWorkload>("what to send", compareWorkloads, ["uniform", "hot"]),
  against: folder("compares this build with another built checkout instead of the peers, in turns of both"),
};
type Settings = OptionValues<typeof options>;

interface Found {
  readonly limits: readonly LimitFigures[];
  readonly runs: readonly CompareRun[];
  readonly unread: readonly FigureName[];
  /** Reasons why the figures are worth less than others. */
  readonly caveats: readonly string[];
  readonly summary: ReturnType<typeof summaryOf>;
  /** With the option `against`: the runs of both builds, and nothing else. */
  readonly builds?: RunsByName;
}

/** The product and its peers, or another build of it, in turns, so that a slowdown of the machine affects all of them. */
export const compare = defineRun({
  name: "compare",
  summary: "the product against its peers, from POST to posted",
  title: titleOf,
  options,
  steps: ({ rounds, workloads, subjects: compared, against }) =>
    against ? turnSteps(2, rounds) : rounds * (1 + workloads.length * compared.length),
  async measure(bench, settings, progress): Promise<Found> {
    const unread = unreadFigures(bench.servers);
    const caveats = caveatsOf(bench, unread);
    const limits: LimitFigures[] = [];
    const runs: CompareRun[] = [];
    if (settings.against) {
      const builds = await measureBuilds(bench, settings, progress);
      return { limits, runs, unread, caveats, summary: {}, builds };
    }
    for (let round = 1; round <= settings.rounds; round += 1) {
      progress.step(`round ${round} of ${settings.rounds}: the machine`);
      limits.push(await measureLimits(bench, settings));
      runs.push(...(await measureRound(bench, settings, round, progress)));
    }
    return { limits, runs, unread, caveats, summary: summaryOf(compareRuns(runs, unread), settings) };
  },
  tables: (found, settings) =>
    found.builds
      ? buildTables(found.builds, settings, found.caveats)
      : [...workloadTables(compareRuns(found.runs, found.unread), settings), machineTable(found, found.caveats)],
  bars: ({ builds, runs, unread }) => (builds ? [buildBar(builds)] : compareBars(compareRuns(runs, unread))),
  chart: ({ builds, runs, unread }, settings) =>
    builds ? undefined : compareChart(compareRuns(runs, unread), settings),
});

async function measureRound(
  bench: Bench,
  settings: Settings,
  round: number,
  progress: Progress,
): Promise<CompareRun[]> {
  const runs: CompareRun[] = [];
  for (const workload of settings.workloads)
    for (const subject of settings.subjects) {
      progress.step(`round ${round} of ${settings.rounds}: ${workload}, ${subjects[subject].label}`);
      // A profile slows its process: peers have none, and a caveat says that the product's figures are affected.
      const own = subject === "product" ? bench : { ...bench, nodeArgs: [] };
      const { apis, workers } = settings;
      const spec = { ...salesOf(settings), subject, workload, apis, workers };
      const speedMicroseconds = measureSpeed();
      runs.push({ round, workload, subject, speedMicroseconds, figures: await measureRun(own, spec) });
    }
  return runs;
}

function titleOf({ rounds, seconds, connections, members, apis, workers, against }: Settings): string {
  const subject = against ? "This build against another" : "Rewards against its peers";
  const load = `${rounds === 1 ? "one round" : `${rounds} rounds`} of ${seconds} s, ${connections} connections, ${formatFigure(members)} members`;
  return `${subject}, from POST to posted: ${load}, ${apis} API, ${workers} worker`;
}

function caveatsOf({ nodeArgs, isQuick }: Bench, unread: readonly FigureName[]): string[] {
  return [
    ...(isQuick
      ? ["QUICK: short runs, one of each. These figures are for development; quote those of a full run."]
      : []),
    ...(unread.length > 0 ? ["The CPU of a given server cannot be read; bars of CPU are left out."] : []),
    ...(nodeArgs.length > 0 ? ["PROFILED: this slows Rewards."] : []),
  ];
}

const before = "Build before";
const after = "This build";
/** The most CPU that a sale of this build may take, relative to the build before. */
const buildTimesMax = 1.02;

async function measureBuilds(bench: Bench, settings: Settings, progress: Progress): Promise<RunsByName> {
  const { apis, workers, against, rounds } = settings;
  const spec = { ...salesOf(settings), apis, workers };
  const specs = { [before]: { ...spec, checkout: await openCheckout(against) }, [after]: spec };
  return measureTurns(bench, specs, rounds, progress);
}

const buildTables = (builds: RunsByName, { against, rounds, seconds }: Settings, caveats: readonly string[]) =>
  turnTables(
    "CPU in µs a sale, latency in ms, peak of memory, statements and bytes of WAL a sale",
    builds,
    [
      ...[column.sales, ...cpuColumns, column.cpu, column.postP99],
      ...[column.memoryApi, column.memoryWorker, column.statements, column.walBytes],
    ],
    [
      `Closed loop, in turns of services that both run, medians and ranges of ${rounds} rounds of ${seconds} s.`,
      `Build before: ${against}, on its schema.`,
      ...caveats,
    ],
  );

const buildBar = (builds: RunsByName) =>
  boundBar(
    "CPU a sale, this build against the build before",
    buildTimesMax,
    timesOf(builds, after, before, column.cpu[1]),
  );
