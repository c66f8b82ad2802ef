import { closed, type LoadResult } from "../load/load.spec.ts";
import { openProcessMeter } from "../measure/processes.ts";
import { startSubject, subjects } from "../subject/subject.ts";
import type { Bench, Session } from "./session.ts";

const queueSecondsMax = 3_600;

/** Queues sales as fast as the API takes them; the session has no worker. */
export const queueSales = (session: Session, connections: number, sales: number): Promise<LoadResult> =>
  session.send({ connections, pace: closed(queueSecondsMax, sales) });

/** Runs workers beside a session, and stops them. */
export async function withWorkers<T>(
  { servers, env }: Bench,
  { queueUrl }: Session,
  databaseUrl: string,
  count: number,
  use: (openMeter: () => ReturnType<typeof openProcessMeter>) => Promise<T>,
): Promise<T> {
  const running = await startSubject(subjects.product, { databaseUrl, queueUrl, env, apis: 0, workers: count });
  try {
    return await use(() => openProcessMeter({ ...running.pids, ...servers.pids }));
  } finally {
    await running.stop();
  }
}
