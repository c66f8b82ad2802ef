import { countConnections, type Database } from "@rewards/db";
import { stagedObjects } from "@rewards/domain";
import {
  exposeConnections,
  exposeGates,
  exposeHttp,
  exposeImports,
  exposePipeline,
  exposeReadiness,
  exposeReads,
  exposeReplica,
  exposeState,
  type Metrics,
} from "@rewards/metrics";
import { type ReplicaWatch, readServiceStatus } from "@rewards/operations";
import type { Producer } from "@rewards/queue";
import type { GateUse, HttpCounts, PipelineCounts, Readiness } from "@rewards/runtime";
import type { Gateway } from "./gateway.ts";
import type { Imports } from "./import/open.ts";
import type { Reads } from "./reader/reader.pool.ts";

interface MeasuredApi {
  readonly database: Pick<Database, "sql">;
  readonly producer: Pick<Producer, "jobCounts">;
  readonly counts: PipelineCounts;
  readonly http: HttpCounts;
  readonly reads: Pick<Reads, "uses" | "answered">;
  readonly waits: { use(): GateUse };
  readonly replica: Pick<ReplicaWatch, "state"> | undefined;
  readonly write: { use(): GateUse };
  readonly actions: { use(): GateUse };
  readonly imports: Pick<Imports, "use" | "pace">;
  readonly gateway: Pick<Gateway, "uses">;
  readonly readiness: Pick<Readiness, "check">;
}

/** Everything that an API measures: its own work, and the state of the whole service. */
export function exposeApi(metrics: Metrics, { database, producer, counts, http, replica, ...api }: MeasuredApi): void {
  const { sql } = database;
  exposePipeline(metrics, counts);
  exposeHttp(metrics, http);
  const { reads, waits, write, actions, imports, gateway } = api;
  const calls = { ...reads.uses, waits: waits.use, writes: write.use, actions: actions.use, imports: imports.use };
  const gates = { ...calls, ...gateway.uses };
  exposeGates(metrics, gates);
  exposeImports(metrics, imports.pace.factor);
  exposeConnections(metrics, () => countConnections(sql));
  exposeReadiness(metrics, async () => (await api.readiness.check()).reason === undefined);
  if (replica) {
    exposeReplica(metrics, replica.state);
    exposeReads(metrics, reads.answered);
  }
  exposeState(metrics, {
    readService: () => readServiceStatus(sql),
    readJobs: async () =>
      Object.fromEntries(
        await Promise.all(
          stagedObjects.map(async ({ noun }) => [noun, { ...(await producer.jobCounts(noun)) }] as const),
        ),
      ),
  });
}
