import { fileURLToPath } from "node:url";
import { startServiceProcess } from "@rewards/embedded";
import { cpuSecondsOf } from "@rewards/lab/cpu";
import { measureInsert } from "../limits/insert.ts";
import { measureQueue } from "../limits/queue.ts";
import type { Pace } from "../load/load.types.ts";
import type { Bench } from "./measure.ts";

/** What the machine gives to the parts of the pipeline when each has it to itself. */
export interface LimitFigures {
  readonly insertRowsPerSecond: number;
  readonly httpRequestsPerSecond: number;
  /** Of the server, a request. */
  readonly httpCpuMicroseconds: number;
  readonly queueJobsPerSecond: number;
}

export interface LimitSpec {
  /** Of each. */
  readonly seconds: number;
  readonly connections: number;
  readonly members: number;
}

export async function measureLimits(bench: Bench, spec: LimitSpec): Promise<LimitFigures> {
  const { servers } = bench;
  const database = await servers.openDatabase(spec.members);
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
const stopMsMax = 5_000;
/** Node compiles what runs often; a second of requests is enough for it. */
const warmUpSeconds = 1;

async function measureHttp({ env, load }: Bench, { seconds, connections, members }: LimitSpec) {
  const server = startServiceProcess({
    name: "limit http",
    script,
    env: { ...env, NODE_ENV: "production", PORT: "0" },
  });
  try {
    const { url = "" } = await server.ready;
    const workload = { name: "uniform", prefix: "limit", members };
    const send = (pace: Pace) => load.run({ url, connections, workload, pace });
    await send({ kind: "closed", seconds: warmUpSeconds });
    const pid = server.pid ?? 0;
    const before = cpuSecondsOf(pid);
    const result = await send({ kind: "closed", seconds });
    return {
      httpRequestsPerSecond: result.accepted / result.seconds,
      httpCpuMicroseconds: ((cpuSecondsOf(pid) - before) * 1e6) / result.accepted,
    };
  } finally {
    await server.stop(stopMsMax);
  }
}
