import { fileURLToPath } from "node:url";
import { cpuSecondsOf } from "@rewards/lab/cpu";
import { startApp } from "@rewards/lab/process";
import { measureInsert } from "../limits/insert.ts";
import { measureQueue } from "../limits/queue.ts";
import { closed, type Pace } from "../load/load.spec.ts";
import type { Bench } from "../run/session.ts";

/** The machine's limit for each part of the pipeline, measured separately. */
export interface LimitFigures {
  readonly insertRowsPerSecond: number;
  readonly httpRequestsPerSecond: number;
  /** CPU of the server per request. */
  readonly httpCpuMicroseconds: number;
  readonly queueJobsPerSecond: number;
}

interface LimitSpec {
  readonly connections: number;
  readonly members: number;
}

/** Of each limit. */
const seconds = { full: 2, quick: 1 };

export async function measureLimits(bench: Bench, spec: LimitSpec): Promise<LimitFigures> {
  const { servers, isQuick } = bench;
  const each = isQuick ? seconds.quick : seconds.full;
  const database = await servers.openDatabase({ members: spec.members });
  try {
    const insertRowsPerSecond = await measureInsert(database.url, each);
    const http = await measureHttp(bench, spec, each);
    return { insertRowsPerSecond, ...http, queueJobsPerSecond: await measureQueue(servers.redisUrl, each) };
  } finally {
    await database.drop();
  }
}

const script = fileURLToPath(new URL("../peers/peer.main.js", import.meta.url));
/** Node compiles code that runs often; a second of requests is enough. */
const warmUpSeconds = 1;

async function measureHttp({ env, load, servers }: Bench, { connections, members }: LimitSpec, each: number) {
  // It uses neither database nor queue.
  const moreEnv = { PEER: "limit" };
  const urls = { databaseUrl: servers.databaseUrl, queueUrl: servers.redisUrl };
  const server = await startApp("api", { name: "limit http", script, env, moreEnv, ...urls });
  try {
    const { url } = server;
    const workload = { name: "uniform", prefix: "limit", members };
    const send = (pace: Pace) => load.ask({ url, connections, workload, pace });
    await send(closed(warmUpSeconds));
    const before = cpuSecondsOf(server.pid());
    const { accepted, seconds: took } = await send(closed(each));
    const cpuSeconds = cpuSecondsOf(server.pid()) - before;
    return { httpRequestsPerSecond: accepted / took, httpCpuMicroseconds: (cpuSeconds * 1e6) / accepted };
  } finally {
    await server.stop();
  }
}
