import { formatFigure } from "@rewards/lab/report/report";
import { measureLimits } from "../limits.ts";
import { cpuColumns, type Figures } from "../measure/figures.ts";
import { defineRun, folder, type OptionValues, roundOptions, some, warmUpOption } from "../run/command.ts";
import { measureSales, type SalesSpec, warmUp } from "../run/sales.ts";
import { type Bench, withSession } from "../run/session.ts";
import {
  boundBar,
  measureRounds,
  measureTurns,
  type Runs,
  timesOf,
  turnNote,
  turnTables,
  valuesOf,
} from "../run/turns.ts";
import { campaigns, withRules } from "../subject/campaigns.ts";
import { openCheckout } from "../subject/checkout.ts";
import { type SubjectName, subjects } from "../subject/subject.ts";
import * as report from "./compare.report.ts";

const options = {
  ...roundOptions(3, 10),
  warmUp: { ...warmUpOption, quick: 2 },
  subjects: some("what to compare", Object.keys(subjects) as SubjectName[], ["product", "naive", "competent"]),
  workloads: some("what to send", Object.keys(report.workloads) as report.CompareWorkload[], ["uniform", "hot"]),
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
      ? { limits: {}, runs: {}, builds: await measureBuilds(bench, settings) }
      : { ...(await measurePeers(bench, settings)), builds: undefined },
  tables: ({ limits, runs, builds }, settings) =>
    builds
      ? turnTables(
          "CPU in µs a sale, latency in ms, peak of memory, statements and bytes of WAL a sale",
          builds,
          ["Sales/s", ...cpuColumns, "POST p99", "API MB", "Worker MB", "Statements", "WAL bytes"],
          [turnNote(settings), `Build before: ${settings.against}, on its schema.`],
        )
      : [...report.workloadTables(runs, settings), report.limitTable(limits)],
  bars({ runs, builds }) {
    if (!builds) return report.compareBars(runs);
    const times = timesOf(builds, after, before, "CPU");
    return [boundBar("CPU a sale, this build against the build before", buildTimesMax, times)];
  },
  chart: ({ runs, builds }, settings) => (builds ? undefined : report.compareChart(runs, settings)),
});

/** Of each limit. */
const limitSeconds = 2;

/** Each workload in rounds over all subjects. @throws if subjects made other balances of the same sales: the run is void. */
async function measurePeers(bench: Bench, settings: Settings) {
  bench.say("the machine");
  const limits = await measureLimits(bench, settings, limitSeconds);
  const runs: Record<string, Runs> = {};
  for (const workload of settings.workloads) {
    bench.say(`workload ${workload}`);
    const load = { ...settings, workload, ...(workload === "rules" && { prepare: withRules(campaigns) }) };
    const specs = settings.subjects.map((name) => [name, { ...load, subject: subjects[name] }] as const);
    const found = await measureRounds(bench, Object.fromEntries(specs), settings.rounds, measureSubject);
    const balances = settings.subjects.flatMap((name) => valuesOf(found, name, "Balances"));
    if (new Set(balances).size > 1) throw new Error(`the run is void: balances of ${workload} differ`);
    runs[workload] = found;
  }
  return { limits, runs };
}

/** Sales that are the same for all subjects of a workload, before the warm-up. */
const sampleSales = 1_000;
const sampleSecondsMax = 600;

/** One run on a fresh database. Its figure `Balances` differs if a balance does after the sample. */
const measureSubject = (bench: Bench, spec: SalesSpec): Promise<Figures> =>
  withSession(bench, spec, async (session) => {
    const { workload = "uniform", connections } = spec;
    const sample = { workload, connections, prefix: "sample", seconds: sampleSecondsMax, countMax: sampleSales };
    await session.awaitPosted(await session.send(sample));
    const [balances] = await session.sql<Figures[]>`
      select sum(hashtext(m.external_id || ' ' || b.balance))::float8 as "Balances"
      from balance b join member m on m.id = b.member`;
    await warmUp(session, spec);
    return { ...balances, ...(await measureSales(session, spec)) };
  });

async function measureBuilds(bench: Bench, settings: Settings): Promise<Runs> {
  const specs = { [before]: { ...settings, checkout: await openCheckout(settings.against) }, [after]: settings };
  return measureTurns(bench, specs, settings.rounds);
}
