import { fileURLToPath } from "node:url";
import { startProcess, startServiceProcess } from "@rewards/embedded";
import { type App, scriptOf, startProcesses } from "@rewards/lab/process";

/** A build of the pipeline to measure: its processes, which all take DATABASE_URL, QUEUE_URL and PORT. */
export interface Subject {
  readonly label: string;
  readonly api: string;
  readonly worker: string;
  /** The name of a peer, whose processes have one script. */
  readonly peer?: string;
}

const script = fileURLToPath(new URL("../peers/peer.main.js", import.meta.url));
const peer = (name: string, label: string): Subject => ({ label, api: script, worker: script, peer: name });

/** Everything that is compared, by name. */
export const subjects = {
  product: { label: "Rewards", api: scriptOf("api"), worker: scriptOf("worker") },
  naive: peer("naive", "Peer A, naive"),
  competent: peer("competent", "Peer B, competent"),
  "pg-boss": peer("pg-boss", "Peer C, pg-boss"),
} satisfies Record<string, Subject>;

export type SubjectName = keyof typeof subjects;

interface SubjectOptions {
  readonly databaseUrl: string;
  readonly queueUrl: string;
  readonly apis: number;
  readonly workers: number;
  /** Flags of Node for every process, such as those of a profile. */
  readonly nodeArgs: readonly string[];
  /** The environment that the processes inherit. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface RunningSubject {
  /** One for each API. */
  readonly urls: readonly string[];
  /** Of all processes that have METRICS_PORT. */
  readonly metricsUrls: readonly string[];
  readonly pids: Readonly<Record<App, readonly number[]>>;
  /** @throws if a process did not exit with code 0. */
  stop(): Promise<void>;
}

/** Starts the processes of a subject as they run in production, and waits until they are ready. */
export async function startSubject(subject: Subject, options: SubjectOptions): Promise<RunningSubject> {
  const { label, peer: name } = subject;
  const { apis, workers, pids, stop } = await startProcesses(options, (app) => ({
    ...options,
    name: `${label} ${app}`,
    script: subject[app],
    // The service's processes have flags and an environment of the service.
    start: name === undefined ? startServiceProcess : startProcess,
    ...(name !== undefined && { moreEnv: { PEER: `${name} ${app}` } }),
  }));
  return {
    urls: apis.map(({ url }) => url),
    metricsUrls: [...apis, ...workers].flatMap(({ metricsUrl }) => metricsUrl ?? []),
    pids,
    async stop() {
      const codes = await stop();
      if (codes.some((code) => code !== 0)) throw new Error(`${label} ended with codes ${codes.join(", ")}`);
    },
  };
}
