import type { Database } from "@rewards/db";
import { sale } from "@rewards/domain";
import {
  apiRole,
  createProbe,
  createTellPosition,
  probeSales,
  type ReplicaWatch,
  readUnattended,
  remedyOf,
  type TellPosition,
  watchReplica,
} from "@rewards/operations";
import { createReadiness, createReport, type Logger, type Readiness, type ReplicaSetting } from "@rewards/runtime";
import { type Following, followDatabase } from "./credentials/follow.ts";
import type { Gateway } from "./gateway.ts";

/** Longer than inserts are repeated. */
const stalledMsMax = 4_000;

/** Whether the API accepts sales. Inserts show it; without inserts, a probe does. */
export function createSalesReadiness(database: Database, gateway: Gateway, logger: Logger): Readiness {
  return createReadiness({
    server: "Postgres",
    lines: { lost: "not ready", back: "ready again" },
    work: { name: "sales", progress: gateway.progressOf(sale), stalledMsMax },
    probe: createProbe(database, apiRole, probeSales, logger),
    remedyOf,
    logger,
  });
}

/** Whether somebody posts what this process accepts. */
export interface Workers extends Following {
  /** That no worker runs although records wait, with the remedy; undefined otherwise. */
  reason(): string | undefined;
}

const everyMs = 5_000;
/** How long a record may wait, and how long workers may be away. A deploy may take all of them away for some seconds. */
const awayMsMax = 30_000;
const lines = { lost: "no worker posts the records that wait", back: "a worker runs again, or no record waits" };

/** Watches for records that wait although no worker runs, which no process but an API can report. */
export function watchWorkers({ sql }: Pick<Database, "sql">, logger: Pick<Logger, "warn" | "info">): Workers {
  const report = createReport({ lines, logger });
  const away = createAway();
  let reason: string | undefined;

  async function look(): Promise<void> {
    reason = away.judge(await readUnattended(sql).catch(away.forget));
    report(reason);
  }

  return { ...followDatabase(look, "cannot count the workers", logger, everyMs), reason: () => reason };
}

/**
 * Decides from the results of the looks. It counts from the first one, and again after a look that failed: workers announce themselves
 * some seconds after a start of everything or of Postgres, while records of an hour may wait.
 */
export function createAway(nowMs = () => performance.now()) {
  let sinceMs = nowMs();
  return {
    /**
     * @param waitedMs how long the oldest record has waited without a worker; undefined if a worker runs or none waits.
     * @returns the reason with its remedy if that lasts; undefined otherwise.
     */
    judge(waitedMs: number | undefined): string | undefined {
      if (waitedMs === undefined) sinceMs = nowMs();
      const awayMs = nowMs() - sinceMs;
      return waitedMs === undefined || Math.min(waitedMs, awayMs) < awayMsMax ? undefined : describe(awayMs, waitedMs);
    },
    /** @throws the error. */
    forget(error: unknown): never {
      sinceMs = nowMs();
      throw error;
    },
  };
}

const describe = (awayMs: number, waitedMs: number) =>
  `No worker has run for ${seconds(awayMs)} s, and the oldest record has waited for ${seconds(waitedMs)} s. Start one with \`npm run start:worker\`, or kill the one that hangs, which \`npm start\` and supervisors start again.`;

const seconds = (ms: number) => Math.round(ms / 1_000);

/** The read replicas of this process. */
export interface Replica {
  readonly url: string;
  readonly watch: ReplicaWatch;
  readonly tellPosition: TellPosition;
}

export function openReplica(
  { url, lagMsMax }: ReplicaSetting,
  database: Pick<Database, "sql">,
  logger: Pick<Logger, "warn" | "info">,
): Replica {
  const watch = watchReplica({ url, name: "rewards-api-replica", sql: database.sql, lagMsMax, logger });
  return { url, watch, tellPosition: createTellPosition(database.sql, watch.note) };
}
