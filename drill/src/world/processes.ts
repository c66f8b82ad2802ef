import { fileURLToPath } from "node:url";
import { startServiceProcess } from "@rewards/embedded";
import type { Closers } from "../closers.ts";

const stopMsMax = 15_000;
const linesKeptMax = 200;

/** The API and the workers of a drill, as they run in production. */
export interface Processes {
  readonly apiUrl: string;
  readonly pids: Readonly<Record<"api" | "worker", readonly number[]>>;
  /** IDs that recovery has enqueued again so far, by the workers' logs. */
  enqueuedAgain(): number;
  /** Processes that ended though nobody told them to. */
  ended(): number;
  signalWorkers(name: NodeJS.Signals): void;
}

interface ProcessesOptions {
  readonly databaseUrl: string;
  readonly queueUrl: string;
  readonly workers: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export async function startProcesses(options: ProcessesOptions, closers: Closers): Promise<Processes> {
  const { databaseUrl, queueUrl, workers } = options;
  const lines: string[] = [];
  let enqueued = 0;
  let ended = 0;
  const log = (line: string) => {
    enqueued += idsEnqueuedAgain(line);
    lines.push(line);
    if (lines.length > linesKeptMax) lines.shift();
  };
  const start = (app: "api" | "worker") => {
    const child = startServiceProcess({
      name: app,
      script: fileURLToPath(new URL(`../../../apps/${app}/dist/main.js`, import.meta.url)),
      env: {
        ...options.env,
        NODE_ENV: "production",
        LOG_LEVEL: "warn",
        DATABASE_URL: databaseUrl,
        QUEUE_URL: queueUrl,
        PORT: "0",
        STOP_GRACE_MS: "0",
      },
      log,
      onExit: () => void ended++,
    });
    closers.add(() => child.stop(stopMsMax));
    return child;
  };
  const api = start("api");
  const working = Array.from({ length: workers }, () => start("worker"));
  const [ready] = await Promise.all([api, ...working].map((child) => child.ready)).catch((cause) => {
    throw new Error(`a process did not start:\n${lines.join("\n")}`, { cause });
  });
  const pids = { api: [api.pid as number], worker: working.map(({ pid }) => pid as number) };
  const signalWorkers = (name: NodeJS.Signals) => {
    for (const pid of pids.worker) process.kill(pid, name);
  };
  // A worker that a drill has halted would not hear that it shall stop.
  closers.add(async () => signalWorkers("SIGCONT"));
  return { apiUrl: ready?.url ?? "", pids, enqueuedAgain: () => enqueued, ended: () => ended, signalWorkers };
}

/** The count in recovery's line of the log; 0 in any other. */
function idsEnqueuedAgain(line: string): number {
  if (!line.includes("pending records enqueued again")) return 0;
  const { ids } = JSON.parse(line) as { ids?: number };
  return ids ?? 0;
}
