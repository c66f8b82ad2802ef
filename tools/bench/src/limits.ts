import { once } from "node:events";
import { callerUser, sale } from "@rewards/domain";
import { cpuSecondsOf } from "@rewards/lab/cpu";
import { withSql } from "@rewards/lab/database";
import { startApp } from "@rewards/lab/process";
import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { uuidv7 } from "uuidv7";
import type { Figures } from "./measure/figures.ts";
import type { SalesSpec } from "./run/sales.ts";
import { type Bench, withClosers } from "./run/session.ts";
import { productCount, storeCode } from "./subject/shop.ts";
import { peerScript } from "./subject/subject.ts";

export const limitColumns = ["Insert rows/s", "HTTP requests/s", "HTTP CPU µs", "BullMQ jobs/s"];

type LimitSpec = Pick<SalesSpec, "connections" | "members">;

/** The machine's limit for each part of the pipeline, measured separately for some seconds each. */
export const measureLimits = (bench: Bench, spec: LimitSpec, seconds: number): Promise<Figures> =>
  withClosers(async (closers) => {
    const database = await bench.servers.openDatabase({ members: spec.members });
    closers.add(database.drop);
    return {
      "Insert rows/s": await measureInsert(database.url, seconds),
      ...(await measureHttp(bench, spec, seconds)),
      "BullMQ jobs/s": await measureQueue(bench.servers.redisUrl, seconds),
    };
  });

/** Calls `step`, which does some items, for so many seconds, and then `end`. @returns items a second */
async function rateOf(seconds: number, step: () => Promise<number>, end = async () => {}): Promise<number> {
  const startedMs = performance.now();
  const took = () => (performance.now() - startedMs) / 1_000;
  let items = 0;
  while (took() < seconds) items += await step();
  await end();
  return items / took();
}

const rowsPerStatement = 500;
const memberCount = 2_000;

/**
 * The limit of storage: durable rows per second from one connection, 500 a statement, into a copy of `sale`'s columns
 * and indexes. Postgres makes the rows itself, so nothing is cheaper. The server's `synchronous_commit` applies.
 */
const measureInsert = (databaseUrl: string, seconds: number): Promise<number> =>
  withSql(databaseUrl, async (sql) => {
    await sql`create table insert_limit (like sale including all) with (fillfactor = 50)`;
    const insert = () => sql`
      insert into insert_limit (id, status, confirmation_note, create_user_id, update_user_id, origin, external_id,
        sale_channel_code, point_of_sale_id, sale_items, sale_date_time, member_external_id, store_code)
      select id, ${sale.initial}, ${sale.created.note}, ${callerUser}, ${callerUser}, 'API',
        'limit-' || id, '', 'till-' || n % 10, jsonb_build_array(
          jsonb_build_object('ProductCode', 'P' || n % ${productCount}, 'Quantity', 1, 'TotalAmount', 10.5),
          jsonb_build_object('ProductCode', 'P' || (n + 7) % ${productCount}, 'Quantity', 2, 'TotalAmount', 3.25)),
        '2026-05-04T09:30:00Z', 'M' || n * 7919 % ${memberCount}, ${storeCode}
      from (select uuidv7() as id, n from generate_series(1, ${rowsPerStatement}::int) n) r`;
    await insert();
    return rateOf(seconds, async () => (await insert()).count);
  });

/** Node compiles code that runs often; a second of requests is enough. */
const warmUpSeconds = 1;

/** The limit of HTTP: a server that uses neither database nor queue. CPU is the server's, for each request. */
async function measureHttp({ env, load, servers }: Bench, { connections, members }: LimitSpec, each: number) {
  const urls = { databaseUrl: servers.databaseUrl, queueUrl: servers.redisUrl };
  const moreEnv = { PEER: "limit api" };
  const server = await startApp("api", { name: "limit http", script: peerScript, env, moreEnv, ...urls });
  try {
    const workload = { name: "uniform", prefix: "limit", members } as const;
    const send = (forSeconds: number) => load.ask({ url: server.url, connections, workload, seconds: forSeconds });
    await send(warmUpSeconds);
    const before = cpuSecondsOf(server.pid());
    const { accepted, seconds: took } = await send(each);
    const cpuSeconds = cpuSecondsOf(server.pid()) - before;
    return { "HTTP requests/s": accepted / took, "HTTP CPU µs": (cpuSeconds * 1e6) / accepted };
  } finally {
    await server.stop();
  }
}

const queueName = "queue-limit";
/** By `addBulk`, BullMQ's cheapest way to add one job per ID. */
const jobsPerAdd = 100;
const concurrency = 100;
/** Bound of waiting jobs: this measures adding and taking together, not a growing backlog. */
const jobsWaitingMax = 1_000;

/** The limit of the queue: jobs of one ID that BullMQ adds, takes and completes a second without work in them. */
async function measureQueue(redisUrl: string, seconds: number): Promise<number> {
  const connections = [new Redis(redisUrl), new Redis(redisUrl, { maxRetriesPerRequest: null })] as const;
  const queue = new Queue<{ id: string }>(queueName, { connection: connections[0] });
  let waiting = 0;
  const work = async () => void waiting--;
  const worker = new Worker<{ id: string }>(queueName, work, { connection: connections[1], concurrency });
  const jobOf = () => ({ name: queueName, data: { id: uuidv7() }, opts: { removeOnComplete: true } });
  try {
    await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]);
    const fallTo = async (jobs: number) => {
      while (waiting > jobs) await once(worker, "completed");
    };
    const add = async () => {
      await queue.addBulk(Array.from({ length: jobsPerAdd }, jobOf));
      waiting += jobsPerAdd;
      await fallTo(jobsWaitingMax);
      return jobsPerAdd;
    };
    return await rateOf(seconds, add, () => fallTo(0));
  } finally {
    await worker.close();
    await queue.obliterate({ force: true });
    await queue.close();
    for (const connection of connections) connection.disconnect();
  }
}
