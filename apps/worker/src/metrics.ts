import { countConnections, type Database } from "@rewards/db";
import type { ObjectDefinition } from "@rewards/domain";
import { exposeConnections, exposeGates, exposePipeline, exposeReadiness, type Metrics } from "@rewards/metrics";
import type { GateUse, Health, PipelineCounts } from "@rewards/runtime";

interface MeasuredWorker {
  readonly database: Pick<Database, "sql">;
  readonly counts: PipelineCounts;
  readonly opened: readonly {
    readonly definition: Pick<ObjectDefinition, "noun">;
    readonly batcher: { use(): GateUse };
  }[];
  readonly look: () => Promise<Health>;
}

/** Everything that a worker measures. */
export function exposeWorker(metrics: Metrics, { database: { sql }, counts, opened, look }: MeasuredWorker): void {
  exposePipeline(metrics, counts);
  exposeGates(
    metrics,
    Object.fromEntries(opened.map(({ definition: { noun }, batcher }) => [`${noun}.settle`, () => batcher.use()])),
  );
  exposeConnections(metrics, () => countConnections(sql));
  exposeReadiness(metrics, async () => (await look()).status !== "unavailable");
}
