import { cloneDatabase } from "@rewards/embedded";
import { createClosers } from "@rewards/lab/closers";
import { memoryMibOf } from "@rewards/lab/cpu";
import { type App, type Processes, type ProcessOptions, startProcesses } from "@rewards/lab/process";
import postgres, { type Sql } from "postgres";
import { attempt } from "../calls/kind.ts";
import { operatorToken } from "./shot.ts";

export interface ServiceOptions {
  /** The server of the template, a migrated database. */
  readonly serverUrl: string;
  readonly template: string;
  /** The queue's URL; default: the service's database. */
  readonly queueUrl?: string | undefined;
}

/** The service with an API, a worker and a database that only the fuzz uses. */
export interface FuzzedService {
  readonly url: string;
  readonly sql: Sql;
  /** Errors that its processes logged, and their unexpected exits. */
  readonly faults: readonly string[];
  /** Resident memory now and at its peak, MiB; empty if the system does not report it. */
  memory(): Readonly<Record<string, { readonly nowMib: number; readonly peakMib: number }>>;
  stop(): Promise<void>;
}

const errorLevel = 50;
const faultsMax = 20;

export async function startFuzzedService({ serverUrl, template, queueUrl }: ServiceOptions): Promise<FuzzedService> {
  const clone = await cloneDatabase(serverUrl, template);
  const closers = createClosers();
  closers.add(clone.drop);
  const sql = postgres(clone.url, { max: 2, onnotice: () => undefined });
  closers.add(() => sql.end());
  await sql`update programme set payment_points = 100, payment_value = 1, payment_minimum = 0.01`;
  const faults: string[] = [];
  const fault = (text: string) => void (faults.length < faultsMax && faults.push(text));
  let isStopping = false;
  const optionsOf = (app: App): ProcessOptions => ({
    databaseUrl: clone.serviceUrl,
    queueUrl: queueUrl ?? clone.serviceUrl,
    moreEnv: { OPERATOR_TOKEN: operatorToken },
    log: (line) => void (isFault(line) && fault(`${app}: ${line}`)),
    onExit: (code) => void (isStopping || fault(`${app} ended with code ${code}`)),
  });
  try {
    const processes = await startProcesses({}, optionsOf);
    closers.add(processes.stop);
    const stop = () => {
      isStopping = true;
      return closers.close();
    };
    return { url: processes.apis[0]?.url ?? "", sql, faults, memory: () => memoryOf(processes.pids), stop };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

/** A line that is not a log line is a stack trace of Node. Overload is no fault: it is logged to inform operators. */
function isFault(line: string): boolean {
  const entry = attempt(() => JSON.parse(line) as { level?: number; code?: string });
  return entry === undefined || ((entry.level ?? 0) >= errorLevel && entry.code !== "Error_Service_Overloaded");
}

function memoryOf(pids: Processes["pids"]): ReturnType<FuzzedService["memory"]> {
  const entries = Object.entries(pids).flatMap(([app, [pid = 0]]) => {
    const peakMib = memoryMibOf(pid, "peak");
    return peakMib === 0 ? [] : [[app, { nowMib: memoryMibOf(pid, "now"), peakMib }] as const];
  });
  return Object.fromEntries(entries);
}
