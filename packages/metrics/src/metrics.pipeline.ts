import type { ClassCounts, HttpCounts, PipelineCounts } from "@rewards/runtime";
import type { Metrics, Sample } from "./metrics.registry.ts";

const byReason = (className: string, counts: ReadonlyMap<string, number>): Sample[] =>
  [...counts].map(([reason, value]) => ({ labels: { class: className, reason }, value }));

/** What passed through this process, from the counts that it also writes to the rollup. */
export function exposePipeline(metrics: Metrics, { classes }: Pick<PipelineCounts, "classes">): void {
  const addCounter = (name: string, help: string, read: (className: string, counts: ClassCounts) => Sample[]) =>
    metrics.add({
      name,
      help,
      type: "counter",
      read: () => [...classes].flatMap(([className, counts]) => read(className, counts)),
    });
  addCounter("rewards_accepted_total", "Records that were accepted and wait for a worker.", (name, { accepted }) => [
    { labels: { class: name }, value: accepted },
  ]);
  addCounter("rewards_posted_total", "Records that were settled and not rejected.", (name, { posted }) => [
    { labels: { class: name }, value: posted },
  ]);
  addCounter("rewards_rejected_total", "Rejected records by reason.", (name, { rejected }) => byReason(name, rejected));
  addCounter("rewards_dead_letters_total", "Records that became dead letters, by reason.", (name, { dead }) =>
    byReason(name, dead),
  );
  addCounter("rewards_points_total", "Points that were posted, by type of entry; never negative.", (name, { points }) =>
    [...points].map(([type, value]) => ({ labels: { class: name, type }, value })),
  );
  addCounter("rewards_vouchers_minted_total", "Vouchers that redemptions minted.", (name, { vouchers }) => [
    { labels: { class: name }, value: vouchers },
  ]);
  addCounter(
    "rewards_till_faults_total",
    "Sales that tills sent wrongly, by fault and store; beyond 200 of them, the rest as store other. clock_ahead: SaleDateTime is more than 5 minutes after the acceptance. unknown_return: a return of a product that is not registered, which takes nothing.",
    (_, { tillFaults }) => [...tillFaults].map(([key, value]) => ({ labels: faultLabels(key), value })),
  );
  addHistograms(metrics, classes);
}

function addHistograms(metrics: Metrics, classes: ReadonlyMap<string, ClassCounts>): void {
  const lag = "rewards_lag_seconds";
  metrics.add({
    name: lag,
    help: "Time from accepted to settled, by Postgres' clock.",
    type: "histogram",
    read: () =>
      [...classes].flatMap(([name, { lagsMs }]) => histogramSamples(lag, { class: name }, lagsMs, secondsPerMs)),
  });
  const batch = "rewards_batch_records";
  metrics.add({
    name: batch,
    help: "Records in a batch: of an API those that it inserted together, of a worker those that it settled together.",
    type: "histogram",
    read: () => [...classes].flatMap(([name, { batches }]) => histogramSamples(batch, { class: name }, batches)),
  });
}

/** The answers of a server by route. */
export function exposeHttp(metrics: Metrics, http: HttpCounts): void {
  metrics.add({
    name: "rewards_http_requests_total",
    help: "Answers by method, pattern of the route and status.",
    type: "counter",
    read: () =>
      [...http.routes].flatMap(({ method, route, statuses }) =>
        [...statuses].map(([status, value]) => ({ labels: { method, route, status: String(status) }, value })),
      ),
  });
  const name = "rewards_http_request_duration_seconds";
  metrics.add({
    name,
    help: "Time from a request's headers to the head of its answer.",
    type: "histogram",
    read: () =>
      [...http.routes].flatMap(({ method, route, durationsMs }) =>
        histogramSamples(name, { method, route }, durationsMs, secondsPerMs),
      ),
  });
}

/** A histogram of counts that a process keeps in memory. `scale` converts the unit of its values. */
interface CountedHistogram {
  readonly bounds: readonly number[];
  readonly counts: readonly number[];
  readonly sum: number;
}

/** The samples of a histogram: cumulative buckets, sum and count. */
export function histogramSamples(
  name: string,
  labels: Readonly<Record<string, string>>,
  { bounds, counts, sum }: CountedHistogram,
  scale = 1,
): Sample[] {
  let below = 0;
  const buckets = [...bounds, Number.POSITIVE_INFINITY].map((bound, bucket) => {
    below += counts[bucket] ?? 0;
    const le = bound === Number.POSITIVE_INFINITY ? "+Inf" : String(bound * scale);
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: below };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum * scale },
    { metricName: `${name}_count`, labels, value: below },
  ];
}

/** Prometheus' unit of time is the second. */
const secondsPerMs = 0.001;

/** Of `fault store`: no fault has a blank. */
function faultLabels(key: string): { fault: string; store: string } {
  const end = key.indexOf(" ");
  return { fault: key.slice(0, end), store: key.slice(end + 1) };
}
