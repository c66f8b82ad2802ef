import { countConnections, type Database, readUnnumberedMs } from "@rewards/db";
import type { ObjectDefinition } from "@rewards/domain";
import {
  exposeConnections,
  exposeGates,
  exposePipeline,
  exposeReadiness,
  exposeWebhooks,
  type Metrics,
} from "@rewards/metrics";
import { createProbe, listWebhooks, probePosting, remedyOf, workerRole } from "@rewards/operations";
import {
  createReadiness,
  type GateUse,
  type Health,
  type Logger,
  type PipelineCounts,
  type Progress,
  type Readiness,
  type Verdict,
} from "@rewards/runtime";
import type { Webhooks } from "./webhook/webhook.start.ts";

/** Longer than the time limit of a statement, and longer than a silent connection is kept. */
const stalledMsMax = 15_000;

/** Whether the worker processes records. The progress of each stage's jobs shows it; without jobs, a probe does. */
export function createStageReadiness(database: Database, stages: readonly Progress[], logger: Logger): Readiness {
  return createReadiness({
    server: "Postgres",
    lines: { lost: "not ready", back: "ready again" },
    work: {
      name: "records",
      // Batches are retried without limit, so they never fail. A stuck batch is recognized by its age.
      progress: { stalledMs: () => Math.max(...stages.map((one) => one.stalledMs())), failure: () => undefined },
      stalledMsMax,
    },
    probe: createProbe(database, workerRole, probePosting, logger),
    remedyOf,
    logger,
  });
}

/** A worker needs both: without a queue it gets no jobs. If the queue loses jobs, it works: recovery replaces them. */
export function describeHealth([database, queue]: readonly [Verdict, Verdict]): Health {
  if (database.reason !== undefined) return { status: "unavailable", reason: database.reason };
  if (queue.reason === undefined) return { status: "ok" };
  return { status: queue.isAnswered ? "degraded" : "unavailable", reason: queue.reason };
}

/** Each worker numbers events within a second, if none of them hangs while it does. */
const unnumberedMsMax = 30_000;

/** A worker whose events nobody can read yet works, but says so. */
export async function describeEvents({ sql }: Pick<Database, "sql">, health: Health): Promise<Health> {
  if (health.status !== "ok") return health;
  const ms = await readUnnumberedMs(sql);
  if (ms <= unnumberedMsMax) return health;
  const reason = `The oldest event has waited for its number for ${Math.round(ms / 1_000)} s. Look for the session that locks event_head in pg_stat_activity.`;
  return { status: "degraded", reason };
}

interface MeasuredWorker {
  readonly database: Pick<Database, "sql">;
  readonly counts: PipelineCounts;
  readonly opened: readonly {
    readonly definition: Pick<ObjectDefinition, "noun">;
    readonly batcher: { use(): GateUse };
  }[];
  readonly webhooks: Pick<Webhooks, "attempts">;
  readonly look: () => Promise<Health>;
}

/** Everything that a worker measures. */
export function exposeWorker(
  metrics: Metrics,
  { database: { sql }, counts, opened, webhooks, look }: MeasuredWorker,
): void {
  exposePipeline(metrics, counts);
  exposeGates(
    metrics,
    Object.fromEntries(opened.map(({ definition: { noun }, batcher }) => [`${noun}.settle`, () => batcher.use()])),
  );
  exposeConnections(metrics, () => countConnections(sql));
  exposeWebhooks(metrics, {
    readWebhooks: () => listWebhooks(sql),
    readUnnumberedMs: () => readUnnumberedMs(sql),
    attempts: webhooks.attempts,
  });
  exposeReadiness(metrics, async () => (await look()).status !== "unavailable");
}
