import { fileURLToPath } from "node:url";
import { cpuSecondsOf } from "@rewards/lab/cpu";
import { startApp } from "@rewards/lab/process";
import { measureInsert } from "../limits/insert.ts";
import { measureQueue } from "../limits/queue.ts";
import type { Pace } from "../load/load.types.ts";
import type { Bench } from "./measure.ts";

/** The machine's limit for each part of the pipeline, measured separately. */
export interface LimitFigures {
  readonly insertRowsPerSecond: number;
  readonly httpRequestsPerSecond: number;
  /** CPU of the server per request. */
  readonly httpCpuMicroseconds: number;
  readonly queueJobsPerSecond: number;
}

export interface LimitSpec {
  /** Of each limit. */
  readonly seconds: number;
  readonly connections: number;
  readonly members: number;
}

export async function measureLimits(bench: Bench, spec: LimitSpec): Promise<LimitFigures> {
  const { servers } = bench;
  const database = await servers.openDatabase({ members: spec.members });
  try {
    const { rowsPerSecond } = await measureInsert(database.url, spec.seconds);
    const http = await measureHttp(bench, spec);
    const { jobsPerSecond } = await measureQueue(servers.redisUrl, spec.seconds);
    return { insertRowsPerSecond: rowsPerSecond, ...http, queueJobsPerSecond: jobsPerSecond };
  } finally {
    await database.drop();
  }
}

const script = fileURLToPath(new URL("../limits/http.main.js", import.meta.url));
/** Node compiles code that runs often; a second of requests is enough. */
const warmUpSeconds = 1;

async function measureHttp({ env, load }: Bench, { seconds, connections, members }: LimitSpec) {
  // It has neither database nor queue.
  const server = await startApp("api", { name: "limit http", script, env, databaseUrl: "", queueUrl: "" });
  try {
    const { url } = server;
    const workload = { name: "uniform", prefix: "limit", members };
    const send = (pace: Pace) => load.ask({ url, connections, workload, pace });
    await send({ kind: "closed", seconds: warmUpSeconds });
    const pid = server.pid();
    const before = cpuSecondsOf(pid);
    const result = await send({ kind: "closed", seconds });
    return {
      httpRequestsPerSecond: result.accepted / result.seconds,
      httpCpuMicroseconds: ((cpuSecondsOf(pid) - before) * 1e6) / result.accepted,
    };
  } finally {
    await server.stop();
  }
}
