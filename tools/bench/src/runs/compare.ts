import { formatFigure } from "@rewards/lab/report/number";
import { measureLimits } from "../limits.ts";
import { cpuColumns } from "../measure/processes.ts";
import { defineRun } from "../run/define.ts";
import type { Figures } from "../run/figures.ts";
import { folder, type OptionValues, positive, some, warmUpOption, whole } from "../run/options.ts";
import { measureRun } from "../run/sales.ts";
import type { Bench } from "../run/session.ts";
import { boundBar, measureTurns, type Runs, timesOf, turnNote, turnTables } from "../run/turns.ts";
import { openCheckout } from "../subject/checkout.ts";
import { type SubjectName, subjects } from "../subject/subject.ts";
import {
  type CompareWorkload,
  compareBars,
  compareChart,
  limitTable,
  workloads,
  workloadTables,
} from "./compare.report.ts";

const options = {
  rounds: whole("rounds, each of all workloads and subjects", 3, 1, 100),
  seconds: positive("seconds of load in a run", 10, 3),
  warmUp: { ...warmUpOption, quick: 2 },
  connections: whole("HTTP connections", 256, 256, 10_000),
  members: whole("members who buy", 10_000, 10_000, 1_000_000),
  subjects: some("what to compare", Object.keys(subjects) as SubjectName[], ["product", "naive", "competent"]),
  workloads: some("what to send", Object.keys(workloads) as CompareWorkload[], ["uniform", "hot"]),
  against: folder("compares this build with another built checkout instead of the peers, in turns of both"),
};
type Settings = OptionValues<typeof options>;

const before = "Build before";
const after = "This build";
/** The most CPU that a sale of this build may take, relative to the build before. */
const buildTimesMax = 1.02;

/** The product and its peers, or another build of it, in turns, so that a slowdown of the machine affects all of them. */
export const compare = defineRun({
  name: "compare",
  summary: "the product against its peers, from POST to posted",
  title({ rounds, seconds, connections, members, against }) {
    const subject = against ? "This build against another" : "Rewards against its peers";
    const load = `${rounds === 1 ? "one round" : `${rounds} rounds`} of ${seconds} s, ${connections} connections, ${formatFigure(members)} members`;
    return `${subject}, from POST to posted: ${load}, 1 API, 1 worker`;
  },
  options,
  measure: async (bench: Bench, settings) =>
    settings.against
      ? { limits: [], runs: {}, builds: await measureBuilds(bench, settings) }
      : { ...(await measurePeers(bench, settings)), builds: undefined },
  tables: ({ limits, runs, builds }, settings) =>
    builds
      ? turnTables(
          "CPU in µs a sale, latency in ms, peak of memory, statements and bytes of WAL a sale",
          builds,
          ["Sales/s", ...cpuColumns, "POST p99", "API MB", "Worker MB", "Statements", "WAL bytes"],
          [turnNote(settings), `Build before: ${settings.against}, on its schema.`],
        )
      : [...workloadTables(runs, settings), limitTable(limits)],
  bars({ runs, builds }) {
    if (!builds) return compareBars(runs);
    const times = timesOf(builds, after, before, "CPU");
    return [boundBar("CPU a sale, this build against the build before", buildTimesMax, times)];
  },
  chart: ({ runs, builds }, settings) => (builds ? undefined : compareChart(runs, settings)),
});

/** Of each limit. */
const limitSeconds = 2;

async function measurePeers(bench: Bench, settings: Settings) {
  const limits: Figures[] = [];
  const runs: Record<string, Record<string, Figures[]>> = {};
  for (let round = 1; round <= settings.rounds; round += 1) {
    const say = (name: string) => bench.say(`round ${round} of ${settings.rounds}: ${name}`);
    say("the machine");
    limits.push(await measureLimits(bench, settings, limitSeconds));
    for (const workload of settings.workloads)
      for (const name of settings.subjects) {
        const subject = subjects[name];
        say(`${workload}, ${subject.label}`);
        const found = await measureRun(bench, { ...settings, subject, workload });
        runs[workload] = { ...runs[workload], [name]: [...(runs[workload]?.[name] ?? []), found] };
      }
  }
  return { limits, runs };
}

async function measureBuilds(bench: Bench, settings: Settings): Promise<Runs> {
  const specs = { [before]: { ...settings, checkout: await openCheckout(settings.against) }, [after]: settings };
  return measureTurns(bench, specs, settings.rounds);
}
