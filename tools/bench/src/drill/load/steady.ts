import { setTimeout as delay } from "node:timers/promises";
import { type Answer, Connection } from "../../load/connection.ts";
import { workloads } from "../../load/workload.ts";

const connectionsMax = 1_000;
const tickMs = 5;
const answerWaitMsMax = 30_000;

/** A sale that was sent, and its answer. Times are of performance.now. */
export interface Sent {
  readonly key: string;
  /** When it was due; latency counts from here, so that a service that stalls does not slow its own measure. */
  readonly dueMs: number;
  readonly answeredMs: number;
  /** 0 where the connection broke. */
  readonly status: number;
  readonly hasRetryAfter: boolean;
}

/** Sales at a fixed rate, whatever becomes of them, until it is stopped. */
export interface SteadyLoad {
  /** So far; of those under way the answers come later. */
  readonly sent: readonly Sent[];
  /** Resolves with all when the last is answered. */
  stop(): Promise<readonly Sent[]>;
}

export interface SteadyOptions {
  readonly url: string;
  readonly perSecond: number;
  readonly members: number;
  /** Begins the ExternalIDs. */
  readonly prefix: string;
}

export function startSteadyLoad({ url, perSecond, members, prefix }: SteadyOptions): SteadyLoad {
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

/** Connections that are opened when none is free, and again when one broke; a request waits where all are in use. */
function createPool(url: string) {
  const free: Connection[] = [];
  const waiting: ((connection: Connection) => void)[] = [];
  let open = 0;

  async function take(): Promise<Connection> {
    // All in turn: one that is not used for long is closed by the service.
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
    // Refused, it stays broken, and so is the next request's answer.
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
