import { cpuSecondsOf } from "@rewards/lab/cpu";
import { startApp } from "@rewards/lab/process";
import { measureInsert } from "../limits/insert.ts";
import { measureQueue } from "../limits/queue.ts";
import { closed, type Pace } from "../load/load.spec.ts";
import type { Figures } from "../run/figures.ts";
import { type Bench, withClosers } from "../run/session.ts";
import { peerScript } from "../subject/subject.ts";

export const limitColumns = ["Insert rows/s", "HTTP requests/s", "HTTP CPU µs", "BullMQ jobs/s"];

interface LimitSpec {
  readonly connections: number;
  readonly members: number;
}

/** Of each limit. */
const seconds = { full: 2, quick: 1 };

/** The machine's limit for each part of the pipeline, measured separately. CPU is the server's, for each request. */
export const measureLimits = (bench: Bench, spec: LimitSpec): Promise<Figures> =>
  withClosers(async (closers) => {
    const each = bench.isQuick ? seconds.quick : seconds.full;
    const database = await bench.servers.openDatabase({ members: spec.members });
    closers.add(database.drop);
    return {
      "Insert rows/s": await measureInsert(database.url, each),
      ...(await measureHttp(bench, spec, each)),
      "BullMQ jobs/s": await measureQueue(bench.servers.redisUrl, each),
    };
  });

/** Node compiles code that runs often; a second of requests is enough. */
const warmUpSeconds = 1;

async function measureHttp({ env, load, servers }: Bench, { connections, members }: LimitSpec, each: number) {
  // It uses neither database nor queue.
  const urls = { databaseUrl: servers.databaseUrl, queueUrl: servers.redisUrl };
  const server = await startApp("api", {
    ...{ name: "limit http", script: peerScript, env, moreEnv: { PEER: "limit" } },
    ...urls,
  });
  try {
    const workload = { name: "uniform", prefix: "limit", members } as const;
    const send = (pace: Pace) => load.ask({ url: server.url, connections, workload, pace });
    await send(closed(warmUpSeconds));
    const before = cpuSecondsOf(server.pid());
    const { accepted, seconds: took } = await send(closed(each));
    const cpuSeconds = cpuSecondsOf(server.pid()) - before;
    return { "HTTP requests/s": accepted / took, "HTTP CPU µs": (cpuSeconds * 1e6) / accepted };
  } finally {
    await server.stop();
  }
}
