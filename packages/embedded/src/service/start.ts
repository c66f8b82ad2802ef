import { resolve } from "node:path";
import { makeFolder } from "../folder.ts";
import { FolderInUseError, findOwnerState, ownFolder } from "../owner.ts";
import { choosePort } from "../port.ts";
import { type Servers, startServers } from "../servers/start.ts";
import { openServiceLog, ServiceError } from "./log.ts";
import { listenersOf, type ProcessesOptions, type ServiceProcesses, startProcesses } from "./processes.ts";
import { readRunningService, removeState, writeState } from "./state.ts";

/** How long the API of a killed run may hold its port: its deadline for stopping. */
const abandonedWaitMsMax = 10_000;

/** The signal also aborts a start at its next step. */
export interface StartServiceOptions extends ProcessesOptions {
  /** The folder for data, log and state, made if missing. One service runs from it at a time. */
  readonly dataDir: string;
  /** Migrates the database and the queue to this release, by the URLs of their owner, before anything uses them. */
  readonly migrate: (urls: { databaseUrl: string; queueUrl: string }) => Promise<void>;
}

export interface Service extends Omit<ServiceProcesses, "metricsUrls">, Pick<Servers, "queueBackend"> {
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
  let stopping: Promise<void> | undefined;
  const stopAll = (): Promise<void> => {
    stopping ??= (async () => {
      for (const stop of stops.toReversed()) await stop();
    })();
    return stopping;
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
  const { config, dataDir, signal } = options;
  const waitMsMax = await claimFolder(dataDir, stops);
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
  for (const place of Object.values(listenersOf(config))) await choosePort({ ...place, waitMsMax });
  signal.throwIfAborted();
  const given = { databaseUrl: config.DATABASE_URL, queueUrl: config.QUEUE_URL };
  const servers = await startServers({ dataDir, ...given, path: config.PATH, log: notify, onFailure });
  stops.push(servers.stop);
  signal.throwIfAborted();
  await options.migrate(ownerUrls(servers));
  signal.throwIfAborted();
  const processes = await startProcesses({ ...options, ...servers, notify, log });
  stops.push(processes.stop);
  signal.throwIfAborted();
  const { url, consoleUrl, metricsUrls } = processes;
  const { databaseUrl, queueUrl, queueBackend } = servers;
  await writeState(dataDir, {
    ...{ url, consoleUrl, metricsUrls },
    databaseUrl: given.databaseUrl === undefined ? databaseUrl : null,
    // A queue without a URL is kept in the database, which may be one that was given.
    queueUrl: queueUrl === given.queueUrl || queueUrl === given.databaseUrl ? null : queueUrl,
  });
  stops.push(() => removeState(dataDir));
  const kill = () => {
    processes.kill();
    servers.kill();
  };
  return { url, consoleUrl, queueBackend, logFile: log.file, failure, stop: stopAll, kill };
}

/** A queue in the embedded database has the same owner as the rest of it. */
function ownerUrls({ ownerUrl, databaseUrl, queueUrl }: Servers): { databaseUrl: string; queueUrl: string } {
  return { databaseUrl: ownerUrl, queueUrl: queueUrl === databaseUrl ? ownerUrl : queueUrl };
}

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
