import { setTimeout as delay } from "node:timers/promises";
import { count, counts, positiveNumber } from "@rewards/lab/options";
import { openDistance } from "@rewards/lab/proxy";
import { atLeast, booksHold } from "@rewards/lab/report/bars";
import { formatCount, formatFigure, formatRatio } from "@rewards/lab/report/number";
import type { Chart, Table } from "@rewards/lab/report/report";
import { expectBooksOk } from "../measure/database.ts";
import { type ByPart, microsecondsEach, openProcessMeter } from "../measure/processes.ts";
import { startSubject, subjects } from "../subject/subject.ts";
import type { BenchCommand } from "./command.ts";
import type { Bench } from "./measure.ts";
import { type Session, withSession } from "./session.ts";
import { fitScalability, rateOf, type ScalabilityFit } from "./workers.fit.ts";

interface WorkersOptions {
  readonly fleets: readonly number[];
  readonly roundTrip: number;
  readonly seconds: number;
  readonly warmUp: number;
  readonly backlog: number;
  readonly members: number;
  readonly connections: number;
  readonly partitions: number;
}

interface Fleet {
  readonly workers: number;
  readonly perSecond: number;
  /** Microseconds of CPU a sale. */
  readonly cpu: ByPart;
  /** How many cores the measured processes kept busy. */
  readonly cores: number;
}

/** What four workers must do, as a multiple of one. */
const ofFourMin = 3.4;
const queueSecondsMax = 3_600;

export const workers: BenchCommand<WorkersOptions> = {
  name: "workers",
  summary: "what another worker adds, where workers wait for Postgres rather than for a core",
  options: (command) =>
    command
      .option("--fleets <list>", "numbers of workers", counts, [1, 2, 4, 8])
      .option("--round-trip <ms>", "from a worker to Postgres and back", positiveNumber, 50)
      .option("--seconds <n>", "seconds of each fleet", positiveNumber, 60)
      .option("--warm-up <n>", "seconds before it", positiveNumber, 10)
      .option("--backlog <n>", "sales queued before the first worker starts", count, 1_500_000)
      .option("--members <n>", "members who buy", count, 1_000_000)
      .option("--connections <n>", "HTTP connections that queue them", count, 256)
      .option("--partitions <n>", "partitions of the queue", count, 1),
  async run(bench, options, progress) {
    progress.begin(options.fleets.length + 1);
    const { members, partitions } = options;
    const found = await withSession(bench, { members, partitions, workers: 0 }, async (session) => {
      progress.step(`${formatCount(options.backlog)} sales, queued`);
      const { connections, backlog: countMax } = options;
      const pace = { kind: "closed", seconds: queueSecondsMax, countMax } as const;
      await session.send({ workload: "uniform", prefix: "sale", connections, pace });
      const fleets: Fleet[] = [];
      for (const size of options.fleets) {
        progress.step(`${size} workers`);
        fleets.push(await measureFleet(bench, session, size, options));
      }
      await expectBooksOk(session.databaseUrl);
      return fleets;
    });
    const fit = fitScalability(found);
    return {
      name: "workers",
      title: "What another worker adds",
      tables: [tableOf(found, fit, options)],
      bars: [...barsOf(found), booksHold],
      chart: chartOf(found, fit, options),
      data: { options, fleets: found, fit },
    };
  },
};

/** Drains a part of the backlog. @throws if the backlog has ended: then the last workers had nothing to do. */
async function measureFleet(
  { servers, env, nodeArgs = [] }: Bench,
  { subjectUrl, queueUrl, meter, sql }: Session,
  size: number,
  { roundTrip, seconds, warmUp }: WorkersOptions,
): Promise<Fleet> {
  const far = await openDistance(subjectUrl, roundTrip);
  const options = { databaseUrl: far.url, queueUrl, env, nodeArgs, apis: 0, workers: size };
  const fleet = await startSubject(subjects.product, options);
  try {
    await delay(warmUp * 1000);
    const processes = openProcessMeter(fleet, servers);
    const [before, startedMs] = [await meter.posted(), performance.now()];
    await delay(seconds * 1000);
    const [after, endedMs] = [await meter.posted(), performance.now()];
    const cpuSeconds = processes.cpuSeconds();
    const [waiting] = await sql<{ exists: boolean }[]>`select exists (select from pending)`;
    if (!waiting?.exists) throw new Error("the backlog has ended: give more with --backlog");
    const took = (endedMs - startedMs) / 1000;
    const busy = Object.values(cpuSeconds).reduce((sum, one) => sum + one, 0);
    return {
      workers: size,
      perSecond: (after - before) / took,
      cpu: microsecondsEach(cpuSeconds, after - before),
      cores: busy / took,
    };
  } finally {
    await fleet.stop();
    far.shut();
  }
}

const timesOfFirst = (fleets: readonly Fleet[], { workers: size, perSecond }: Fleet) => {
  const first = fleets[0] as Fleet;
  return perSecond / (first.perSecond / first.workers) / size;
};

function tableOf(
  fleets: readonly Fleet[],
  fit: ScalabilityFit,
  { roundTrip, seconds, members, partitions }: WorkersOptions,
): Table {
  return {
    title: "By number of workers",
    columns: ["Workers", "Sales/s", "Each, of the first", "The law", "Worker", "Postgres", "Cores busy"],
    rows: fleets.map((fleet) => [
      String(fleet.workers),
      formatCount(fleet.perSecond),
      formatRatio(timesOfFirst(fleets, fleet)),
      formatCount(rateOf(fit, fleet.workers)),
      ...[fleet.cpu.worker, fleet.cpu.postgres, fleet.cores].map(formatFigure),
    ]),
    notes: [
      `Each drains a backlog of ${formatCount(members)} members' sales in ${partitions === 1 ? "one queue" : `${partitions} partitions of the queue`} for ${seconds} s, ${roundTrip} ms from Postgres. CPU in µs a sale.`,
      `The law: ${formatCount(fit.perSecond)} n / (1 + ${fit.contention.toFixed(4)} (n - 1) + ${fit.coherency.toFixed(5)} n (n - 1)).`,
    ],
  };
}

function barsOf(fleets: readonly Fleet[]) {
  const four = fleets.find((fleet) => fleet.workers === 4);
  return four ? [atLeast("4 workers, of one", ofFourMin, "×", 4 * timesOfFirst(fleets, four))] : [];
}

function chartOf(fleets: readonly Fleet[], fit: ScalabilityFit, { roundTrip, seconds }: WorkersOptions): Chart {
  return {
    title: "What another worker adds",
    subtitle: `Sales a second from a backlog, ${seconds} s each, ${roundTrip} ms from Postgres; fainter: the Universal Scalability Law`,
    groups: [
      {
        title: "by number of workers",
        unit: "sales a second",
        bars: fleets.flatMap((fleet) => [
          { label: String(fleet.workers), value: fleet.perSecond },
          { label: "", value: rateOf(fit, fleet.workers), isPeer: true },
        ]),
      },
    ],
  };
}
