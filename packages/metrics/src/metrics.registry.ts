import { collectDefaultMetrics, type Metric, Registry } from "prom-client";

/** A value with its labels. Labels must come from a bounded set. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
  /** For a histogram: the metric's name with `_bucket`, `_sum` or `_count`. */
  readonly metricName?: string;
}

interface MetricDefinition {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  /** Called at each scrape. Rejects if the values are unknown now: then the metric has none. */
  readonly read: () => Iterable<Sample> | Promise<Iterable<Sample>>;
}

/** The metrics of a process. They are read from its own counts when it is scraped, and cost nothing in between. */
export interface Metrics {
  add(metric: MetricDefinition): void;
  /** All metrics in Prometheus' text format. */
  print(): Promise<string>;
  readonly contentType: string;
}

/** How often the delay of the event loop is sampled, ms. By default prom-client wakes an idle process 100 times a second. */
const loopSampleMs = 50;

/** Includes the metrics of Node and the process: memory, CPU, garbage collection, delay and use of the event loop. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopSampleMs });
  const add = ({ name, help, type, read }: MetricDefinition) => {
    const get = async () => ({ name, help, type, aggregator: "sum", values: await readAll(read) });
    // The registry calls only `name` and `get` of a metric.
    registry.registerMetric({ name, get } as unknown as Metric);
  };
  const { eventLoopUtilization } = performance;
  let before = eventLoopUtilization();
  add({
    name: "rewards_event_loop_utilization",
    help: "Part of the time since the last scrape in which the event loop was busy, 0 to 1.",
    type: "gauge",
    read: () => {
      const now = eventLoopUtilization();
      const { utilization: value } = eventLoopUtilization(now, before);
      before = now;
      return [{ value }];
    },
  });
  return { add, print: () => registry.metrics(), contentType: registry.contentType };
}

async function readAll(read: MetricDefinition["read"]): Promise<Sample[]> {
  try {
    return [...(await read())];
  } catch {
    return [];
  }
}
