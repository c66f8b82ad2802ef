import { setTimeout as delay } from "node:timers/promises";
import type { StartedProcess } from "../process/start.ts";

/** A Ctrl-C reaches the child and this process at once: an exit within this time of a stop is expected. */
const stopNoticedMsMax = 150;
const restartWaitMsMin = 500;
const restartWaitMsMax = 10_000;
/** A process that ran this long counts as healthy, and its next wait is short again. */
const healthyMsMin = 60_000;

export interface SuperviseOptions {
  readonly start: () => StartedProcess;
  /** Called when the process ended, and when it is up again. */
  readonly notify: (message: string) => void;
  /** Ends the restarts: a stop of the whole service has begun. */
  readonly signal?: AbortSignal;
}

export interface Supervised {
  /** As the first start reported it. */
  readonly url: string | undefined;
  readonly metricsUrl: string | undefined;
  /** SIGTERM, then SIGKILL if it still runs after `deadlineMs`, and no restart. */
  stop(deadlineMs: number): Promise<void>;
  /** SIGKILL; waits for nothing. */
  kill(): void;
}

/**
 * Starts a process and starts it again whenever it ends, after a wait that doubles up to 10 s.
 * @throws if the first start does not become ready: a repeat would not help.
 */
export async function superviseProcess({ start, notify, signal }: SuperviseOptions): Promise<Supervised> {
  let current = start();
  const stopping = new AbortController();
  const ending = signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal;
  const { url, metricsUrl } = await current.ready.catch(async (error: unknown) => {
    await current.stop(0);
    throw error;
  });
  const watching = watch();

  async function watch(): Promise<void> {
    for (let failures = 0; ; ) {
      const startedAtMs = performance.now();
      const code = await current.exited;
      await pause(stopNoticedMsMax);
      if (ending.aborted) return;
      failures = performance.now() - startedAtMs > healthyMsMin ? 1 : failures + 1;
      const waitMs = Math.min(restartWaitMsMin * 2 ** (failures - 1), restartWaitMsMax);
      notify(`${current.name} ended unexpectedly (code ${code}); it is started again in ${waitMs / 1_000} s`);
      await pause(waitMs);
      if (ending.aborted) return;
      current = restart();
    }
  }

  function restart(): StartedProcess {
    const next = start();
    next.ready.then(
      () => ending.aborted || notify(`${next.name} is up again`),
      () => next.stop(0),
    );
    return next;
  }

  const pause = (waitMs: number) => delay(waitMs, undefined, { signal: ending }).catch(() => undefined);

  return {
    url,
    metricsUrl,
    async stop(deadlineMs) {
      stopping.abort();
      await current.stop(deadlineMs);
      await watching;
    },
    kill() {
      stopping.abort();
      void current.stop(0);
    },
  };
}
