import { countWaiting } from "@rewards/lab/queue";
import { booksHold, exactly, formatCount, formatFigure } from "@rewards/lab/report/report";
import { readLag } from "../measure/database.ts";
import { cpuColumns, figureOf, mbPerMib, tableOf } from "../measure/figures.ts";
import { defineRun, type OptionValues, roundOptions, whole } from "../run/command.ts";
import { queueSales, withWorkers } from "../run/sales.ts";
import { type Bench, withSession } from "../run/session.ts";
import { measureRounds, spreadTable } from "../run/turns.ts";
import { withRedis } from "../servers.ts";

const fleets = {
  "1 API, 1 worker": [1, 1],
  "1 and 2": [1, 2],
  "1 and 4": [1, 4],
  "2 and 1": [2, 1],
  "2 and 2": [2, 2],
};
const bytesPerMib = 1_048_576;

const options = {
  ...roundOptions(3, 10, 2),
  backlog: whole("sales queued before the worker starts", 1_000_000, 20_000),
};

export const scale = defineRun({
  name: "scale",
  summary: "throughput of more APIs and workers, and of a worker that drains a backlog",
  options,
  async measure(bench: Bench, given) {
    const specs = Object.entries(fleets).map(([name, [apis, workers]]) => [name, { ...given, apis, workers }]);
    const runs = await measureRounds(bench, Object.fromEntries(specs), given.rounds);
    bench.say(`${formatCount(given.backlog)} sales, queued and drained`);
    return { runs, drain: await measureDrain(bench, given) };
  },
  tables: ({ runs, drain }, { rounds, seconds }) => [
    spreadTable(
      "By number of processes: CPU in µs a sale, latency in ms",
      runs,
      ["Sales/s", ...cpuColumns, "POST p99", "Lag p99"],
      [
        `Closed loop, medians of ${rounds} rounds of ${seconds} s.`,
        "All processes, both servers and the generator share the cores of one machine: where those are full, more processes only share them out.",
      ],
    ),
    tableOf(
      "A backlog, drained by one worker",
      ["Sales", "Sales/s", "Worker", "Postgres", "Redis", "Peak MiB", "Redis MiB", "Bytes a sale"],
      [[formatCount(drain.sales), drain.figures]],
      [
        `Queued at ${formatCount(drain.queuedPerSecond)} sales/s in ${formatCount(drain.jobs)} jobs while no worker ran. CPU in µs a sale.`,
        "Peak of the worker's memory. Memory of Redis before, with the backlog and after it; bytes of Redis for each sale of the backlog.",
      ],
    ),
  ],
  bars: ({ drain }, { backlog }) => [exactly("sales of the backlog posted", backlog, drain.sales), booksHold],
});

/** Builds a real backlog: the API accepts sales while no worker runs. Then one worker starts and drains it. */
const measureDrain = (bench: Bench, { backlog, connections, members }: OptionValues<typeof options>) =>
  withSession(bench, { members, workers: 0 }, async (session) => {
    const { sql, queueUrl } = session;
    const readBytes = () =>
      withRedis(queueUrl, async (redis) => Number(/^used_memory:(\d+)/m.exec(await redis.info("memory"))?.[1]));
    const before = await readBytes();
    const result = await queueSales(session, connections, backlog);
    const sales = result.accepted;
    const jobs = await countWaiting(queueUrl);
    const queued = await readBytes();
    const drained = await withWorkers(bench, session, session.subjectUrl, 1, async (openMeter) => {
      const processes = openMeter();
      await session.awaitPosted(result);
      return { ...processes.cpuEach(sales), "Peak MiB": figureOf(processes.peakMb(), "Worker MB") / mbPerMib };
    });
    const commits = sql`select pg_xact_commit_timestamp(xmin) as at from ledger_entry`;
    const { seconds } = await readLag(sql, sql`select at as created, at as settled from (${commits}) e`);
    const redisBytes = [before, queued, await readBytes()];
    const figures = {
      "Sales/s": sales / seconds,
      ...drained,
      "Redis MiB": redisBytes.map((bytes) => formatFigure(bytes / bytesPerMib)).join(" → "),
      "Bytes a sale": (queued - before) / sales,
    };
    return { sales, jobs, queuedPerSecond: sales / result.seconds, figures };
  });
