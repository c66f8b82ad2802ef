import { type Processes, startProcesses } from "@rewards/lab/process";
import type { DrillOptions } from "./drill.ts";

/** The API and the workers of a drill, as they run in production. */
export interface DrillProcesses extends Pick<Processes, "pids"> {
  readonly apiUrl: string;
  /** IDs that recovery has enqueued again so far, by the workers' logs. */
  enqueuedAgain(): number;
  /** Processes that ended unexpectedly. */
  ended(): number;
  signalWorkers(name: NodeJS.Signals): void;
}

export async function startDrillProcesses(
  { workers: count, env, closers }: DrillOptions,
  urls: { readonly databaseUrl: string; readonly queueUrl: string },
): Promise<DrillProcesses> {
  let enqueued = 0;
  let ended = 0;
  const log = (line: string) => {
    enqueued += idsEnqueuedAgain(line);
  };
  const onExit = () => void ended++;
  const { apis, workers, pids, stop } = await startProcesses({ workers: count }, () => ({ ...urls, env, log, onExit }));
  closers.add(stop);
  return {
    apiUrl: apis[0]?.url ?? "",
    pids,
    enqueuedAgain: () => enqueued,
    ended: () => ended,
    signalWorkers: (name) => workers.forEach((worker) => void worker.signal(name)),
  };
}

/** The count in recovery's log line; 0 in other lines. */
function idsEnqueuedAgain(line: string): number {
  if (!line.includes("pending records enqueued again")) return 0;
  const { ids } = JSON.parse(line) as { ids?: number };
  return ids ?? 0;
}
