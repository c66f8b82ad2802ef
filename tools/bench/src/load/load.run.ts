import { quantilesOf } from "../measure/figures.ts";
import { type Answer, Connection } from "./connection.ts";
import { createTraffic } from "./paced.ts";
import { type MakeRequest, type WorkloadName, type WorkloadSpec, workloads } from "./workload.ts";

/** One run of the generator. Sent to its process as a message, so it holds only data. */
export interface LoadSpec {
  /** Of one API; or of several, with the connections spread evenly over them. */
  readonly url: string | readonly string[];
  readonly connections: number;
  /** Values of the header `Authorization`, spread evenly over the connections; none by default. */
  readonly authorizations?: readonly string[];
  readonly seconds: number;
  /** At most so many requests of a closed loop. */
  readonly countMax?: number | undefined;
  /**
   * Requests are due at this rate, whatever the service does. A late answer delays no other request, and latency counts
   * from the time that a request was due (no coordinated omission). Without it, a closed loop: each connection sends its
   * next request when the last is answered, so the service sets the pace.
   */
  readonly perSecond?: number | undefined;
  readonly workload: WorkloadSpec & { readonly name: WorkloadName };
  /** Every n-th request at a fixed rate opens a new connection, and its latency includes that. */
  readonly openEvery?: number;
  /** Later or missing answers count as late. Milliseconds; default 30,000. */
  readonly answerMsMax?: number;
}

/** Times in seconds, latencies of 2xx answers in milliseconds, and the generator's own CPU. Status 0: no answer in time. */
export type LoadResult = Awaited<ReturnType<typeof runLoad>>;

/** Answers of every status, including broken connections. */
export function countAnswers({ statuses }: Pick<LoadResult, "statuses">): number {
  return Object.values(statuses).reduce((sum, times) => sum + times, 0);
}

const openedAtOnceMax = 200;

export async function runLoad(spec: LoadSpec) {
  const makeRequest = workloads[spec.workload.name](spec.workload);
  const urls = [spec.url].flat();
  const { authorizations = [], answerMsMax = 30_000, perSecond } = spec;
  const connections = Array.from(
    { length: spec.connections },
    (_, n) => new Connection(urls[n % urls.length] as string, authorizations[n % authorizations.length]),
  );
  for (let from = 0; from < connections.length; from += openedAtOnceMax)
    await Promise.all(connections.slice(from, from + openedAtOnceMax).map((one) => one.open()));
  const statuses: Record<number, number> = {};
  const latencies: number[] = [];
  let [withoutRetryAfter, late] = [0, 0];
  const add = ({ status, hasRetryAfter }: Answer, latencyMs: number) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (latencyMs > answerMsMax) late += 1;
    if (status === 503 && !hasRetryAfter) withoutRetryAfter += 1;
    if (status >= 200 && status <= 299) latencies.push(latencyMs);
  };
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  if (perSecond === undefined) await runClosed(connections, spec, makeRequest, add);
  else {
    const onAnswer = (answer: Answer, _: number, dueMs: number) => add(answer, performance.now() - dueMs);
    const traffic = createTraffic({ ...spec, perSecond, connections }, makeRequest, onAnswer);
    const { unanswered } = await traffic.run(Math.floor(spec.seconds * perSecond), answerMsMax);
    if (unanswered > 0) statuses[0] = (statuses[0] ?? 0) + unanswered;
    late += unanswered;
  }
  const seconds = (performance.now() - startedMs) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  for (const one of connections) one.close();
  const counts = { statuses, accepted: latencies.length, withoutRetryAfter, late };
  return { seconds, cpuMicroseconds: user + system, ...counts, latencyMs: quantilesOf(latencies) };
}

async function runClosed(
  connections: readonly Connection[],
  { seconds, countMax = Number.POSITIVE_INFINITY }: LoadSpec,
  makeRequest: MakeRequest,
  add: (answer: Answer, latencyMs: number) => void,
): Promise<void> {
  const endsMs = performance.now() + seconds * 1000;
  let sent = 0;
  const run = (connection: Connection) =>
    new Promise<void>((resolve) => {
      const next = () => {
        const sentMs = performance.now();
        if (sentMs >= endsMs || sent >= countMax) return resolve();
        connection.send(makeRequest(sent++), (answer) => {
          add(answer, performance.now() - sentMs);
          if (answer.status === 0) resolve();
          else next();
        });
      };
      next();
    });
  await Promise.all(connections.map(run));
}
