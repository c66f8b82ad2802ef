import { fileURLToPath } from "node:url";
import { startProcess, startServiceProcess } from "@rewards/embedded";
import { type App, scriptOf, startProcesses } from "@rewards/lab/process";

/** A build of the pipeline to measure: its processes, which all take DATABASE_URL, QUEUE_URL and PORT. */
export interface Subject {
  readonly label: string;
  readonly api: string;
  readonly worker: string;
  /** Default: starts with the flags and the environment of the service's own processes. */
  readonly start?: typeof startServiceProcess;
}

const peer = (name: string) => {
  const script = (app: App) => fileURLToPath(new URL(`../peers/${name}/${app}.main.js`, import.meta.url));
  return { api: script("api"), worker: script("worker") };
};

/** Everything that is compared, by name. */
export const subjects = {
  product: { label: "Rewards", api: scriptOf("api"), worker: scriptOf("worker"), start: startServiceProcess },
  naive: { label: "Peer A, naive", ...peer("naive") },
  competent: { label: "Peer B, competent", ...peer("competent") },
  "pg-boss": { label: "Peer C, pg-boss", ...peer("pg-boss") },
} satisfies Record<string, Subject>;

export type SubjectName = keyof typeof subjects;

export interface SubjectOptions {
  readonly databaseUrl: string;
  readonly queueUrl: string;
  readonly apis?: number;
  readonly workers?: number;
  /** Flags of Node for every process, such as those of a profile. */
  readonly nodeArgs?: readonly string[];
  /** The environment that the processes inherit. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface RunningSubject {
  /** One for each API. */
  readonly urls: readonly string[];
  /** Of all processes that have METRICS_PORT. */
  readonly metricsUrls: readonly string[];
  readonly pids: Readonly<Record<"api" | "worker", readonly number[]>>;
  /** @throws if a process did not exit with code 0. */
  stop(): Promise<void>;
}

/** Starts the processes of a subject as they run in production, and waits until they are ready. */
export async function startSubject(subject: Subject, options: SubjectOptions): Promise<RunningSubject> {
  const { apis, workers, pids, stop } = await startProcesses(options, (app) => ({
    ...options,
    name: `${subject.label} ${app}`,
    script: subject[app],
    start: subject.start ?? startProcess,
  }));
  return {
    urls: apis.map(({ url }) => url),
    metricsUrls: [...apis, ...workers].flatMap(({ metricsUrl }) => metricsUrl ?? []),
    pids,
    async stop() {
      const codes = await stop();
      if (codes.some((code) => code !== 0)) throw new Error(`${subject.label} ended with codes ${codes.join(", ")}`);
    },
  };
}
