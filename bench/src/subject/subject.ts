import { fileURLToPath } from "node:url";
import { startProcess, startServiceProcess } from "@rewards/embedded";

/** A build of the pipeline that is measured: its processes, which all take DATABASE_URL, QUEUE_URL and PORT. */
export interface Subject {
  readonly label: string;
  readonly api: string;
  readonly worker: string;
  /** With the flags and the environment that the service's own processes have by default. */
  readonly start?: typeof startServiceProcess;
}

/** Seen from the folder of the built benchmark. */
const product = (app: string) => `../../../apps/${app}/dist/main.js`;
const peer = (name: string, part: string) => `../peers/${name}/${part}.main.js`;

/** Everything that is compared, by name. */
export const subjects = {
  product: { label: "Rewards", api: product("api"), worker: product("worker"), start: startServiceProcess },
  naive: { label: "Peer A, naive", api: peer("naive", "api"), worker: peer("naive", "worker") },
  competent: { label: "Peer B, competent", api: peer("competent", "api"), worker: peer("competent", "worker") },
  "pg-boss": { label: "Peer C, pg-boss", api: peer("pg-boss", "api"), worker: peer("pg-boss", "worker") },
} satisfies Record<string, Subject>;

export type SubjectName = keyof typeof subjects;

export interface SubjectOptions {
  readonly databaseUrl: string;
  readonly queueUrl: string;
  readonly apis?: number;
  readonly workers?: number;
  /** Flags of Node for every process, such as those of a profile. */
  readonly nodeArgs?: readonly string[];
  /** The environment that the processes inherit from. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface RunningSubject {
  /** One for each API. */
  readonly urls: readonly string[];
  readonly pids: Readonly<Record<"api" | "worker", readonly number[]>>;
  /** @throws where a process did not end in order. */
  stop(): Promise<void>;
}

const stopMsMax = 15_000;

/** Starts the processes of a subject as they run in production, and waits until they are ready. */
export async function startSubject(name: SubjectName, options: SubjectOptions): Promise<RunningSubject> {
  const { databaseUrl, queueUrl, apis = 1, workers = 1 } = options;
  const env = {
    ...options.env,
    NODE_ENV: "production",
    LOG_LEVEL: "warn",
    DATABASE_URL: databaseUrl,
    QUEUE_URL: queueUrl,
    PORT: "0",
    STOP_GRACE_MS: "0",
  };
  const subject: Subject = subjects[name];
  const startOne = subject.start ?? startProcess;
  const start = (part: "api" | "worker") =>
    startOne({
      name: `${name} ${part}`,
      script: fileURLToPath(new URL(subject[part], import.meta.url)),
      nodeArgs: options.nodeArgs ?? [],
      env,
    });
  const started = {
    api: Array.from({ length: apis }, () => start("api")),
    worker: Array.from({ length: workers }, () => start("worker")),
  };
  const all = [...started.api, ...started.worker];
  const ready = await Promise.all(all.map((child) => child.ready));
  const pids = (part: "api" | "worker") => started[part].flatMap(({ pid }) => pid ?? []);
  return {
    urls: ready.slice(0, apis).map(({ url }) => url ?? ""),
    pids: { api: pids("api"), worker: pids("worker") },
    async stop() {
      const codes = await Promise.all(all.map((child) => child.stop(stopMsMax)));
      if (codes.some((code) => code !== 0)) throw new Error(`${name} ended with codes ${codes.join(", ")}`);
    },
  };
}
