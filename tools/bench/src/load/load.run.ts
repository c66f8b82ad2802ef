import { quantilesOf } from "../measure/statistics.ts";
import { type Answer, Connection } from "./connection.ts";
import type { LoadResult, LoadSpec, PaceOf } from "./load.spec.ts";
import { createTraffic } from "./paced.ts";
import { isWorkloadName, type MakeRequest, workloads } from "./workload.ts";

const answerMsMaxDefault = 30_000;
const openedAtOnceMax = 200;

/** Runs a load until every sent request is answered, or its connection broken. */
export async function runLoad(spec: LoadSpec): Promise<LoadResult> {
  if (!isWorkloadName(spec.workload.name)) throw new Error(`no workload is named ${spec.workload.name}`);
  const makeRequest = workloads[spec.workload.name](spec.workload);
  const urls = [spec.url].flat();
  const { authorizations = [], answerMsMax = answerMsMaxDefault, pace } = spec;
  const connections = Array.from(
    { length: spec.connections },
    (_, n) => new Connection(urls[n % urls.length] as string, authorizations[n % authorizations.length]),
  );
  for (let from = 0; from < connections.length; from += openedAtOnceMax)
    await Promise.all(connections.slice(from, from + openedAtOnceMax).map((one) => one.open()));
  const recorder = new Recorder(answerMsMax);
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  if (pace.kind === "closed") await runClosed(connections, pace, makeRequest, recorder);
  else {
    const traffic = createTraffic({ ...spec, ...pace, connections }, makeRequest, (answer, _, dueMs) =>
      recorder.add(answer, performance.now() - dueMs),
    );
    const { unanswered } = await traffic.run(Math.floor(pace.seconds * pace.perSecond), answerMsMax);
    recorder.addUnanswered(unanswered);
  }
  const seconds = (performance.now() - startedMs) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  for (const one of connections) one.close();
  return { seconds, cpuMicroseconds: user + system, ...recorder.result() };
}

async function runClosed(
  connections: readonly Connection[],
  { seconds, countMax = Number.POSITIVE_INFINITY }: PaceOf<"closed">,
  makeRequest: MakeRequest,
  recorder: Recorder,
): Promise<void> {
  const endsMs = performance.now() + seconds * 1000;
  let sent = 0;
  const run = (connection: Connection) =>
    new Promise<void>((resolve) => {
      const next = () => {
        const sentMs = performance.now();
        if (sentMs >= endsMs || sent >= countMax) return resolve();
        connection.send(makeRequest(sent++), (answer) => {
          recorder.add(answer, performance.now() - sentMs);
          if (answer.status === 0) resolve();
          else next();
        });
      };
      next();
    });
  await Promise.all(connections.map(run));
}

/** Counts the answers and keeps the latency of accepted ones. */
class Recorder {
  private readonly statuses: Record<number, number> = {};
  private latencies = new Float64Array(65_536);
  private accepted = 0;
  private withoutRetryAfter = 0;
  private late = 0;
  private readonly answerMsMax: number;

  constructor(answerMsMax: number) {
    this.answerMsMax = answerMsMax;
  }

  add({ status, hasRetryAfter }: Answer, latencyMs: number): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (latencyMs > this.answerMsMax) this.late += 1;
    if (status === 503 && !hasRetryAfter) this.withoutRetryAfter += 1;
    if (status < 200 || status > 299) return;
    if (this.accepted === this.latencies.length) {
      const longer = new Float64Array(this.latencies.length * 2);
      longer.set(this.latencies);
      this.latencies = longer;
    }
    this.latencies[this.accepted++] = latencyMs;
  }

  addUnanswered(count: number): void {
    if (count === 0) return;
    this.statuses[0] = (this.statuses[0] ?? 0) + count;
    this.late += count;
  }

  result() {
    return {
      statuses: this.statuses,
      accepted: this.accepted,
      withoutRetryAfter: this.withoutRetryAfter,
      late: this.late,
      latencyMs: quantilesOf(this.latencies.subarray(0, this.accepted)),
    };
  }
}
