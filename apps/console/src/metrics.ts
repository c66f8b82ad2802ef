import { countConnections, type Sql } from "@rewards/db";
import {
  exposeConnections,
  exposeGates,
  exposeHttp,
  exposeReadiness,
  exposeReplica,
  type Metrics,
} from "@rewards/metrics";
import type { GateUse, HttpCounts, Readiness } from "@rewards/runtime";
import type { Replica } from "./replica.ts";

interface MeasuredConsole {
  readonly sql: Sql;
  readonly http: HttpCounts;
  readonly gate: { use(): GateUse };
  readonly replica: Pick<Replica, "state"> | undefined;
  readonly readiness: Pick<Readiness, "check">;
}

/** Everything that a console measures. */
export function exposeConsole(metrics: Metrics, { sql, http, gate, replica, readiness }: MeasuredConsole): void {
  exposeHttp(metrics, http);
  exposeGates(metrics, { pages: () => gate.use() });
  exposeConnections(metrics, () => countConnections(sql));
  if (replica) exposeReplica(metrics, replica.state);
  exposeReadiness(metrics, async () => (await readiness.check()).reason === undefined);
}
