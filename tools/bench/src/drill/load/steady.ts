import { setTimeout as delay } from "node:timers/promises";
import { type Answer, Connection } from "../../load/connection.ts";
import { workloads } from "../../load/workload.ts";

const connectionsMax = 1_000;
const tickMs = 5;
const answerWaitMsMax = 30_000;

/** A sent sale and its answer. Times are of performance.now. */
export interface Sent {
  readonly key: string;
  /** When it was due. Latency counts from here, so that a stall of the service does not slow the measurement. */
  readonly dueMs: number;
  readonly answeredMs: number;
  /** 0 if the connection broke. */
  readonly status: number;
  readonly hasRetryAfter: boolean;
}

/** Sends sales at a fixed rate, whatever their answers, until it is stopped. */
interface SteadyLoad {
  /** Sales sent so far; answers in flight are added later. */
  readonly sent: readonly Sent[];
  /** Resolves with all when the last is answered. */
  stop(): Promise<readonly Sent[]>;
}

/** A server is away for a while, under load at a fixed rate. */
export interface SpanOptions {
  readonly seconds: number;
  /** Seconds under the same load to warm up, then before and afterwards. */
  readonly besideSeconds: number;
  readonly perSecond: number;
}

/** Resolves when the first span has passed, which began at `startedMs`. `prefix` begins every ExternalID. */
export async function startWarmLoad(
  url: string,
  members: number,
  prefix: string,
  { perSecond, besideSeconds }: SpanOptions,
): Promise<{ load: SteadyLoad; startedMs: number }> {
  const load = startSteadyLoad(url, members, prefix, perSecond);
  // Warm up first, so that the first measurement compares with later ones.
  await delay(besideSeconds * 1_000);
  const startedMs = performance.now();
  await delay(besideSeconds * 1_000);
  return { load, startedMs };
}

function startSteadyLoad(url: string, members: number, prefix: string, perSecond: number): SteadyLoad {
  const makeRequest = workloads.uniform({ name: "uniform", prefix, members });
  const pool = createPool(url);
  const sent: Sent[] = [];
  const startedMs = performance.now();
  let isStopped = false;
  let begun = 0;
  let under = 0;

  async function send(n: number): Promise<void> {
    under += 1;
    const dueMs = startedMs + (n * 1_000) / perSecond;
    const { status, hasRetryAfter } = await pool.send(makeRequest(n));
    sent.push({ key: `${prefix}-${n}`, dueMs, answeredMs: performance.now(), status, hasRetryAfter });
    under -= 1;
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      const due = Math.floor(((performance.now() - startedMs) * perSecond) / 1_000);
      while (begun < due) void send(begun++);
      await delay(tickMs);
    }
    const endsMs = performance.now() + answerWaitMsMax;
    while (under > 0 && performance.now() < endsMs) await delay(tickMs);
    pool.close();
    if (under > 0) throw new Error(`${under} sales were not answered within ${answerWaitMsMax} ms`);
  }

  const running = run();
  return {
    sent,
    async stop() {
      isStopped = true;
      await running;
      return sent;
    },
  };
}

/** Opens a connection if none is free, and replaces broken ones. A request waits if all are in use. */
function createPool(url: string) {
  const free: Connection[] = [];
  const waiting: ((connection: Connection) => void)[] = [];
  let open = 0;

  async function take(): Promise<Connection> {
    // In rotation: the service closes connections that idle for long.
    const kept = free.shift();
    if (kept) return kept;
    if (open >= connectionsMax) return new Promise((resolve) => waiting.push(resolve));
    open += 1;
    const connection = new Connection(url);
    await connection.open();
    return connection;
  }

  async function reopened(connection: Connection): Promise<Connection> {
    connection.close();
    // If refused, the connection stays broken, and the next request gets a broken answer.
    await connection.open().catch(() => undefined);
    return connection;
  }

  function give(connection: Connection): void {
    const next = waiting.shift();
    if (next) next(connection);
    else free.push(connection);
  }

  return {
    async send(request: string): Promise<Answer> {
      const connection = await take();
      const answer = await new Promise<Answer>((resolve) => connection.send(request, resolve));
      give(answer.status === 0 ? await reopened(connection) : connection);
      return answer;
    },
    close() {
      for (const connection of free) connection.close();
    },
  };
}
