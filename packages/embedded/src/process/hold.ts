import { join } from "node:path";
import { chooseAccount } from "../account.ts";
import { placeFolder } from "../folder.ts";
import { ownFolder } from "../owner.ts";
import { findFreePort } from "../port.ts";
import type { Account } from "./run.ts";
import { awaitReady, endServer, readLogTail, type ServeOptions, type StopStep, serve, servesFolder } from "./serve.ts";

/** Where embedded servers listen. */
export const host = "127.0.0.1";
const startTriesMax = 5;
/** How long the last processes of a server ended by SIGKILL may hold what the next one needs. */
const heldWaitMsMax = 30_000;

/** What distinguishes Postgres from Redis. */
export interface ServerKind {
  readonly name: string;
  /** The folder of its data and its log, in the folder of the server. */
  readonly dataName: string;
  readonly logName: string;
  /** Its program, in a command line. */
  readonly program: RegExp;
  readonly startWaitMsMax: number;
  readonly stopSteps: readonly StopStep[];
  /** The end of the log of a server that did not start because the one before still holds something. */
  readonly heldByEarlier?: RegExp;
  /** The number of the process that runs, or ran last, on the folder. */
  readonly readPid: (place: ServerPlace) => Promise<number | undefined>;
}

/** The folders of a server, and the user that it runs as. */
export interface ServerPlace {
  readonly account: Account | undefined;
  /** Holds the data, the log, the owner's claim and files of this package, such as the password. */
  readonly folder: string;
  /** The server's own folder. */
  readonly dataDir: string;
  readonly logFile: string;
}

type Log = (message: string) => void;

/** Chooses the folder of the data (see placeFolder) and the user that the server runs as. */
export async function choosePlace({ dataName, logName }: ServerKind, folder: string, log: Log): Promise<ServerPlace> {
  const account = await chooseAccount(join(folder, dataName));
  const placed = await placeFolder(folder, account, log);
  return { account, folder: placed, dataDir: join(placed, dataName), logFile: join(placed, logName) };
}

/**
 * Ends a server that a killed run left on this folder. Call it only as the owner of the folder: then no other process
 * uses the server.
 */
export async function endOrphan(kind: ServerKind, place: ServerPlace, log: Log): Promise<void> {
  const pid = await kind.readPid(place);
  if (pid === undefined || !servesFolder(pid, kind.program, place.dataDir)) return;
  log(`Stopping the ${kind.name} of an earlier run (process ${pid})`);
  await endServer(pid, kind.stopSteps);
}

/** A place that this process owns until `release`. */
export interface HeldPlace extends ServerPlace {
  readonly release: () => void;
}

/**
 * Runs `start` as the owner of the folder, in place of a server that an earlier run left. If it fails, its server is ended.
 * @throws FolderInUseError while another live process runs a server from this folder.
 */
export async function holdPlace<Running>(
  kind: ServerKind,
  folder: string,
  log: Log,
  start: (place: HeldPlace) => Promise<Running>,
): Promise<Running> {
  const place = await choosePlace(kind, folder, log);
  const { release } = await ownFolder(place.folder);
  try {
    await endOrphan(kind, place, log);
    return await start({ ...place, release });
  } catch (error) {
    await endOrphan(kind, place, log).catch(() => undefined);
    release();
    throw error;
  }
}

export interface RunningServer {
  readonly host: string;
  readonly port: number;
  /** The number of the server process. */
  readonly pid: number;
  /** The file that the server logs to. */
  readonly logFile: string;
  /** Ends all connections and the server, in order; safe to call twice. */
  stop(): Promise<void>;
}

export interface StartServerOptions {
  /** A free one if it is undefined: it may be taken before the server binds it, so there are several tries. */
  readonly port: number | undefined;
  readonly programOf: (port: number) => Pick<ServeOptions, "binary" | "args" | "input">;
  readonly isReady: (pid: number, port: number) => Promise<boolean>;
  readonly onSpawn?: (pid: number) => Promise<void>;
}

/** Starts a server and waits until it is ready. */
export async function startServer(
  kind: ServerKind,
  { account, logFile, release }: HeldPlace,
  { programOf, isReady, onSpawn, ...options }: StartServerOptions,
): Promise<RunningServer> {
  const endsAt = performance.now() + heldWaitMsMax;
  for (let tries = 1; ; tries += 1) {
    const port = options.port ?? (await findFreePort(host));
    const server = await serve({ ...programOf(port), account, logFile });
    const { pid } = server;
    await onSpawn?.(pid);
    if (await awaitReady(server, () => isReady(pid, port), kind.startWaitMsMax, kind.stopSteps)) {
      let stopping: Promise<void> | undefined;
      const stop = () => {
        stopping ??= endServer(pid, kind.stopSteps).finally(release);
        return stopping;
      };
      return { host, port, pid, logFile, stop };
    }
    const tail = await readLogTail(logFile);
    if (kind.heldByEarlier?.test(tail) ? performance.now() > endsAt : tries >= startTriesMax)
      throw new Error(`${kind.name} did not start; the end of ${logFile}:\n${tail}`);
  }
}
