import { quantilesOf } from "../measure/statistics.ts";
import { type Answer, Connection } from "./connection.ts";
import type { LoadResult, LoadSpec, Pace } from "./load.spec.ts";
import { createTraffic } from "./paced.ts";
import { type MakeRequest, workloads } from "./workload.ts";

const openedAtOnceMax = 200;

/** Runs a load until every sent request is answered, or its connection broken. */
export async function runLoad(spec: LoadSpec): Promise<LoadResult> {
  const makeRequest = workloads[spec.workload.name](spec.workload);
  const urls = [spec.url].flat();
  const { authorizations = [], answerMsMax = 30_000, pace } = spec;
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
  if (pace.kind === "closed") await runClosed(connections, pace, makeRequest, add);
  else {
    const onAnswer = (answer: Answer, _: number, dueMs: number) => add(answer, performance.now() - dueMs);
    const traffic = createTraffic({ ...spec, ...pace, connections }, makeRequest, onAnswer);
    const { unanswered } = await traffic.run(Math.floor(pace.seconds * pace.perSecond), answerMsMax);
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
  { seconds, countMax = Number.POSITIVE_INFINITY }: Extract<Pace, { kind: "closed" }>,
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
