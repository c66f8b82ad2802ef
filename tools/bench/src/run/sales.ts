import { exampleOf, reward } from "@rewards/domain";
import { type Answer, apiRoot, call } from "@rewards/lab/client";
import { countAnswers, type LoadResult } from "../load/load.run.ts";
import type { WorkloadName } from "../load/workload.ts";
import { type Figures, type Quantiles, quantileFigures } from "../measure/figures.ts";
import { openProcessMeter } from "../measure/processes.ts";
import { startSubject, subjects } from "../subject/subject.ts";
import { type Bench, type Session, type SessionSpec, withSession } from "./session.ts";

/** A set-up, and the load of sales that it is measured with: most of it is a command's options. */
export interface SalesSpec extends SessionSpec {
  readonly workload?: WorkloadName;
  readonly connections: number;
  readonly seconds: number;
  /** Sales; without it, as many as the service takes. */
  readonly perSecond?: number;
  readonly warmUp: number;
}

/**
 * One run on a fresh database, with the same initial state for every subject.
 * @throws if a sale was refused or an invariant broken: the run is void.
 */
export const measureRun = (bench: Bench, spec: SalesSpec): Promise<Figures> =>
  withSession(bench, spec, async (session) => {
    await warmUp(session, spec);
    return measureSales(session, spec);
  });

/**
 * Sends a load at full speed that is not measured, and waits until all of it is posted: at a low rate, it takes minutes
 * until a process' code is compiled.
 */
export async function warmUp(
  session: Session,
  { workload = "uniform", connections, warmUp: seconds }: Pick<SalesSpec, "workload" | "connections" | "warmUp">,
): Promise<void> {
  await session.awaitPosted(await session.send({ workload, prefix: "warm", connections, seconds }));
}

/**
 * Measures until all is posted: the figures of `Session.measure`, and `Lag`: ms from a sale's row to the commit of its
 * entry. The sales have ExternalIDs of this prefix, which no other load of the session may use.
 * @throws if a sale was refused.
 */
export async function measureSales(session: Session, spec: SalesSpec, prefix = "sale"): Promise<Figures> {
  const { workload = "uniform", connections, seconds, perSecond } = spec;
  const { result, figures } = await session.measure({ workload, prefix, connections, seconds, perSecond });
  expectAllAccepted(result);
  const { seconds: took, lagMs } = await session.readPosted(prefix);
  return { "Sales/s": result.accepted / took, ...figures, ...quantileFigures("Lag", lagMs) };
}

/** @throws if a request was refused: figures of only the accepted ones would flatter. */
export function expectAllAccepted(result: LoadResult): void {
  if (result.accepted === countAnswers(result)) return;
  throw new Error(`the run is void, not every request was accepted: ${JSON.stringify(result.statuses)}`);
}

/**
 * Milliseconds of a read by HTTP, by default one call at a time, after a second that is not measured.
 * @throws if a read was refused.
 */
export async function timeReads(
  session: Session,
  workload: WorkloadName,
  ids: readonly string[],
  seconds: number,
  connections = 1,
): Promise<Quantiles> {
  await session.send({ workload, ids, connections, seconds: 1 });
  const result = await session.send({ workload, ids, connections, seconds });
  expectAllAccepted(result);
  return result.latencyMs;
}

export const callApi = ({ subject }: Session, method: string, path: string, body: object): Promise<Answer["body"]> =>
  call(`${subject.urls[0]}${apiRoot}`, { method, path, body });

export async function createReward(session: Session, externalId: string, type = "unlimited"): Promise<string> {
  const example = exampleOf(reward, externalId);
  const content = { ...example, RewardType: type, RewardCost: "1", RewardExpiration: null };
  const { ID } = await callApi(session, "POST", "/objects", { objectTypeID: reward.class, content });
  return ID;
}

const queueSecondsMax = 3_600;

/** Queues sales as fast as the API takes them; the session has no worker. */
export const queueSales = (session: Session, connections: number, sales: number): Promise<LoadResult> =>
  session.send({ connections, seconds: queueSecondsMax, countMax: sales });

export async function withWorkers<T>(
  { servers, env }: Bench,
  { queueUrl }: Session,
  databaseUrl: string,
  count: number,
  use: (openMeter: () => ReturnType<typeof openProcessMeter>) => Promise<T>,
): Promise<T> {
  const running = await startSubject(subjects.product, { databaseUrl, queueUrl, env, apis: 0, workers: count });
  return use(() => openProcessMeter({ ...running.pids, ...servers.pids })).finally(running.stop);
}
