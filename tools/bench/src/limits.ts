import { setImmediate as nextTurn } from "node:timers/promises";
import { callerUser, sale } from "@rewards/domain";
import { cpuSecondsOf } from "@rewards/lab/cpu";
import { withSql } from "@rewards/lab/database";
import { startApp } from "@rewards/lab/process";
import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import type { Sql } from "postgres";
import { uuidv7 } from "uuidv7";
import { closed, type Pace } from "./load/load.spec.ts";
import type { Figures } from "./run/figures.ts";
import type { SalesSpec } from "./run/sales.ts";
import { type Bench, withClosers } from "./run/session.ts";
import { productCount, storeCode } from "./subject/shop.ts";
import { peerScript } from "./subject/subject.ts";

export const limitColumns = ["Insert rows/s", "HTTP requests/s", "HTTP CPU µs", "BullMQ jobs/s"];

type LimitSpec = Pick<SalesSpec, "connections" | "members">;

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

const rowsPerStatement = 500;
const memberCount = 2_000;
const saleDateTime = "2026-05-04T09:30:00.000Z";

/**
 * The limit of storage: durable rows per second from one connection, 500 a statement, into a copy of `sale`'s columns
 * and indexes. The database is of no use afterwards; the server's setting of `synchronous_commit` applies.
 */
const measureInsert = (databaseUrl: string, each: number): Promise<number> =>
  withSql(databaseUrl, async (sql) => {
    await sql`create table insert_limit (like sale including all) with (fillfactor = 50)`;
    // Not counted: the first call connects and plans.
    await insertRows(sql, makeColumns());
    const startedMs = performance.now();
    let rows = 0;
    let next = makeColumns();
    while (performance.now() - startedMs < each * 1000) {
      const inserting = insertRows(sql, next);
      // Sent first, so that the next rows are made while Postgres works.
      await nextTurn();
      next = makeColumns();
      await inserting;
      rows += rowsPerStatement;
    }
    return (rows / (performance.now() - startedMs)) * 1000;
  });

function makeColumns() {
  const rows = Array.from({ length: rowsPerStatement }, (_, n) => n);
  const ids = rows.map(() => uuidv7());
  const itemsOf = (n: number) => [
    { ProductCode: `P${n % productCount}`, Quantity: 1, TotalAmount: 10.5 },
    { ProductCode: `P${(n + 7) % productCount}`, Quantity: 2, TotalAmount: 3.25 },
  ];
  return {
    ids,
    keys: ids.map((id) => `limit-${id}`),
    tills: rows.map((n) => `till-${n % 10}`),
    items: JSON.stringify(rows.map(itemsOf)),
    members: rows.map((n) => `M${(n * 7919) % memberCount}`),
  };
}

/**
 * An array per column, and constants for all rows: the cheapest way, and one prepared statement for any number of rows.
 */
async function insertRows(sql: Sql, { ids, keys, tills, items, members }: ReturnType<typeof makeColumns>) {
  await sql`
    insert into insert_limit (id, status, confirmation_note, create_user_id, update_user_id, origin, external_id,
      sale_channel_code, point_of_sale_id, sale_items, sale_date_time, member_external_id, store_code)
    select id, ${sale.initial}, ${sale.created.note}, ${callerUser}, ${callerUser}, 'API', external_id, '',
      point_of_sale_id, sale_items, ${saleDateTime}::timestamptz, member_external_id, ${storeCode}
    from rows from (unnest(${sql.array(ids)}::uuid[]), unnest(${sql.array(keys)}::text[]),
      unnest(${sql.array(tills)}::text[]), jsonb_array_elements(${items}::text::jsonb),
      unnest(${sql.array(members)}::text[]))
      as r(id, external_id, point_of_sale_id, sale_items, member_external_id)`;
}

/** Node compiles code that runs often; a second of requests is enough. */
const warmUpSeconds = 1;

/** The limit of HTTP: a server that uses neither database nor queue. */
async function measureHttp({ env, load, servers }: Bench, { connections, members }: LimitSpec, each: number) {
  const urls = { databaseUrl: servers.databaseUrl, queueUrl: servers.redisUrl };
  const moreEnv = { PEER: "limit" };
  const server = await startApp("api", { name: "limit http", script: peerScript, env, moreEnv, ...urls });
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

const queueName = "queue-limit";
/** By `addBulk`, BullMQ's cheapest way to add one job per ID. */
const jobsPerAdd = 100;
const concurrency = 100;
/** Bound of waiting jobs: this measures adding and taking together, not a growing backlog. */
const jobsWaitingMax = 1_000;

/**
 * The limit of the queue: jobs of one ID per second that BullMQ adds, takes and completes without any work, all in this
 * process.
 */
async function measureQueue(redisUrl: string, each: number): Promise<number> {
  const connections = [new Redis(redisUrl), new Redis(redisUrl, { maxRetriesPerRequest: null })] as const;
  const queue = new Queue<{ id: string }>(queueName, { connection: connections[0] });
  let done = 0;
  let onDone = () => {};
  const work = async () => {
    done += 1;
    onDone();
  };
  const worker = new Worker<{ id: string }>(queueName, work, { connection: connections[1], concurrency });
  /** Resolves when at least `count` jobs are done. */
  const reached = (count: number) =>
    new Promise<void>((resolve) => {
      onDone = () => void (done >= count && resolve());
      onDone();
    });
  const jobOf = () => ({ name: queueName, data: { id: uuidv7() }, opts: { removeOnComplete: true } });
  try {
    await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]);
    const startedMs = performance.now();
    let added = 0;
    while (performance.now() - startedMs < each * 1000) {
      await queue.addBulk(Array.from({ length: jobsPerAdd }, jobOf));
      added += jobsPerAdd;
      await reached(added - jobsWaitingMax);
    }
    await reached(added);
    return (done / (performance.now() - startedMs)) * 1000;
  } finally {
    await worker.close();
    await queue.obliterate({ force: true });
    await queue.close();
    for (const connection of connections) connection.disconnect();
  }
}
