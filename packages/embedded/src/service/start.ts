import { resolve } from "node:path";
import { makeFolder } from "../folder.ts";
import { FolderInUseError, findOwnerState, ownFolder } from "../owner.ts";
import { choosePort } from "../port.ts";
import { type Servers, type StartServersOptions, startServers } from "../servers/start.ts";
import { openServiceLog, ServiceError, type ServiceLog } from "./log.ts";
import { type ProcessesOptions, type ServiceProcesses, startProcesses } from "./processes.ts";
import { readRunningService, removeState, writeState } from "./state.ts";

/** How long the API of a killed run may hold its port: its deadline for stopping. */
const abandonedWaitMsMax = 10_000;

type GivenServers = Pick<StartServersOptions, "databaseUrl" | "queueUrl" | "path">;

/** The signal also aborts a start at its next step. */
export interface StartServiceOptions extends ProcessesOptions, GivenServers {
  /** The folder for data, log and state, made if missing. One service runs from it at a time. */
  readonly dataDir: string;
  /** Migrates the database and the queue to this release, by the URLs of their owner, before anything uses them. */
  readonly migrate: (urls: { databaseUrl: string; queueUrl: string }) => Promise<void>;
}

export interface Service extends ServiceProcesses, Pick<Servers, "databaseUrl" | "queueUrl" | "queueBackend"> {
  readonly logFile: string;
  /** Resolves with the cause when an embedded server has ended for good: then the caller stops the service. */
  readonly failure: Promise<ServiceError>;
  /** API and workers finish what they accepted and end, then the queue's server, then the database; safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts the whole back end on this machine: servers, migrations, the API and its workers.
 *
 * Throws ServiceError with the remedy if the service runs already, the port is taken, the folder cannot be written or a
 * process does not start. By then it has stopped everything that it started.
 */
export async function startService(options: StartServiceOptions): Promise<Service> {
  const stops: (() => Promise<void>)[] = [];
  const stopAll = async (): Promise<void> => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  };
  try {
    return await startSteps({ ...options, dataDir: resolve(options.dataDir) }, stops, stopAll);
  } catch (error) {
    await stopAll();
    throw error;
  }
}

async function startSteps(
  options: StartServiceOptions,
  stops: (() => Promise<void>)[],
  stopAll: () => Promise<void>,
): Promise<Service> {
  const { dataDir, signal } = options;
  const portWaitMsMax = await claimFolder(dataDir, stops);
  const log = openServiceLog(dataDir, (error) => options.notify(`The log file cannot be written: ${error.message}`));
  stops.push(() => log.close());
  const notify = (message: string): void => {
    log.write(describeNotice(message));
    if (!signal.aborted) options.notify(message);
  };
  let onFailure: (error: ServiceError) => void = () => undefined;
  const failure = new Promise<ServiceError>((resolve) => {
    onFailure = resolve;
  });
  // Checked before anything starts, and again when the processes start.
  await choosePort({ kind: "api", ...options, waitMsMax: portWaitMsMax });
  if (options.console) await choosePort({ kind: "console", ...options.console, waitMsMax: portWaitMsMax });
  signal.throwIfAborted();
  const servers = await startServers({ ...options, log: notify, onFailure });
  stops.push(servers.stop);
  signal.throwIfAborted();
  await options.migrate(ownerUrls(servers));
  signal.throwIfAborted();
  const processes = await startProcesses({ ...options, ...servers, notify, log });
  stops.push(processes.stop);
  signal.throwIfAborted();
  await writeState(dataDir, {
    url: processes.url,
    consoleUrl: processes.consoleUrl ?? null,
    metricsUrls: processes.metricsUrls,
    databaseUrl: options.databaseUrl === undefined ? servers.databaseUrl : null,
    queueUrl: isGiven(servers.queueUrl, options) ? null : servers.queueUrl,
  });
  stops.push(() => removeState(dataDir));
  return { ...describeService(servers, processes, log, stopAll), failure };
}

/** A queue in the embedded database has the same owner as the rest of it. */
function ownerUrls({ ownerUrl, databaseUrl, queueUrl }: Servers): { databaseUrl: string; queueUrl: string } {
  return { databaseUrl: ownerUrl, queueUrl: queueUrl === databaseUrl ? ownerUrl : queueUrl };
}

/** A queue without a URL is kept in the database, which may be one that was given. */
const isGiven = (url: string, { databaseUrl, queueUrl }: StartServiceOptions) =>
  url === queueUrl || url === databaseUrl;

/** How long processes of an earlier run may still hold the port, ms. */
async function claimFolder(dataDir: string, stops: (() => Promise<void>)[]): Promise<number> {
  try {
    await makeFolder(dataDir);
    const before = await findOwnerState(dataDir);
    const { release } = await ownFolder(dataDir);
    stops.push(async () => release());
    return before === "abandoned" ? abandonedWaitMsMax : 0;
  } catch (error) {
    if (error instanceof FolderInUseError) throw await describeOther(error);
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new ServiceError(`The data folder ${dataDir} cannot be written (${code}): set DATA_DIR to one that can.`);
  }
}

async function describeOther({ folder, pid }: FolderInUseError): Promise<ServiceError> {
  const running = await readRunningService(folder);
  const what = running ? `Already running at ${running.url}` : "Already being started or stopped";
  return new ServiceError(
    `${what} (process ${pid}, data in ${folder}).\nStop it with Ctrl-C where it was started, or with: kill ${pid}\nTo run a second one, set DATA_DIR to another folder.`,
  );
}

function describeNotice(msg: string): string {
  return JSON.stringify({ level: 30, time: new Date().toISOString(), pid: process.pid, name: "service", msg });
}

function describeService(
  servers: Servers,
  processes: ServiceProcesses,
  log: ServiceLog,
  stopAll: () => Promise<void>,
): Omit<Service, "failure"> {
  let stopping: Promise<void> | undefined;
  const { databaseUrl, queueUrl, queueBackend } = servers;
  return {
    url: processes.url,
    consoleUrl: processes.consoleUrl,
    metricsUrls: processes.metricsUrls,
    databaseUrl,
    queueUrl,
    queueBackend,
    logFile: log.file,
    stop: () => {
      stopping ??= stopAll();
      return stopping;
    },
    kill: () => {
      processes.kill();
      servers.kill();
    },
  };
}
