import { countWaiting } from "@rewards/lab/queue";
import { booksHold, exactly } from "@rewards/lab/report/bars";
import { formatCount, formatFigure } from "@rewards/lab/report/number";
import { Redis } from "ioredis";
import { expectBooksOk } from "../measure/database.ts";
import { microsecondsEach } from "../measure/processes.ts";
import { bytesPerMib, type Column, partColumns, tableOf } from "../run/columns.ts";
import { defineRun } from "../run/define.ts";
import { buyers, type OptionValues, positive, whole } from "../run/options.ts";
import { column, cpuColumns, salesOf, warmUpOption } from "../run/sales.ts";
import { type Bench, type Session, withSession } from "../run/session.ts";
import { measureRounds, medianTable } from "../run/turns.ts";
import { queueSales, withWorkers } from "../run/workers.ts";

const fleets = [
  { apis: 1, workers: 1 },
  { apis: 1, workers: 2 },
  { apis: 1, workers: 4 },
  { apis: 2, workers: 1 },
  { apis: 2, workers: 2 },
];

const options = {
  seconds: positive("seconds of each run", 10, 2),
  warmUp: warmUpOption,
  rounds: whole("rounds over all fleets; medians are shown", 3, 1),
  ...buyers(),
  backlog: whole("sales queued before the worker starts", 1_000_000, 20_000),
};
type Options = OptionValues<typeof options>;

export const scale = defineRun({
  name: "scale",
  summary: "throughput of more APIs and workers, and of a worker that drains a backlog",
  title: "More processes, and a backlog",
  options,
  steps: ({ rounds }) => fleets.length * rounds + 1,
  async measure(bench, given, progress) {
    const specs = fleets.map((fleet) => [
      `${fleet.apis} API, ${fleet.workers} worker`,
      { ...salesOf(given), ...fleet },
    ]);
    const runs = await measureRounds(bench, Object.fromEntries(specs), given.rounds, progress);
    progress.step(`${formatCount(given.backlog)} sales, queued and drained`);
    return { runs, drain: await measureDrain(bench, given) };
  },
  tables: ({ runs, drain }, { rounds, seconds }) => [
    medianTable(
      "By number of processes: CPU in µs a sale, latency in ms",
      runs,
      [column.sales, ...cpuColumns, column.cpu, column.postP99, column.lagP99],
      [
        `Closed loop, medians of ${rounds} rounds of ${seconds} s.`,
        "All processes, both servers and the generator share the cores of one machine: where those are full, more processes only share them out.",
      ],
    ),
    tableOf("A backlog, drained by one worker", [drain], drainColumns, [
      `Queued at ${formatCount(drain.queuedPerSecond)} sales/s in ${formatCount(drain.jobs)} jobs while no worker ran. CPU in µs a sale. Redis before, with the backlog and after it.`,
    ]),
  ],
  bars: ({ drain }, { backlog }) => [exactly("sales of the backlog posted", backlog, drain.sales), booksHold],
});

/** CPU in microseconds a sale, while the worker drains; drained from the first entry's commit to the last one's. */
type DrainFigures = Awaited<ReturnType<typeof measureDrain>>;

const drainColumns: readonly Column<DrainFigures>[] = [
  ["Sales", ({ sales }) => formatCount(sales)],
  ["Sales/s", ({ drainedPerSecond }) => formatCount(drainedPerSecond)],
  ...partColumns<DrainFigures>(({ cpu }) => cpu, ["worker", "postgres", "redis"]),
  ["Worker peak MiB", ({ workerPeakMib }) => workerPeakMib],
  ["Redis MiB", ({ redisBytes }) => redisBytes.map((bytes) => formatFigure(bytes / bytesPerMib)).join(" → ")],
  ["Redis bytes a sale", ({ redisBytes: [before, queued], sales }) => (queued - before) / sales],
];

/** Builds a real backlog: the API accepts sales while no worker runs. Then one worker starts and drains it. */
function measureDrain(bench: Bench, { backlog, connections, members }: Options) {
  return withSession(bench, { members, workers: 0 }, async (session) => {
    const redis = new Redis(bench.servers.redisUrl);
    const usedBytes = async () => Number(/^used_memory:(\d+)/m.exec(await redis.info("memory"))?.[1]);
    try {
      const before = await usedBytes();
      const result = await queueSales(session, connections, backlog);
      const jobs = await countWaiting(bench.servers.redisUrl);
      const queued = await usedBytes();
      const drain = await withWorkers(bench, session, session.subjectUrl, 1, async (openMeter) => {
        const processes = openMeter();
        await session.awaitPosted(result);
        const cpu = microsecondsEach(processes.cpuSeconds(), result.accepted);
        return { cpu, workerPeakMib: processes.peakMib().worker };
      });
      await expectBooksOk(session.databaseUrl);
      const sales = result.accepted;
      const queuedPerSecond = sales / result.seconds;
      const drainedPerSecond = sales / (await drainSeconds(session));
      const redisBytes = [before, queued, await usedBytes()] as const;
      return { sales, jobs, queuedPerSecond, drainedPerSecond, ...drain, redisBytes };
    } finally {
      redis.disconnect();
    }
  });
}

async function drainSeconds({ sql }: Session): Promise<number> {
  const [row] = await sql<{ seconds: number }[]>`
    select extract(epoch from max(at) - min(at))::float8 as seconds
    from (select pg_xact_commit_timestamp(xmin) as at from ledger_entry) e`;
  return row?.seconds ?? Number.NaN;
}
