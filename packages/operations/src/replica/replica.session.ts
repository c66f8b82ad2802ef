import { openStandby, type Pool, type Sql, type StandbyOptions, socketsOf } from "@rewards/db";
import { type FactsRow, factsOf, standbyTimelineOf, systemIdOf } from "./replica.facts.ts";
import type { Position } from "./replica.position.ts";

/** What a server must fulfil to answer a read. */
export interface ReplicaFence {
  readonly replayed: Position;
  /** Null if the servers do not tell it. */
  readonly systemId: string | null;
  /** That of the primary; null if the servers do not tell it. */
  readonly timeline: number | null;
}

/** The replica did not answer a read that the primary can answer. */
class ReplicaUnusedError extends Error {
  override readonly name = "ReplicaUnusedError";
}

export interface ReplicaSessionsOptions extends Omit<StandbyOptions, "poolMax"> {
  readonly sessionsMax: number;
}

/** Sessions on replicas, each for one read at a time. They connect on first use. */
export interface ReplicaSessions {
  /**
   * Runs a read in a session whose server fulfils the fence. The signal that `work` gets also aborts when the read is
   * given up; its result is then dropped.
   * @throws ReplicaUnusedError if no session is free, the server does not fulfil the fence or not in time, or the read is
   * given up; errors of `work`.
   */
  read<T>(
    fence: ReplicaFence,
    signal: AbortSignal | undefined,
    work: (sql: Sql, signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
  /** Gives up all reads under way: the replica cannot be used any more. */
  giveUp(): void;
  close(waitSeconds: number): Promise<void>;
}

/** A server that does not answer the fence within this time is frozen or far away. */
const fenceMsMax = 500;
/** After that the sessions are not used for this time, so that few reads wait. */
const restMs = 1_000;

export function openReplicaSessions(options: ReplicaSessionsOptions): ReplicaSessions {
  const pools = Array.from({ length: options.sessionsMax }, () => openStandby({ ...options, poolMax: 1 }));
  const free = [...pools];
  const underWay = new Set<AbortController>();
  let restsUntilMs = 0;

  async function run<T>(pool: Pool, fence: ReplicaFence, ending: AbortController, work: Work<T>): Promise<T> {
    const late = setTimeout(() => {
      restsUntilMs = performance.now() + restMs;
      ending.abort(new ReplicaUnusedError("it does not answer in time"));
    }, fenceMsMax);
    const { sql } = pool;
    await demandFit(sql, fence).finally(() => clearTimeout(late));
    ending.signal.throwIfAborted();
    const [socket] = socketsOf(sql);
    const result = await work(sql, ending.signal);
    // One address may lead to several servers.
    if (socketsOf(sql)[0] !== socket) throw new ReplicaUnusedError("another server may have answered");
    return result;
  }

  return {
    async read(fence, signal, work) {
      const pool = performance.now() < restsUntilMs ? undefined : free.pop();
      if (!pool) throw new ReplicaUnusedError("no session is free");
      const ending = new AbortController();
      const end = () => ending.abort(new ReplicaUnusedError("the call has ended"));
      signal?.addEventListener("abort", end, { once: true });
      underWay.add(ending);
      const running = run(pool, fence, ending, work);
      // A read that was given up keeps its session until the driver lets it go.
      running.catch(() => undefined).finally(() => free.push(pool));
      try {
        return await Promise.race([running, rejectOn(ending.signal)]);
      } finally {
        underWay.delete(ending);
        signal?.removeEventListener("abort", end);
      }
    },
    giveUp() {
      for (const ending of underWay) ending.abort(new ReplicaUnusedError("it cannot be used any more"));
    },
    close: async (waitSeconds) => void (await Promise.all(pools.map((pool) => pool.close(waitSeconds)))),
  };
}

type Work<T> = (sql: Sql, signal: AbortSignal) => Promise<T>;

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}

interface FenceRow extends FactsRow {
  readonly systemId: string | null;
  readonly timeline: number | null;
}

async function demandFit(sql: Sql, fence: ReplicaFence): Promise<void> {
  const { systemId, timeline } = fence;
  const shownId = systemId === null ? sql`null` : systemIdOf(sql);
  const shownTimeline = timeline === null ? sql`null::integer` : standbyTimelineOf(sql);
  const [row] = await sql<[FenceRow]>`
    select pg_is_in_recovery() as "isStandby", pg_last_wal_replay_lsn()::text as replayed,
      ${shownId} as "systemId", ${shownTimeline} as timeline`;
  const { isStandby, replayed } = factsOf(row);
  if (!isStandby || row.systemId !== systemId) throw new ReplicaUnusedError("it is no standby of the primary");
  if (row.timeline !== timeline) throw new ReplicaUnusedError("it is on another timeline than the primary");
  if (replayed === null || replayed < fence.replayed) throw new ReplicaUnusedError("it has not replayed enough");
}
