import type { ConnectionUse } from "@rewards/db";
import type { ReplicaState, ServiceStatus } from "@rewards/operations";
import type { GateUse } from "@rewards/runtime";
import type { Metrics, Sample } from "./metrics.registry.ts";

const secondsOf = (ms: number | null) => (ms ?? 0) / 1_000;

/** Whether the process can do its work. `look` gives false if not. */
export function exposeReadiness(metrics: Metrics, look: () => Promise<boolean>): void {
  const read = async () => [{ value: (await look()) ? 1 : 0 }];
  metrics.add({ name: "rewards_ready", help: "1 if /readyz is 200, otherwise 0.", type: "gauge", read });
}

export function exposeConnections(metrics: Metrics, look: () => ConnectionUse): void {
  metrics.add({
    name: "rewards_database_connections",
    help: "Connections of the pool for writes: busy ones wait for Postgres, max is the limit.",
    type: "gauge",
    read: () => Object.entries(look()).map(([state, value]) => ({ labels: { state }, value })),
  });
}

/** The gates of a process, by name. */
export function exposeGates(metrics: Metrics, gates: Readonly<Record<string, () => GateUse>>): void {
  const read = (of: (use: GateUse) => Sample[]) => () =>
    Object.entries(gates).flatMap(([gate, look]) =>
      of(look()).map(({ labels, value }) => ({ labels: { gate, ...labels }, value })),
    );
  metrics.add({
    name: "rewards_gate_calls",
    help: "Calls inside a gate, those that wait before it, and the most that may be inside. Of creates and of a worker's stages: records.",
    type: "gauge",
    read: read(({ inside, insideMax, waiting }) => [
      { labels: { state: "inside" }, value: inside },
      { labels: { state: "max" }, value: insideMax },
      { labels: { state: "waiting" }, value: waiting },
    ]),
  });
  metrics.add({
    name: "rewards_gate_refused_total",
    help: "Calls that a gate refused because too many waited.",
    type: "counter",
    read: read(({ refused }) => [{ value: refused }]),
  });
}

/** @param factor how long imports rest after each slice, as a multiple of the time that the slice took. */
export function exposeImports(metrics: Metrics, factor: () => number): void {
  metrics.add({
    name: "rewards_import_rest_factor",
    help: "How many times as long as for a slice an import rests after it, so that tills do not wait.",
    type: "gauge",
    read: () => [{ value: factor() }],
  });
}

/** Queues by name, with their jobs by state. */
type QueueJobs = Readonly<Record<string, Readonly<Record<string, number>>>>;

interface StateOptions {
  readonly readService: () => Promise<ServiceStatus>;
  /** Rejects if the queue does not answer. */
  readonly readJobs: () => Promise<QueueJobs>;
}

/** What is known of each class: name, help, value. */
const classGauges: readonly (readonly [string, string, (one: ServiceStatus["classes"][number]) => number])[] = [
  ["rewards_pending", "Records that wait for a worker; counted up to 100,000.", ({ pending }) => pending],
  [
    "rewards_pending_oldest_seconds",
    "Age of the record that waits longest; 0 if none waits.",
    ({ oldestMs }) => secondsOf(oldestMs),
  ],
  ["rewards_failing", "Records with a failed attempt that will be tried again.", ({ failing }) => failing],
  ["rewards_postponed", "Records set aside without a failed attempt.", ({ postponed }) => postponed],
];

/** The state of the whole service, which every API knows. Read from Postgres and the queue at most every 5 s. */
export function exposeState(metrics: Metrics, options: StateOptions): void {
  const readService = keepFresh(options.readService);
  const readJobs = keepFresh(options.readJobs);
  const addGauge = (name: string, help: string, of: (status: ServiceStatus) => Sample[]) =>
    metrics.add({ name, help, type: "gauge", read: async () => of(await readService()) });
  for (const [name, help, of] of classGauges)
    addGauge(name, help, ({ classes }) => classes.map((one) => ({ labels: { class: one.class }, value: of(one) })));
  addGauge("rewards_dead_letters", "Dead letters that wait for an operator, by reason.", ({ deadLetters }) =>
    deadLetters.map(({ class: name, reason, count }) => ({ labels: { class: name, reason }, value: count })),
  );
  addGauge(
    "rewards_awaiting_sales",
    "Sales that wait for their member, their store or the original of a return.",
    ({ awaiting }) => [{ value: awaiting.sales }],
  );
  addGauge("rewards_workers", "Workers that announced themselves in the last 10 s.", ({ workers }) => [
    { value: workers },
  ]);
  addGauge(
    "rewards_sweep_due_seconds",
    "Seconds that the sweep of expired points is late; 0 if it is not.",
    ({ sweep }) => [{ value: secondsOf(sweep.dueMs) }],
  );
  metrics.add({
    name: "rewards_queue_up",
    help: "1 if the queue answers, otherwise 0.",
    type: "gauge",
    read: () =>
      readJobs().then(
        () => [{ value: 1 }],
        () => [{ value: 0 }],
      ),
  });
  metrics.add({
    name: "rewards_queue_jobs",
    help: "Jobs of a queue by state.",
    type: "gauge",
    read: async () =>
      Object.entries(await readJobs()).flatMap(([queue, states]) =>
        Object.entries(states).map(([state, value]) => ({ labels: { queue, state }, value })),
      ),
  });
}

const msPerSecond = 1_000;

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
      return lagMs === undefined ? [] : [{ value: lagMs / msPerSecond }];
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

const freshMs = 5_000;

/** Scrapes within 5 s share one reading, so more scrapers do not mean more reads of Postgres and the queue. */
export function keepFresh<Result>(look: () => Promise<Result>): () => Promise<Result> {
  let looking: Promise<Result> | undefined;
  let beganMs = 0;
  return () => {
    const nowMs = performance.now();
    if (looking && nowMs - beganMs < freshMs) return looking;
    beganMs = nowMs;
    looking = look();
    return looking;
  };
}
