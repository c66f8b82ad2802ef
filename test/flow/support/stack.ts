import { openDatabase } from "@rewards/db";
import { objects } from "@rewards/domain";
import { cloneDatabase, findFreePort, serviceUrlOf, startProcess } from "@rewards/embedded";
import { send as sendRequest } from "@rewards/lab/client";
import { type Closers, createClosers } from "@rewards/lab/closers";
import { type LabProcess, type LabRole, type Program, scriptOf, startApp } from "@rewards/lab/process";
import { type LabServer, openRedis } from "@rewards/lab/servers";
import { verifyBooks } from "@rewards/operations";
import { afterAll, beforeAll, expect, inject, vi } from "vitest";
import { type Client, createClient } from "./client.ts";
import { addBalance, addStock, registerBasics } from "./fixtures.ts";

export { scriptOf };
export type QueueBackend = "redis" | "postgres";
/** The backends that this machine can run. */
export const backends: readonly QueueBackend[] =
  inject("redisUrl") === undefined ? ["postgres"] : ["redis", "postgres"];
export const hasRedis = backends.includes("redis");

export interface Running extends Omit<LabProcess, "exited"> {
  readonly lines: readonly string[];
  readonly exited: Promise<number>;
}

/** A separate database and queue, and processes of the real programs on them. */
export interface Stack {
  /** Connects as the role of commands. A process that is started with it connects as its own role. */
  readonly databaseUrl: string;
  readonly ownerUrl: string;
  readonly queueUrl: string;
  /** Connects as the owner, for what tests read and change directly. */
  readonly database: ReturnType<typeof openDatabase>;
  /** The stack's own Redis, which tests can stop and restart on its port. */
  readonly redis: LabServer | undefined;
  /** Calls the first API. */
  readonly client: Client;
  /** Every line written by any process of this stack. */
  readonly lines: readonly string[];
  startApi(env?: Env, role?: LabRole): Promise<Running & { client: Client }>;
  startWorker(env?: Env, role?: LabRole): Promise<Running>;
  startConsole(env?: Env): Promise<Running>;
  stop(): Promise<void>;
}

type Env = Readonly<Record<string, string>>;
/** A transaction of the stack's owner. */
type Tx = Parameters<Parameters<Stack["database"]["sql"]["begin"]>[1]>[0];

export interface StackOptions {
  readonly queue?: QueueBackend;
  /** The owner's URL of a migrated database. Without it, the stack clones the template. */
  readonly databaseUrl?: string;
  /** A queue server that the test started. */
  readonly queueUrl?: string;
  readonly apis?: number;
  readonly workers?: number;
  readonly env?: Env;
}

export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { queue = "postgres", apis = 1, workers = 1, env = {} } = options;
  const closers = createClosers();
  const starting: Promise<Running>[] = [];
  const lines: string[] = [];
  const stop = async () => {
    const running = await Promise.allSettled(starting);
    await Promise.all(running.map((one) => one.status === "fulfilled" && one.value.stop()));
    await closers.close();
  };

  try {
    const ownerUrl = options.databaseUrl ?? (await cloneOwnDatabase(closers));
    const databaseUrl = serviceUrlOf(ownerUrl);
    const redis = queue === "redis" ? await openRedis(closers, process.env["PATH"]) : undefined;
    const database = openDatabase({ url: ownerUrl, name: "test", poolMax: 2, viewPoolMax: 1 });
    closers.add(database.close);
    if (!options.databaseUrl) await takePayments(database);
    const queueUrl = options.queueUrl ?? redis?.url ?? databaseUrl;
    const startKept = (app: Program, extra: Env = {}, role?: LabRole) => {
      const one = startLogged(app, { databaseUrl, queueUrl, role }, { ...env, ...extra }, lines);
      starting.push(one);
      return one;
    };
    const startWorker = (extra?: Env, role?: LabRole) => startKept("worker", extra, role);
    const startConsole = (extra?: Env) => startKept("console", extra);
    const startApi = async (extra?: Env, role?: LabRole) => {
      const api = await startKept("api", extra, role);
      return { ...api, client: createClient(api.url) };
    };
    const [[first]] = await Promise.all([
      Promise.all(Array.from({ length: apis }, () => startApi())),
      Promise.all(Array.from({ length: workers }, () => startWorker())),
    ]);
    const client = first?.client ?? createClient("http://127.0.0.1:9");
    return {
      databaseUrl,
      ownerUrl,
      queueUrl,
      database,
      redis,
      client,
      lines,
      startApi,
      startWorker,
      startConsole,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts a process whose lines go to `lines` too. */
async function startLogged(
  app: Program,
  { databaseUrl, queueUrl, role }: Pick<Stack, "databaseUrl" | "queueUrl"> & { readonly role: LabRole | undefined },
  env: Env,
  lines: string[],
): Promise<Running> {
  const own: string[] = [];
  const started = await startApp(app, {
    databaseUrl: env["DATABASE_URL"] ?? databaseUrl,
    queueUrl: env["QUEUE_URL"] ?? queueUrl,
    role,
    moreEnv: { LOG_LEVEL: "info", ...env },
    start: startProcess,
    log: (line) => {
      own.push(line);
      lines.push(line);
    },
  });
  return { ...started, lines: own, exited: started.exited() };
}

/** Starts a worker that answers health checks, which `ready` asks. */
export async function startWatchedWorker(stack: Pick<Stack, "startWorker">, env: Env = {}) {
  const port = await findFreePort("127.0.0.1");
  const worker = await stack.startWorker({ ...env, HEALTH_PORT: String(port) });
  const ready = () => sendRequest(`http://127.0.0.1:${port}`, { method: "GET", path: "/readyz" });
  return { worker, ready };
}

/** Runs a program whose start must fail. */
export async function runToEnd(app: Parameters<typeof scriptOf>[0], env: Readonly<Record<string, string | undefined>>) {
  const lines: string[] = [];
  const child = startProcess({ name: app, script: scriptOf(app), env, log: (line) => void lines.push(line) });
  return { code: await child.exited, lines };
}

/** Runs `work` in a transaction of the owner, which Postgres does not end however long it takes. Returns its result. */
export async function inTransaction<Result>(
  { sql }: Pick<Stack["database"], "sql">,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const results: Result[] = [];
  await sql.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`;
    await tx`set local transaction_timeout = 0`;
    results.push(await work(tx));
  });
  return results[0] as Result;
}

/**
 * Locks a table in this mode, such as `share`, while `work` runs. `work` may use the transaction that holds the lock. The
 * service waits for a lock for two seconds, and repeats an insert for three.
 */
export function whileLocked<Result>(
  { database }: Pick<Stack, "database">,
  table: string,
  mode: "share" | "access exclusive",
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return inTransaction(database, async (tx) => {
    await tx`lock table ${tx(table)} in ${tx.unsafe(mode)} mode`;
    return work(tx);
  });
}

/** The stack of a test file or group. Its members exist once a test or a later hook runs. */
export function useStack(options?: StackOptions): Stack {
  const stack = {} as Stack;
  beforeAll(async () => void Object.assign(stack, await startStack(options)));
  afterAll(() => stack.stop?.());
  return stack;
}

/** By their number of workers. */
const shared = new Map<number, Promise<Stack>>();

/**
 * A stack of all files of this process that only call the service: to start one takes longer than most of them. It has
 * records of other files, whose work is done, and ends with the process, so start none of your own in it.
 */
export function useSharedStack({ workers }: { readonly workers: 0 | 1 } = { workers: 1 }): Stack {
  const stack = {} as Stack;
  beforeAll(async () => {
    const starting = shared.get(workers) ?? startStack({ workers });
    shared.set(workers, starting);
    Object.assign(stack, await starting);
    if (workers > 0) await expectNothingPending(stack);
  });
  return stack;
}

export type Basics = Awaited<ReturnType<typeof registerBasics>>;

/** Registers a store, a product, a member with `points` and a reward with `stock` before the tests. */
export function useBasics(stack: Stack, { points = 0, stock = 0 } = {}): Basics {
  const basics = {} as Basics;
  beforeAll(async () => {
    const { client } = stack;
    Object.assign(basics, await registerBasics(client));
    if (points > 0) await addBalance(client, basics.memberId, points);
    if (stock > 0) await addStock(client, basics.rewardId, stock);
  });
  return basics;
}

async function cloneOwnDatabase(closers: Closers): Promise<string> {
  const cloned = await cloneDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
  closers.add(cloned.drop);
  return cloned.url;
}

/** From then on members of the first programme pay with points: 100 are worth 1.00. */
const takePayments = ({ sql }: Stack["database"]) => sql`update programme set payment_points = 100, payment_value = 1`;

const settledMsMax = 180_000;

const expectNothingPending = ({ database: { sql } }: Pick<Stack, "database">): Promise<void> =>
  vi.waitFor(async () => expect(await sql`select class, id from pending`).toHaveLength(0), { timeout: settledMsMax });

/** The end of every flow: no record is pending, and the books agree. */
export async function expectBooksInOrder({ database }: Pick<Stack, "database">): Promise<void> {
  await expectNothingPending({ database });
  expect(await verifyBooks(database.sql)).toEqual([]);
}

const written = [
  ...objects.map(({ noun }) => noun),
  ...["ledger_entry", "balance", "adjustment", "pending", "awaiting", "stock", "idempotency_key", "history"],
];
const counting = `select ${written.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(", ")}`;

/** Row counts of all tables that a call can write to. */
export async function countRows({ database: { sql } }: Pick<Stack, "database">): Promise<Record<string, number>> {
  const [counts = {}] = await sql.unsafe<Record<string, number>[]>(counting, [], { prepare: true });
  return { ...counts };
}
