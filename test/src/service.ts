import { connect } from "node:net";
import { createCatalogueCache, type Database, insertGroup, openDatabase } from "@rewards/db";
import { AppError, member, type ObjectDefinition, product, sale, store } from "@rewards/domain";
import { findRedisServer } from "@rewards/embedded";
import { createClosers } from "@rewards/lab/closers";
import { silent } from "@rewards/lab/database";
import { emptyPostgresQueue } from "@rewards/lab/queue";
import { openRedis } from "@rewards/lab/servers";
import { createProducer, type Producer, type QueueBackend } from "@rewards/queue";
import { createPipelineCounts, type Logger, type PipelineCounts } from "@rewards/runtime";
import { afterAll, vi } from "vitest";
import { cloneTemplate } from "./clone.ts";
import { keyOf, newMember, newProduct, newSale, newStore, type TestRecord, times } from "./records.ts";

/** A logger that writes nothing, counts warnings and errors, and keeps the errors. */
export function createTestLogger() {
  const counts = { warn: 0, error: 0 };
  const errors: { readonly fields: Readonly<Record<string, unknown>>; readonly message: string | undefined }[] = [];
  const error = (fields: Record<string, unknown>, message?: string) => {
    counts.error++;
    errors.push({ fields, message });
  };
  const ignore = () => undefined;
  const logger = {
    debug: ignore,
    info: ignore,
    warn: () => void counts.warn++,
    error,
    fatal: ignore,
  };
  return { counts, errors, logger: logger as unknown as Logger };
}

export interface TestService {
  /** As the owner of the tables, like `database`. */
  readonly url: string;
  readonly database: Database;
  /** With the role of a worker, like the database of `deps`. */
  readonly workerUrl: string;
  /** The dependencies of stages. */
  readonly deps: {
    readonly database: Database;
    readonly catalogue: ReturnType<typeof createCatalogueCache>;
    readonly counts: PipelineCounts;
    readonly log: { settled(): void };
  };
}

/** A migrated database for one test file, opened twice: as its owner, and as a worker opens it. */
export async function openTestService(poolMax: number, name = "worker-test"): Promise<TestService> {
  const clone = await cloneTemplate();
  const workerUrl = clone.urlFor("worker");
  const open = (url: string) => openDatabase({ url, name, poolMax, viewPoolMax: 1 });
  const [database, worker] = [open(clone.url), open(workerUrl)];
  afterAll(async () => {
    await Promise.all([database.close(), worker.close()]);
    await clone.drop();
  });
  const deps = {
    database: worker,
    catalogue: createCatalogueCache(worker.sql),
    counts: createPipelineCounts(),
    log: { settled: () => undefined },
  };
  return { url: clone.url, database, workerUrl, deps };
}

/** Inserts records of a class as the gateway does, in groups of 500, and returns their UUIDs. */
export async function insertAll(
  { sql }: Database,
  definition: ObjectDefinition,
  records: readonly TestRecord[],
): Promise<string[]> {
  const ids: string[] = [];
  for (let start = 0; start < records.length; start += 500) {
    const { answers } = await insertGroup(sql, definition, records.slice(start, start + 500));
    for (const answer of answers) {
      if (answer instanceof AppError) throw answer;
      ids.push(answer.id);
    }
  }
  return ids;
}

export interface TestShop {
  readonly store: string;
  readonly product: string;
  readonly members: readonly string[];
  /** A sale of 10 points by one of the members, selected by index. */
  newSale(index: number): TestRecord;
}

/** A store with one product, and members who buy there. */
export async function openShop(database: Database, memberCount: number): Promise<TestShop> {
  const [at, goods] = [newStore(), newProduct()];
  const members = times(memberCount, () => newMember());
  await insertAll(database, store, [at]);
  await insertAll(database, product, [goods]);
  await insertAll(database, member, members);
  const keys = members.map((one) => keyOf(one, "ExternalID"));
  const [storeCode, productCode] = [keyOf(at, "StoreCode"), keyOf(goods, "ProductCode")];
  return {
    store: storeCode,
    product: productCode,
    members: keys,
    newSale: (index) =>
      newSale({ member: keys[index % memberCount] as string, store: storeCode, product: productCode }),
  };
}

export const insertSales = (database: Database, shop: TestShop, count: number) =>
  insertAll(database, sale, times(count, shop.newSale));

/** How many of these sales are completed. */
export async function countCompleted({ sql }: Database, ids: readonly string[]): Promise<number> {
  const rows = await sql`select from sale where id = any(${[...ids]}::uuid[]) and status = 'Resolved-Completed'`;
  return rows.length;
}

/** Makes every pending record of the database overdue. */
export async function agePending({ sql }: Database): Promise<void> {
  await sql`update pending set since = since - interval '1 minute'`;
}

/** A queue server that a test may empty, on either backend. */
export interface TestQueueServer {
  readonly url: string;
  /** Resolves once it is connected: a call may take a second, which is short for the first one on a busy machine. */
  open(names: readonly string[]): Promise<Producer>;
  /** Deletes all of its data. */
  empty(): Promise<void>;
}

/** The backends that this machine can run. */
export async function findBackends(path: string | undefined): Promise<QueueBackend[]> {
  return (await findRedisServer(path)) ? ["redis", "postgres"] : ["postgres"];
}

/** `afterAll` where tests are defined; in a test, where Vitest ignores that, `onTestFinished`. */
type OnEnd = (step: () => Promise<void>) => void;

/** On Postgres, the queue is in the database of `service`, as without Redis; on Redis, it gets a new server. */
export async function openQueueServer(
  backend: QueueBackend,
  service: Pick<TestService, "url" | "database">,
  path: string | undefined,
  onEnd: OnEnd = afterAll,
): Promise<TestQueueServer> {
  const url = backend === "redis" ? await startOwnRedis(path, onEnd) : service.url;
  const open = async (names: readonly string[]) => {
    const producer = createProducer({ url, names, logger: silent });
    onEnd(() => producer.close());
    await vi.waitFor(() => producer.ping(), { timeout: 60_000 });
    return producer;
  };
  const empty = backend === "redis" ? () => flush(url) : () => emptyPostgresQueue(service.database.sql);
  return { url, open, empty };
}

async function startOwnRedis(path: string | undefined, onEnd: OnEnd): Promise<string> {
  const closers = createClosers();
  onEnd(closers.close);
  return (await openRedis(closers, path)).url;
}

async function flush(url: string): Promise<void> {
  const { hostname, port, password } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`AUTH ${password}\r\nFLUSHALL\r\n`);
  let answer = "";
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    answer += chunk.toString();
    if (answer.split("\r\n").length > 2) break;
  }
  socket.destroy();
  if (answer !== "+OK\r\n+OK\r\n") throw new Error(`Redis answered ${answer}`);
}
