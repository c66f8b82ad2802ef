import type { Logger } from "./logger.ts";

/** The part of a process that shutdown listens to. */
interface ProcessEvents {
  readonly connected?: boolean | undefined;
  on(event: "SIGTERM" | "SIGINT" | "SIGHUP" | "disconnect", listener: () => void): unknown;
}

interface ShutdownOptions {
  logger: Pick<Logger, "info" | "error" | "fatal">;
  /** For all steps together, ms. Below the 10 s that container runtimes grant before they kill. */
  deadlineMs?: number;
  exit?: (code: number) => void;
  events?: ProcessEvents;
  /** Milliseconds on a clock that does not run backwards. */
  nowMs?: () => number;
}

/** A step of stopping. It gets the milliseconds left for it and all later steps, and throws if it gave up any work. */
export type ShutdownStep = (leftMs: number) => Promise<void>;

/** A terminal and a package manager may both forward one Ctrl-C: two signals within this time count as one. */
const samePressMs = 300;

export class Shutdown {
  private readonly options: Required<ShutdownOptions>;
  private readonly steps: { name: string; close: ShutdownStep }[] = [];
  private current = "";
  private started: Promise<void> | undefined;
  private interruptedAtMs: number | undefined;

  constructor(options: ShutdownOptions) {
    const exit = (code: number) => process.exit(code);
    this.options = { deadlineMs: 9_000, exit, events: process, nowMs: () => performance.now(), ...options };
  }

  /** Adds a step; steps run one after the other in the order of adding, so the entrance is added first. */
  add(name: string, close: ShutdownStep): void {
    this.steps.push({ name, close });
  }

  /** Runs the steps, once however often it is called, and exits: 0 when all went well, 1 when one failed or hung. */
  start(reason: string): Promise<void> {
    this.started ??= this.run(reason);
    return this.started;
  }

  /** Starts on SIGTERM, SIGINT and SIGHUP, and when a parent with an IPC channel ends. */
  listen(): void {
    const { events } = this.options;
    events.on("SIGTERM", () => void this.start("SIGTERM"));
    // The terminal was closed.
    events.on("SIGHUP", () => void this.start("SIGHUP"));
    events.on("SIGINT", () => this.interrupt());
    if (events.connected) events.on("disconnect", () => void this.start("parent gone"));
  }

  private interrupt(): void {
    const { exit, nowMs } = this.options;
    const isNewPress = this.interruptedAtMs !== undefined && nowMs() - this.interruptedAtMs > samePressMs;
    this.interruptedAtMs ??= nowMs();
    if (isNewPress) exit(130);
    else void this.start("SIGINT");
  }

  private async run(reason: string): Promise<void> {
    const { logger, deadlineMs, exit } = this.options;
    logger.info({ reason }, "shutting down");
    const failedSteps = await inTime(deadlineMs, this.runSteps());
    if (failedSteps === undefined) logger.fatal({ step: this.current, deadlineMs }, "shutdown step hung");
    else logger.info({ reason, failedSteps }, "shut down");
    exit(failedSteps === 0 ? 0 : 1);
  }

  /** Returns how many steps failed. */
  private async runSteps(): Promise<number> {
    const { nowMs, deadlineMs } = this.options;
    const endMs = nowMs() + deadlineMs;
    let failedSteps = 0;
    for (const step of this.steps) {
      this.current = step.name;
      try {
        await step.close(Math.max(0, endMs - nowMs()));
      } catch (err) {
        failedSteps++;
        this.options.logger.error({ err, step: step.name }, "shutdown step failed");
      }
    }
    return failedSteps;
  }
}

export const createShutdown = (options: ShutdownOptions) => new Shutdown(options);

/** The result of the work; undefined if it takes longer than `ms`. Late work is not aborted; an error in time is thrown. */
export async function inTime<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, ms), undefined);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Whether the work succeeds within `ms`; otherwise as `inTime`. */
export async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  return (
    (await inTime(
      ms,
      work.then(() => true),
    )) === true
  );
}
