import { createHash } from "node:crypto";
import { cpus, release, totalmem, type } from "node:os";
import { withSql } from "@rewards/lab/database";
import { Redis } from "ioredis";
import type { Servers } from "../servers.ts";
import { spreadOf } from "./statistics.ts";

/** The machine and servers of a measurement. */
export interface Machine {
  readonly cores: number;
  readonly model: string;
  readonly memoryGib: number;
  readonly kernel: string;
  readonly node: string;
  readonly postgres: string;
  readonly redis: string;
}

/** @throws if a given Postgres lacks a setting that the measurement needs. */
export async function readMachine({ databaseUrl, redisUrl }: Servers): Promise<Machine> {
  const [found, redis] = await Promise.all([readPostgres(databaseUrl), readRedisVersion(redisUrl)]);
  const processors = cpus();
  return {
    cores: processors.length,
    model: processors[0]?.model.trim() ?? "",
    memoryGib: totalmem() / 2 ** 30,
    kernel: `${type()} ${release()}`,
    node: process.versions.node,
    postgres: found,
    redis,
  };
}

/** @param settings of Postgres that were given on the command line. */
export function describeMachine(machine: Machine, settings: Readonly<Record<string, string>> = {}): string {
  const { cores, model, memoryGib, kernel, node, postgres, redis } = machine;
  const hardware = `${cores} cores, ${model}, ${memoryGib.toFixed(0)} GiB, ${kernel}`;
  const given = Object.entries(settings).map(([name, value]) => ` ${name}=${value}`);
  return `${hardware}; Node ${node}, PostgreSQL ${postgres}${given.join("")}, Redis ${redis}`;
}

const readPostgres = (databaseUrl: string): Promise<string> =>
  withSql(databaseUrl, async (sql) => {
    const [row] = await sql<{ version: string; libraries: string; commits: string }[]>`
      select current_setting('server_version') as version, current_setting('shared_preload_libraries') as libraries,
        current_setting('track_commit_timestamp') as commits`;
    if (!row?.libraries.includes("pg_stat_statements") || row.commits !== "on") {
      throw new Error(
        "the given Postgres must run with shared_preload_libraries=pg_stat_statements and track_commit_timestamp=on",
      );
    }
    return row.version.split(" ")[0] ?? "";
  });

async function readRedisVersion(redisUrl: string): Promise<string> {
  const redis = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null });
  let reason: unknown;
  // Only this event has the reason: the call below rejects with a closed connection.
  redis.on("error", (error: unknown) => {
    reason ??= error;
  });
  try {
    await redis.connect();
    return /^redis_version:(\S+)/m.exec(await redis.info("server"))?.[1] ?? "";
  } catch (error) {
    throw reason ?? error;
  } finally {
    redis.disconnect();
  }
}

const piece = JSON.stringify({
  ExternalID: "sale-0",
  SaleItems: Array.from({ length: 4 }, (_, n) => ({ ProductCode: `P${n}`, Quantity: n, TotalAmount: 10.5 })),
});
const piecesPerBatch = 2_000;
const batches = 25;

/**
 * Microseconds of one core for a fixed piece of work like that of the processes: parse, write and hash a sale. On a
 * shared machine it varies from minute to minute, and a round's figures vary with it.
 */
export function measureSpeed(): number {
  // The first batches run uncompiled code; the median ignores them.
  const times = Array.from({ length: batches }, () => {
    const startedMs = performance.now();
    workOn(piecesPerBatch);
    return ((performance.now() - startedMs) * 1000) / piecesPerBatch;
  });
  return spreadOf(times).median;
}

function workOn(count: number): void {
  for (let n = 0; n < count; n += 1) {
    const text = JSON.stringify(JSON.parse(piece));
    createHash("sha256").update(text).digest("hex");
  }
}
