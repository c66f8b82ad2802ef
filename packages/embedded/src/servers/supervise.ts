import { setTimeout as delay } from "node:timers/promises";
import { identifyProcess } from "../process/claim.js";
import type { RunningServer } from "../process/hold.ts";
import { readLogTail } from "../process/serve.ts";
import { ServiceError } from "../service/log.ts";

const lookEveryMs = 200;
const restartsMax = 3;
/** Older restarts do not count. */
const restartsWithinMs = 600_000;

export interface SuperviseServerOptions<Running extends RunningServer> {
  /** The name in messages. */
  readonly name: string;
  /** The URL that its clients use, which a restart must keep. */
  readonly urlOf: (running: Running) => string;
  /** Starts it on its data; on the given port, if there is one. */
  readonly start: (port?: number) => Promise<Running>;
  /** Called when the server ended and when it is up again. */
  readonly notify: (message: string) => void;
  /** Called once, when the server has ended for good. */
  readonly onFailure: (error: ServiceError) => void;
}

export interface SupervisedServer<Running> {
  /** The one that runs now, or ran last. */
  current(): Running;
  /** Stops the server and its supervision; safe to call twice. */
  stop(): Promise<void>;
  /** Ends the supervision. */
  release(): void;
}

/**
 * Starts a server and restarts it on its port and data whenever it ends, at most three times in ten minutes. Then it gives
 * up and reports the end of the log. Always in one of these states: running, restarting, given up, stopped.
 * @throws what the first start throws.
 */
export async function superviseServer<Running extends RunningServer>(
  options: SuperviseServerOptions<Running>,
): Promise<SupervisedServer<Running>> {
  const { name, urlOf, start, notify, onFailure } = options;
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
      notify(`${name} ended unexpectedly; it is started again (log: ${current.logFile})`);
      try {
        await restart();
      } catch (error) {
        return giveUp(`ended and could not be started again: ${(error as Error).message}`);
      }
    }
  }

  async function restart(): Promise<void> {
    // Ends the rest of the server and releases its folder.
    await current.stop();
    const before = urlOf(current);
    current = await start(current.port);
    if (urlOf(current) !== before) throw new Error("it came back under another address or password");
    if (!stopping.signal.aborted) notify(`${name} is up again`);
  }

  async function giveUp(what: string): Promise<void> {
    if (!stopping.signal.aborted) onFailure(await describeFailure(`${name} ${what}`, current.logFile));
  }

  return {
    current: () => current,
    release: () => stopping.abort(),
    async stop() {
      stopping.abort();
      // Awaits a start under way, since its server must be stopped too.
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
    if (identifyProcess(pid) === undefined) return !signal.aborted;
    await delay(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
  return false;
}
