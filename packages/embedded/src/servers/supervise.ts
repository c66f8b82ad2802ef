import { setTimeout as delay } from "node:timers/promises";
import { identifyProcess } from "../process/identify.ts";
import { readLogTail } from "../process/serve.ts";
import { ServiceError } from "../service/error.ts";

const lookEveryMs = 200;
const restartsMax = 3;
/** Restarts that are longer ago count no more. */
const restartsWithinMs = 600_000;

/** A server that was started here, as it is now. */
interface RunningServer {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

export interface SuperviseServerOptions<Running extends RunningServer> {
  /** As messages name it. */
  readonly name: string;
  readonly logFileOf: (running: Running) => string;
  /** Where what uses it finds it: it has to come back there. */
  readonly urlOf: (running: Running) => string;
  /** Starts it on its data; on the given port, where there is one. */
  readonly start: (port?: number) => Promise<Running>;
  /** Called when it ended and when it is up again. */
  readonly notify: (message: string) => void;
  /** Called once, when it is not started again. */
  readonly onFailure: (error: ServiceError) => void;
}

export interface SupervisedServer<Running> {
  /** The one that runs now, or ran last. */
  current(): Running;
  /** Ends it, and starts it no more; safe to call twice. */
  stop(): Promise<void>;
  /** Starts it no more. */
  release(): void;
}

/**
 * Starts a server and starts it again, on its port and data, whenever it ends: three times in ten minutes at most, then
 * it is given up, with the end of its log. Always in one of these states: running, being started again, given up, stopped.
 * @throws what the first start throws.
 */
export async function superviseServer<Running extends RunningServer>(
  options: SuperviseServerOptions<Running>,
): Promise<SupervisedServer<Running>> {
  const { name, logFileOf, urlOf, start, notify, onFailure } = options;
  let current = await start();
  const stopping = new AbortController();
  const watching = watch();

  async function watch(): Promise<void> {
    const restartedAtMs: number[] = [];
    while (await endsUnexpectedly(current.pid, stopping.signal)) {
      const nowMs = performance.now();
      if (restartedAtMs.filter((atMs) => nowMs - atMs < restartsWithinMs).length === restartsMax)
        return giveUp(`ended ${restartsMax + 1} times within ten minutes, and is not started again`);
      restartedAtMs.push(nowMs);
      notify(`${name} ended unexpectedly; it is started again (log: ${logFileOf(current)})`);
      try {
        await restart();
      } catch (error) {
        return giveUp(`ended and could not be started again: ${(error as Error).message}`);
      }
    }
  }

  async function restart(): Promise<void> {
    // Ends what is left of it, and gives its folder free.
    await current.stop();
    const before = urlOf(current);
    current = await start(current.port);
    if (urlOf(current) !== before) throw new Error("it came back under another address or password");
    if (!stopping.signal.aborted) notify(`${name} is up again`);
  }

  async function giveUp(what: string): Promise<void> {
    if (!stopping.signal.aborted) onFailure(await describeFailure(`${name} ${what}`, logFileOf(current)));
  }

  return {
    current: () => current,
    release: () => stopping.abort(),
    async stop() {
      stopping.abort();
      // A start that is under way is waited for: what it started has to be stopped too.
      await watching;
      await current.stop();
    },
  };
}

async function describeFailure(what: string, logFile: string): Promise<ServiceError> {
  return new ServiceError(`${what}.\nThe end of ${logFile}:\n${await readLogTail(logFile)}`);
}

/** Resolves with true once the process has ended by itself, with false once the signal comes. */
async function endsUnexpectedly(pid: number, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    if ((await identifyProcess(pid)) === undefined) return !signal.aborted;
    await delay(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
  return false;
}
