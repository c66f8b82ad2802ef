import { countWaiting } from "@rewards/lab/queue";
import { Redis } from "ioredis";
import type { LoadResult } from "../load/load.types.ts";
import { expectBooksOk } from "../measure/database.ts";
import { type ByPart, microsecondsEach, openProcessMeter } from "../measure/processes.ts";
import { startSubject, subjects } from "../subject/subject.ts";
import { bytesPerMib } from "./figures.ts";
import type { Bench } from "./measure.ts";
import { type Session, withSession } from "./session.ts";

export interface DrainFigures {
  readonly sales: number;
  readonly jobs: number;
  readonly queuedPerSecond: number;
  /** From the first entry's commit to the last one's. */
  readonly drainedPerSecond: number;
  /** Microseconds of CPU per sale, while the worker drains. */
  readonly cpu: ByPart;
  readonly workerPeakMib: number;
  readonly redisMib: { readonly before: number; readonly queued: number; readonly drained: number };
  readonly redisBytesPerSale: number;
}

interface DrainOptions {
  readonly backlog: number;
  readonly connections: number;
  readonly members: number;
}

const queueSecondsMax = 3_600;

/** Builds a real backlog: the API accepts sales while no worker runs. Then one worker starts and drains it. */
export function measureDrain(bench: Bench, { backlog, connections, members }: DrainOptions): Promise<DrainFigures> {
  return withSession(bench, { members, workers: 0 }, async (session) => {
    const redis = new Redis(bench.servers.redisUrl);
    try {
      const before = await usedBytes(redis);
      const pace = { kind: "closed", seconds: queueSecondsMax, countMax: backlog } as const;
      const result = await session.send({ workload: "uniform", prefix: "sale", connections, pace });
      const { accepted, seconds } = result;
      const jobs = await countWaiting(bench.servers.redisUrl);
      const queued = await usedBytes(redis);
      const drain = await drainBy(bench, session, result);
      await expectBooksOk(session.databaseUrl);
      const drained = await usedBytes(redis);
      return {
        sales: accepted,
        jobs,
        queuedPerSecond: accepted / seconds,
        ...drain,
        redisMib: { before: before / bytesPerMib, queued: queued / bytesPerMib, drained: drained / bytesPerMib },
        redisBytesPerSale: (queued - before) / accepted,
      };
    } finally {
      redis.disconnect();
    }
  });
}

async function drainBy({ servers, env, nodeArgs = [] }: Bench, session: Session, result: LoadResult) {
  const options = { databaseUrl: session.subjectUrl, queueUrl: servers.redisUrl, env, nodeArgs, apis: 0, workers: 1 };
  const worker = await startSubject(subjects.product, options);
  const processes = openProcessMeter(worker, servers);
  try {
    await session.awaitPosted(result);
    const cpuSeconds = processes.cpuSeconds();
    return {
      drainedPerSecond: result.accepted / (await drainSeconds(session)),
      cpu: microsecondsEach(cpuSeconds, result.accepted),
      workerPeakMib: processes.peakMib().worker,
    };
  } finally {
    await worker.stop();
  }
}

async function drainSeconds({ sql }: Session): Promise<number> {
  const [row] = await sql<{ seconds: number }[]>`
    select extract(epoch from max(at) - min(at))::float8 as seconds
    from (select pg_xact_commit_timestamp(xmin) as at from ledger_entry) e`;
  return row?.seconds ?? Number.NaN;
}

async function usedBytes(redis: Redis): Promise<number> {
  const info = await redis.info("memory");
  return Number(/^used_memory:(\d+)/m.exec(info)?.[1]);
}
