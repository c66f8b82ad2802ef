import { closed, type LoadResult } from "../load/load.spec.ts";
import { openProcessMeter, type ProcessMeter } from "../measure/processes.ts";
import { startSubject, subjects } from "../subject/subject.ts";
import type { Bench, Session } from "./session.ts";

const queueSecondsMax = 3_600;

/** Queues sales as fast as the API takes them; the session has no worker. */
export const queueSales = (session: Session, connections: number, sales: number): Promise<LoadResult> =>
  session.send({ connections, pace: closed(queueSecondsMax, sales) });

/** Runs workers beside a session, and stops them. */
export async function withWorkers<T>(
  { servers, env, nodeArgs }: Bench,
  { queueUrl }: Session,
  databaseUrl: string,
  count: number,
  use: (openMeter: () => ProcessMeter) => Promise<T>,
): Promise<T> {
  const options = { databaseUrl, queueUrl, env, nodeArgs, apis: 0, workers: count };
  const running = await startSubject(subjects.product, options);
  try {
    return await use(() => openProcessMeter(running, servers));
  } finally {
    await running.stop();
  }
}
