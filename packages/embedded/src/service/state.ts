import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ownerOnlyFile } from "../folder.ts";
import { identifyProcess, isSameProcess } from "../process/claim.js";

/** The state that a running service keeps in its data folder, for other commands of the checkout. */
export interface RunningService {
  readonly pid: number;
  /** Where the API listens. */
  readonly url: string;
  /** Where the console listens. */
  readonly consoleUrl: string;
  /** Where each process answers with its metrics. */
  readonly metricsUrls: readonly string[];
  /** The embedded database; null if the service was given a URL, which may hold a password. */
  readonly databaseUrl: string | null;
  /** The embedded queue; null if the service was given a URL. */
  readonly queueUrl: string | null;
}

/** Writes the state of this process' service; the file appears complete or not at all. */
export async function writeState(dataDir: string, state: Omit<RunningService, "pid">): Promise<void> {
  const { pid } = process;
  const startedAt = identifyProcess(pid)?.startedAt ?? "";
  const draft = `${stateFile(dataDir)}.${pid}`;
  await writeFile(draft, `${JSON.stringify({ pid, startedAt, ...state }, null, 2)}\n`, { mode: ownerOnlyFile });
  await rename(draft, stateFile(dataDir));
}

export async function removeState(dataDir: string): Promise<void> {
  await rm(stateFile(dataDir), { force: true });
}

/** The service that runs from this data folder now, or undefined. The file of a killed service is ignored. */
export async function readRunningService(dataDir: string): Promise<RunningService | undefined> {
  const text = await readFile(stateFile(dataDir), "utf8").catch(() => "");
  const state = parseState(text);
  if (!state || !isSameProcess(state.pid, state.startedAt)) return undefined;
  const { startedAt: _, ...running } = state;
  return running;
}

/** Relies on `writeState`: nobody else can write the file. */
function parseState(text: string): (RunningService & { readonly startedAt: string }) | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function stateFile(dataDir: string): string {
  return join(dataDir, "service.json");
}
