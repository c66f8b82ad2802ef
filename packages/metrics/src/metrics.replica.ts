import type { ReplicaState } from "@rewards/operations";
import type { Metrics } from "./metrics.registry.ts";

const secondsPerMs = 1_000;

/** The read replica, as this process sees it. Only if it has one. */
export function exposeReplica(metrics: Metrics, look: () => ReplicaState): void {
  metrics.add({
    name: "rewards_replica_used",
    help: "1 if the read replica answers reads, 0 if the primary does.",
    type: "gauge",
    read: () => [{ value: look().isUsed ? 1 : 0 }],
  });
  metrics.add({
    name: "rewards_replica_lag_seconds",
    help: "How old the data of the read replica is, to a second; absent while that is not known.",
    type: "gauge",
    read: () => {
      const { lagMs } = look();
      return lagMs === undefined ? [] : [{ value: lagMs / secondsPerMs }];
    },
  });
}

/** Reads that an API answered. Only if it has a read replica. */
export function exposeReads(metrics: Metrics, answered: Readonly<Record<string, number>>): void {
  metrics.add({
    name: "rewards_reads_total",
    help: "Answered reads by the server that they were read from: primary or replica.",
    type: "counter",
    read: () => Object.entries(answered).map(([server, value]) => ({ labels: { server }, value })),
  });
}
