import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cloneDatabase, type StartedProcess, startServiceProcess } from "@rewards/embedded";
import postgres, { type Sql } from "postgres";
import { operatorToken } from "./shot.ts";

export interface ServiceOptions {
  /** Of the server that holds the template, a migrated database. */
  readonly serverUrl: string;
  readonly template: string;
  /** The queue's; in the service's own database where left out. */
  readonly queueUrl?: string | undefined;
}

/** The service as it runs, an API and a worker of its own, on a database of its own. */
export interface FuzzedService {
  readonly url: string;
  readonly sql: Sql;
  /** What its processes logged as an error, and how they ended where they should not have. */
  readonly faults: readonly string[];
  /** Resident memory now and at its highest, MiB; where the system does not say, nothing. */
  memory(): Readonly<Record<string, { readonly nowMib: number; readonly peakMib: number }>>;
  stop(): Promise<void>;
}

const apps = ["api", "worker"] as const;
const stopMsMax = 15_000;
const errorLevel = 50;
const faultsMax = 20;

const scriptOf = (app: string) => fileURLToPath(new URL(`../../../apps/${app}/dist/main.js`, import.meta.url));

export async function startFuzzedService({ serverUrl, template, queueUrl }: ServiceOptions): Promise<FuzzedService> {
  const clone = await cloneDatabase(serverUrl, template);
  const sql = postgres(clone.url, { max: 2, onnotice: () => undefined });
  const faults: string[] = [];
  const fault = (text: string) => void (faults.length < faultsMax && faults.push(text));
  let isStopping = false;
  const env = {
    DATABASE_URL: clone.serviceUrl,
    QUEUE_URL: queueUrl ?? clone.serviceUrl,
    PORT: "0",
    STOP_GRACE_MS: "0",
    OPERATOR_TOKEN: operatorToken,
  };
  const processes = apps.map((name) => {
    const log = (line: string) => void (isFault(line) && fault(`${name}: ${line}`));
    const onExit = (code: number) => void (isStopping || fault(`${name} ended with code ${code}`));
    return startServiceProcess({ name, script: scriptOf(name), env, log, onExit });
  });
  const stop = async () => {
    isStopping = true;
    await Promise.all(processes.map((one) => one.stop(stopMsMax)));
    await sql.end();
    await clone.drop();
  };
  try {
    const [api] = await Promise.all(processes.map(({ ready }) => ready));
    return { url: api?.url ?? "", sql, faults, memory: () => memoryOf(processes), stop };
  } catch (error) {
    await stop();
    throw new Error(faults.join("\n"), { cause: error });
  }
}

/** A line that is no log line is a trace of Node's own. Overload is refused, and logged so that operators know. */
function isFault(line: string): boolean {
  try {
    const { level, code } = JSON.parse(line) as { level?: number; code?: string };
    return (level ?? 0) >= errorLevel && code !== "Error_Service_Overloaded";
  } catch {
    return true;
  }
}

function memoryOf(processes: readonly StartedProcess[]): ReturnType<FuzzedService["memory"]> {
  const entries = processes.flatMap(({ name, pid }) => {
    const status = readStatus(pid);
    const mib = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? 0) / 1_024;
    return status === "" ? [] : [[name, { nowMib: mib("VmRSS"), peakMib: mib("VmHWM") }] as const];
  });
  return Object.fromEntries(entries);
}

/** Linux alone tells by a file. */
function readStatus(pid: number | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "";
  }
}
