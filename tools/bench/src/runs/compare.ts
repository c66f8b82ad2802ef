import type { Progress } from "@rewards/lab/progress";
import { formatFigure } from "@rewards/lab/report/number";
import type { Report } from "@rewards/lab/report/report";
import { measureSpeed } from "../measure/machine.ts";
import { subjects } from "../subject/subject.ts";
import type { BenchCommand } from "./command.ts";
import { compareBars } from "./compare.bars.ts";
import { compareChart } from "./compare.chart.ts";
import { type CompareRun, compareRuns, summaryOf, unreadFigures } from "./compare.figures.ts";
import { addCompareOptions, type CompareOptions, type CompareSettings, settingsOf } from "./compare.options.ts";
import { machineTable, workloadTables } from "./compare.tables.ts";
import { type LimitFigures, measureLimits } from "./limits.ts";
import { type Bench, measureRun } from "./measure.ts";

/** Of each limit, in a round. */
const limitSeconds = 2;
const limitSecondsQuick = 1;

/** The product and its peers, in turns, so that a slowdown of the machine affects all of them. */
export const compare: BenchCommand<CompareOptions> = {
  name: "compare",
  summary: "the product against its peers, from POST to posted",
  options: addCompareOptions,
  async run(bench, options, progress) {
    const settings = settingsOf(options);
    const { rounds, workloads } = settings;
    progress.begin(rounds * (1 + workloads.length * settings.subjects.length));
    const limits: LimitFigures[] = [];
    const runs: CompareRun[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      progress.step(`round ${round} of ${rounds}: the machine`);
      const seconds = options.quick ? limitSecondsQuick : limitSeconds;
      limits.push(await measureLimits(bench, { ...settings, seconds }));
      runs.push(...(await measureRound(bench, settings, round, progress)));
    }
    return reportOf(bench, options.quick === true, { settings, limits, runs });
  },
};

async function measureRound(
  bench: Bench,
  settings: CompareSettings,
  round: number,
  progress: Progress,
): Promise<CompareRun[]> {
  const runs: CompareRun[] = [];
  for (const workload of settings.workloads)
    for (const subject of settings.subjects) {
      progress.step(`round ${round} of ${settings.rounds}: ${workload}, ${subjects[subject].label}`);
      // A profile slows its process: peers have none, and a caveat says that the product's figures are affected.
      const own = subject === "product" ? bench : { ...bench, nodeArgs: [] };
      const pace = { kind: "closed", seconds: settings.seconds } as const;
      const spec = { ...settings, subject, workload, pace, warmUpSeconds: settings.warmUp };
      const speedMicroseconds = measureSpeed();
      runs.push({ round, workload, subject, speedMicroseconds, figures: await measureRun(own, spec) });
    }
  return runs;
}

interface Found {
  readonly settings: CompareSettings;
  readonly limits: readonly LimitFigures[];
  readonly runs: readonly CompareRun[];
}

function reportOf(bench: Bench, isQuick: boolean, data: Found): Report {
  const { settings, runs } = data;
  const comparison = compareRuns(runs, unreadFigures(bench.servers));
  return {
    name: "compare",
    title: titleOf(settings),
    tables: [...workloadTables(comparison, settings), machineTable(data, caveatsOf(bench, isQuick))],
    bars: compareBars(comparison),
    chart: compareChart(comparison, settings),
    data: { ...data, summary: summaryOf(comparison, settings) },
  };
}

function titleOf({ rounds, seconds, connections, members, apis, workers }: CompareSettings): string {
  const load = `${rounds === 1 ? "one round" : `${rounds} rounds`} of ${seconds} s, ${connections} connections, ${formatFigure(members)} members`;
  return `Rewards against its peers, from POST to posted: ${load}, ${apis} API, ${workers} worker`;
}

/** Reasons why the figures of a run are worth less than others. */
function caveatsOf({ servers, nodeArgs = [] }: Bench, isQuick: boolean): string[] {
  const isUnread = unreadFigures(servers).size > 0;
  return [
    ...(isQuick
      ? ["QUICK: short runs, one of each. These figures are for development; quote those of a full run."]
      : []),
    ...(isUnread ? ["The CPU of a given server cannot be read; bars of CPU are left out."] : []),
    ...(nodeArgs.length > 0 ? ["PROFILED: this slows Rewards."] : []),
  ];
}
